// A process in which the tests of one run have their Sandbanks, each with a log and limits of its own: the
// program is loaded and warmed once, not in every test file. It says its address on standard
// output, and ends when its standard input does.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SILENT } from '../../server/kernel/log.ts';
import { createSandbank, type Sandbank } from '../../server/sandbank.ts';
import { createValidator } from '../../server/validation/schemas.ts';
import { keyStock } from './key-stock.ts';
import { schemaIn } from './postgres-server.ts';
import {
  type Address,
  DATABASE,
  HOST,
  type SandbankSettings,
  type Validated,
  type WallClock,
} from './sandbanks.ts';

const opened = new Map<number, Sandbank>();
const clocks = new Map<number, WallClock>();
/** Those with the usual settings that no file has now: each has compiled its schemas and made its keys. */
const idle: Address[] = [];
const validator = createValidator();
let last = 0;

async function open({
  wallClock = { ahead: 0 },
  ownKeys,
  ...options
}: SandbankSettings): Promise<Address> {
  last += 1;
  const id = last;
  clocks.set(id, wallClock);
  const url = process.env[DATABASE];
  const isInFiles = options.data !== undefined && options.data !== 'memory';
  const sandbank = await createSandbank({
    ...(ownKeys === true ? {} : { makeKey: keyStock() }),
    ...(url === undefined || isInFiles ? {} : { store: await schemaIn(url, id) }),
    // Tests break banks on purpose.
    log: SILENT,
    ...options,
    wallClock() {
      const clock = clocks.get(id) ?? wallClock;
      return 'at' in clock ? clock.at : Date.now() + clock.ahead;
    },
  });
  opened.set(id, sandbank);
  return { id, url: sandbank.url };
}

async function answerTo(request: IncomingMessage): Promise<object> {
  const [, does, id] = (request.url ?? '').split('/');
  const body: unknown = await json(request);
  if (does === 'open') return open(body as SandbankSettings);
  if (does === 'borrow') return idle.pop() ?? open({});
  if (does === 'return') idle.push(body as Address);
  if (does === 'validate') {
    const { schema, value } = body as Validated;
    return validator.violations(schema, value).map(({ message }) => message);
  }
  if (does === 'clock') clocks.set(Number(id), body as WallClock);
  if (does === 'close') {
    await opened.get(Number(id))?.close();
    opened.delete(Number(id));
  }
  return {};
}

const server = createServer((request, response) => {
  answerTo(request).then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
// For tests of this process, if it runs any.
process.env[HOST] = `http://127.0.0.1:${port}`;
process.stdout.write(`${process.env[HOST]}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
