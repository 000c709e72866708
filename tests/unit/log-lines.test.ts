// WEB-06, WEB-09: what a line of the log is.
import { expect, test } from '@jest/globals';
import { logLines } from '../../server/log-lines.ts';

function logging(level: 'info' | 'silent' | 'trace' = 'info') {
  const lines: string[] = [];
  const log = logLines({ level, now: () => 1_800_000_000_000, write: (line) => lines.push(line) });
  return { log, lines };
}

test('a line is JSON with level, time, fields and message', () => {
  const { log, lines } = logging();
  log.info({ method: 'GET', rule: undefined, millis: 3 }, 'request');
  expect(lines).toEqual([
    '{"level":30,"time":1800000000000,"method":"GET","millis":3,"msg":"request"}\n',
  ]);
});

test.each([
  ['silent', []],
  ['info', [30, 40, 50]],
  ['trace', [20, 30, 40, 50]],
] as const)('at the level %s, these are written', (level, written) => {
  const { log, lines } = logging(level);
  for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name]({}, name);
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
});

test('an error has its type, its stack, its code and its cause, also one that refers to itself', () => {
  const { log, lines } = logging();
  const cause = new RangeError('too far');
  const error: Error & { self?: unknown } = Object.assign(new Error('no disk', { cause }), {
    code: 'ENOSPC',
  });
  error.self = error;
  log.error({ err: error }, 'failed');
  const { err } = JSON.parse(lines[0] ?? '');
  expect(err).toMatchObject({ type: 'Error', message: 'no disk', code: 'ENOSPC' });
  expect(err.stack).toMatch(/log-lines/);
  expect(err.cause).toMatchObject({ type: 'RangeError', message: 'too far' });
});

test('WEB-06: what could change the line that a person sees is escaped, and means the same', () => {
  const { log, lines } = logging();
  log.info({ path: '/\u202e\u009b' }, 'request');
  expect(lines[0]).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(lines[0] ?? '').path).toBe('/\u202e\u009b');
});
