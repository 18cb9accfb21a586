/** What every request carries; it is the sandbox's key and no secret. */
export const AUTHORIZATION = 'App sandbox-key';
