// `sandbank` in the test's own process: what it printed, and what it ended with.
import { expect } from '@jest/globals';
import { run } from '../../cli/run.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function sandbank(...args: readonly string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run([...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** What it printed, where it ended with 0, or that code, and said nothing on standard error. */
export async function printed(ran: Promise<Ran>, code = 0): Promise<string> {
  const { out, ...ended } = await ran;
  expect({ ...ended, out }).toEqual({ code, err: '', out });
  return out;
}

/** What it said on standard error, where it ended with that code and printed nothing. */
export async function refused(ran: Promise<Ran>, code = 1): Promise<string> {
  const { err, ...ended } = await ran;
  expect({ ...ended, err }).toEqual({ code, out: '', err });
  return err;
}
