// What is no bank answers, or one of another version: by the first part of the path.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const refusal = (message: object): string => JSON.stringify({ tppMessages: [message] });

const ANSWERS: Readonly<Record<string, readonly [status: number, body: string]>> = {
  empty: [200, ''],
  text: [200, 'Not here'],
  list: [200, '[]'],
  other: [200, '{}'],
  up: [200, '{"status":"up"}'],
  unnamed: [299, '{}'],
  missing: [404, 'Not here'],
  bare: [500, ''],
  long: [502, '<html>'.padEnd(300, 'x')],
  closed: [403, refusal({ code: 'FORBIDDEN', text: 'A token is needed.', path: 'Authorization' })],
  refusing: [400, refusal({ code: 'FORMAT_ERROR', text: 'That is wrong.', path: '/x' })],
  wordless: [400, refusal({})],
};

/** What was asked for, with what the bank would read of it. */
export const heard: string[] = [];

async function note(request: IncomingMessage): Promise<void> {
  const { method, url, headers } = request;
  const read = [headers['content-type'], headers.authorization, await text(request)];
  heard.push([method, url, ...read].join(' ').trimEnd());
}

export async function answerAsNoBank(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await note(request);
  const [, name = ''] = (request.url ?? '').split('/');
  const answer = ANSWERS[name];
  if (answer === undefined) return void response.destroy();
  const [status, body] = answer;
  response.statusMessage = status === 299 ? '' : 'As said';
  response.writeHead(status, { Date: 'Thu, 01 Jan 2015 00:00:00 GMT' }).end(body);
}
