#!/usr/bin/env node
// The `sandbank` command. run.ts has everything, so that tests can call it without a process.
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
