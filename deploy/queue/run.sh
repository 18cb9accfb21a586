#!/bin/sh
# Runs one n8n process with the settings of n8n.env: run.sh main, run.sh webhook, run.sh worker. What the environment sets already
# goes first: give N8N_ENCRYPTION_KEY and DB_POSTGRESDB_PASSWORD there, and N8N_USER_FOLDER with the package in it (see README.md).
# N8N is the program, if it is not n8n.
set -eu
while IFS='=' read -r name value; do
	case $name in '' | '#'*) continue ;; esac
	eval "[ -n \"\${$name+set}\" ]" || export "$name=$value"
done < "$(dirname "$0")/n8n.env"
case ${1:-} in
	main) set -- start ;;
	webhook) set -- webhook ;;
	worker) set -- worker "--concurrency=${WORKER_CONCURRENCY:-10}" ;;
	*)
		echo "Usage: run.sh main|webhook|worker" >&2
		exit 2
		;;
esac
# shellcheck disable=SC2086
exec ${N8N:-n8n} "$@"
