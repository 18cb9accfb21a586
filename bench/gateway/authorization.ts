/** The Authorization value of every request: the sandbox's key, which is not secret. */
export const AUTHORIZATION = 'App sandbox-key';
