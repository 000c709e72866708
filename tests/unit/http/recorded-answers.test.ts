// How answers of every kind leave, also when a fault changes or damages them: status, headers and bytes, as it is written in
// tests/fixtures/tables/answers.txt. `npm run examples` records it again.
import { EventEmitter } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { createSend, type Outgoing } from '../../../server/http/send.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, shown } from '../../support/recorded.ts';
import { testFolder } from '../../support/test-folder.ts';

/** Notes what is done to it. */
class Response extends EventEmitter {
  readonly done: string[] = [];
  destroyed = false;
  writableLength = 0;
  readonly req: object;
  readonly socket = { resetAndDestroy: () => this.done.push('reset') };

  constructor(method: string) {
    super();
    this.req = { method, socket: new EventEmitter() };
  }

  writeHead(status: number, headers: object): void {
    this.done.push(`${status} ${shown(headers)}`);
  }

  flushHeaders(): void {
    this.done.push('flush');
  }

  write(part: string | Buffer, then?: () => void): void {
    this.done.push(`write ${brief(part)}`);
    then?.();
  }

  end(part?: string | Buffer): void {
    this.done.push(part === undefined ? 'end' : `end ${brief(part)}`);
  }

  destroy(): void {
    this.destroyed = true;
    this.done.push('destroy');
  }
}

const brief = (part: string | Buffer): string =>
  typeof part === 'string' ? JSON.stringify(part) : `bytes ${JSON.stringify(part.toString())}`;

const send = createSend(async (plain) => Buffer.from(`packed ${plain.length}`));

async function sent(outgoing: Outgoing, headers: readonly string[], method = 'GET') {
  const response = new Response(method);
  await send(response as unknown as ServerResponse, outgoing, new RawHeaders([...headers]));
  return response.done.join(' | ');
}

const body = {
  amount: '1.50',
  list: [{ amount: '-0.10' }, { amount: '01' }, 'amount: "2"'],
  æ: 'ø',
};
const json = JSON.stringify(body);
const text = { type: 'text/plain', content: 'plain' };

const REPLIES: readonly Partial<Outgoing>[] = [
  ...[200, 201, 204, 302, 400, 401, 404, 503].map((status) => ({ status })),
  ...[200, 401].map((status) => ({ status, body })),
  {
    status: 401,
    body,
    headers: { 'WWW-Authenticate': 'own', 'Cache-Control': 'no-cache', 'X-A': 'b' },
  },
  ...['numbers', 'text', undefined].map(
    (amounts) => ({ status: 200, body, amounts }) as Partial<Outgoing>,
  ),
  { status: 200, body: {}, json: { text: json, bytes: Buffer.from(json) } } as never,
  {
    status: 200,
    body: {},
    amounts: 'numbers',
    json: { text: json, bytes: Buffer.from(json) },
  } as never,
  { status: 200, html: '<p>æ</p>' },
  { status: 200, html: '', body },
  { status: 200, text },
  { status: 200, text: { type: 'a/b', content: Buffer.from('bytes') }, html: 'x', body },
  { status: 200, text: { type: 'a/b', content: '' } },
  { status: 200, body, seal: (bytes) => ({ Digest: `of ${bytes.length}` }) },
  { status: 204, seal: (bytes) => ({ Digest: `of ${bytes.length}` }), headers: { Digest: 'own' } },
  {
    status: 200,
    body,
    sent: (content, headers) =>
      void Object.assign(headers ?? {}, { Seen: String(content?.length) }),
  },
  {
    status: 200,
    stream: {
      type: 'text/x',
      write: async ({ send: piece }: { send: (part: string) => void }) => piece('piece'),
    },
  } as never,
];

const FAULTS: readonly object[] = [
  ...[{ delayMs: 0 }, { html: true }, { extraMembers: true }, { malformed: true }, { truncate: 3 }],
  ...[
    { truncate: 0 },
    { truncate: 10_000 },
    { slowBodyMs: 0 },
    { malformed: false },
    { reset: true },
  ],
  ...[
    { loseReply: true },
    { scaPageDown: true },
    { malformed: true, truncate: 1 },
    { reset: false },
  ],
];

test('HDR-07: answers of every kind: leave as they do now', async () => {
  const lines: string[] = [];
  for (const reply of REPLIES)
    for (const headers of [[], ['Accept-Encoding', 'gzip']])
      for (const method of ['GET', 'HEAD'])
        lines.push(
          `${method} ${headers[1] ?? ''} ${shown(Object.keys(reply))}: ${await sent(reply as Outgoing, headers, method)}`,
        );
  for (const effect of FAULTS)
    for (const reply of [{ status: 200, body }, { status: 204 }, { status: 200, text }])
      for (const headers of [[], ['Accept-Encoding', 'gzip']]) {
        const fault = { id: 'f1', effect, ...('delayMs' in effect ? { delay: 0 } : {}) };
        const seen: string[] = [];
        const noted = {
          ...reply,
          fault,
          sent: (content?: unknown) => void seen.push(typeof content),
        };
        lines.push(
          `${shown(effect)} ${headers[1] ?? ''}: ${await sent(noted as never, headers)} ${seen}`,
        );
      }
  expectRecorded('tables/answers.txt', lines);
});

const folder = testFolder();

test('WEB-01: files: leave with their type and tag, or are not sent again, as they do now', async () => {
  mkdirSync(folder, { recursive: true });
  const lines: string[] = [];
  const file = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, 'content');
    utimesSync(path, 1_000_000, 1_000_000);
    return path;
  };
  for (const ending of ['css', 'js', 'json', 'md', 'png', 'svg', 'webp', 'yaml', 'txt', 'CSS'])
    lines.push(
      `${ending}: ${await sent({ status: 200, file: file(`a.${ending}`) } as Outgoing, [])}`,
    );
  const path = file('b.css');
  const tag = '"7-3b9aca00"';
  for (const asked of [
    ...[
      `W/${tag}`,
      tag,
      '*',
      `"x", W/${tag}`,
      `"x",${tag} `,
      'W/"x"',
      '',
      `w/${tag}`,
      `W/W/${tag}`,
    ],
  ])
    lines.push(
      `[${asked}]: ${await sent({ status: 200, file: path, headers: { A: 'b' } } as Outgoing, ['If-None-Match', asked])}`,
    );
  lines.push(
    await sent({ status: 200, file: path, headers: { ETag: 'own' } } as Outgoing, [
      'If-None-Match',
      '"x"',
      'If-None-Match',
      tag,
    ]),
  );
  expectRecorded('tables/files.txt', lines);
});
