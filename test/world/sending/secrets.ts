/** The key in the credential; some gateways show the whole request on their pages. */
export const SECRET = 'the-secret-api-key-of-this-life';
/** A key with characters that JSON escapes. */
export const ODD_SECRET = String.raw`K3y"with\odd/chars`;
