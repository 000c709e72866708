#!/usr/bin/env node
// The `sandbank` command. run.ts has everything, so that tests can call it without a process.
import { systemReason } from '../server/kernel/system-reason.ts';
import { shownLines } from '../server/protocol/shown-text.ts';
import { run } from './run.ts';

const { stdout, stderr } = process;
/** As shells show a program that SIGPIPE ended: 128 and its number. */
const READER_LEFT = 141;

const leave = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') process.exit(READER_LEFT);
};
stderr.on('error', leave);
stdout.on('error', (error) => {
  leave(error);
  stderr.write(`sandbank: standard output cannot be written: ${systemReason(error)}\n`);
  process.exit(1);
});

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
