// The environment of this process, for commands that start another program or a bank.
export const environment = (
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string | undefined>> => ({ ...process.env, ...more });
