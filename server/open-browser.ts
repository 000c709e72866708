// Opens an address in the browser of this machine, if it has one.

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** What opens the address behind it. @param browser the program that the person prefers, `BROWSER` */
export const openerOn = (platform: string, browser?: string): readonly string[] =>
  browser ? [browser] : (OPENERS[platform] ?? ['xdg-open']);

/** The address is printed as well, so a machine without a browser loses nothing. */
export function openInBrowser(address: string, browser?: string): void {
  const [program = '', ...args] = openerOn(process.platform, browser);
  // It takes some ms to load, which a start need not pay.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
