/** The key in the credential; some gateways show the whole request on their pages. */
export const SECRET = 'the-secret-api-key-of-this-life';
/** A key with characters that JSON escapes. */
export const ODD_SECRET = String.raw`K3y"with\odd/chars`;
/** The token in the notify URL. */
export const NOTIFY_TOKEN = 'the-notify-token-of-this-life';
export const NOTIFY_URL = `https://n8n.example/webhook/a/delivery-reports?token=${NOTIFY_TOKEN}`;
