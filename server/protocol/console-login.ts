// Before its first request for a person, the console logs the person in. The user did not ask for that request: faults leave it
// alone (FAULT-01), and the request log says what it is.

/** How its X-Request-ID begins. */
export const CONSOLE_LOGIN = 'console-login-';

export const isConsoleLogin = (requestId: string | undefined): boolean =>
  requestId?.startsWith(CONSOLE_LOGIN) === true;
