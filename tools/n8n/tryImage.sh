#!/usr/bin/env bash
# Installs the packed package into another n8n and sends a message to the sandbox with it.
#
#   tools/n8n/tryImage.sh n8nio/n8n:3      an image, with Docker
#   N8N=/path/to/n8n tools/n8n/tryImage.sh an installed n8n
#
# Needs `npm ci` before. Exits with 1 unless the sandbox has received the message.
set -euo pipefail
cd "$(dirname "$0")/../.."

image=${1:-}
folder=$(mktemp -d)
port=${PORT:-8025}
npm run --silent build
tarball=$(npm pack --silent --pack-destination "$folder")

node --import tsx sandbox/main.ts --port "$port" > "$folder/sandbox.log" & sandbox=$!
trap 'kill $sandbox; rm -rf "$folder"' EXIT
for _ in $(seq 60); do curl --silent --fail "http://127.0.0.1:$port/_sandbox/messages" > /dev/null && break; sleep 0.5; done

mkdir -p "$folder/home/.n8n/nodes"
npm install --silent --prefix "$folder/home/.n8n/nodes" --omit=dev --legacy-peer-deps "$folder/$tarball"
cat > "$folder/home/.n8n/credential.json" <<JSON
[{"id": "sandbox", "name": "Sandbox", "type": "smsMessagingApi",
  "data": {"baseUrl": "http://127.0.0.1:$port", "authentication": "apiKey", "scheme": "App", "apiKey": "sandbox-key"}}]
JSON
cat > "$folder/home/.n8n/workflow.json" <<'JSON'
[{"id": "tryImage", "name": "Try", "active": false, "settings": {}, "nodes": [
  {"id": "1", "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {}},
  {"id": "2", "name": "Send", "type": "n8n-nodes-sms-messaging.smsMessaging", "typeVersion": 1, "position": [200, 0],
   "parameters": {"resource": "message", "operation": "sendText", "to": "+44 7700 900123", "text": "From another n8n"},
   "credentials": {"smsMessagingApi": {"id": "sandbox", "name": "Sandbox"}}}],
 "connections": {"Start": {"main": [[{"node": "Send", "type": "main", "index": 0}]]}}}]
JSON
chmod -R a+rwX "$folder/home"

n8n() {
	if [ -n "$image" ]; then
		docker run --rm --network host -v "$folder/home/.n8n:/home/node/.n8n" -e N8N_UNVERIFIED_PACKAGES_ENABLED=true -e N8N_DIAGNOSTICS_ENABLED=false "$image" "$@"
	else
		N8N_DIAGNOSTICS_ENABLED=false N8N_USER_FOLDER="$folder/home" "${N8N:?name an image, or an n8n in N8N}" "$@"
	fi
}
home=$folder/home/.n8n
[ -z "$image" ] || home=/home/node/.n8n
n8n --version
n8n import:credentials --input="$home/credential.json"
n8n import:workflow --input="$home/workflow.json"
n8n execute --id=tryImage

curl --silent "http://127.0.0.1:$port/_sandbox/messages" | grep --quiet 'From another n8n' && echo 'The sandbox has received the message.'
