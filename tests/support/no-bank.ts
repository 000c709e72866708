// What is no bank answers, or one of another version: by the first part of the path.
import type { IncomingMessage, ServerResponse } from 'node:http';

const refusal = (message: object): string => JSON.stringify({ tppMessages: [message] });

const ANSWERS: Readonly<Record<string, readonly [status: number, body: string]>> = {
  empty: [200, ''],
  text: [200, 'Not here'],
  list: [200, '[]'],
  other: [200, '{}'],
  up: [200, '{"status":"up"}'],
  missing: [404, 'Not here'],
  bare: [500, ''],
  long: [502, '<html>'.padEnd(300, 'x')],
  closed: [403, refusal({ code: 'FORBIDDEN', text: 'A token is needed.', path: 'Authorization' })],
  refusing: [400, refusal({ code: 'FORMAT_ERROR', text: 'That is wrong.', path: '/x' })],
  wordless: [400, refusal({})],
};

export function answerAsNoBank(request: IncomingMessage, response: ServerResponse): void {
  const [, name = ''] = (request.url ?? '').split('/');
  const answer = ANSWERS[name];
  if (answer === undefined) return void response.destroy();
  const [status, body] = answer;
  response.writeHead(status, { Date: 'Thu, 01 Jan 2015 00:00:00 GMT' }).end(body);
}
