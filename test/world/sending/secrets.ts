/** The key in the credential; some gateways show the whole request on their pages. */
export const SECRET = 'the-secret-api-key-of-this-life';
/** The token in the notify URL. */
export const NOTIFY_TOKEN = 'the-notify-token-of-this-life';
export const NOTIFY_URL = `https://n8n.example/webhook/a/delivery-reports?token=${NOTIFY_TOKEN}`;
