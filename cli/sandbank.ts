#!/usr/bin/env node
// The `sandbank` command. run.ts has everything, so that tests can call it without a process.
import { shownLines } from '../server/protocol/shown-text.ts';
import { run } from './run.ts';

const { stdout, stderr } = process;
/** Begins the line again. */
const CLEAR = '\r\x1b[K';
const clear = stderr.isTTY ? () => void stderr.write(CLEAR) : () => {};

process.exitCode = await run(process.argv.slice(2), {
  out(text) {
    clear();
    stdout.write(`${shownLines(text)}\n`);
  },
  err(text) {
    clear();
    stderr.write(`${shownLines(text)}\n`);
  },
  ...(stderr.isTTY
    ? { progress: (text: string) => void stderr.write(`${CLEAR}${shownLines(text)} …`) }
    : {}),
});
clear();
