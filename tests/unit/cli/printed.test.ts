// What is printed about captured requests, of scenarios that were played, and by the demo: what is written in
// tests/fixtures/printed/. `npm run examples` writes it again.
import { test } from '@jest/globals';
import { playJourney } from '../../../cli/demo/journey.ts';
import { Tour } from '../../../cli/demo/tour.ts';
import { html, junit, type Played, playedText, summary } from '../../../cli/scenarios/report.ts';
import { SHELLS } from '../../../cli/shell-scripts.ts';
import { SCENARIOS } from '../../../server/insight/scenarios/scenarios.ts';
import { createSandbank } from '../../../server/sandbank.ts';
import { listenToKeys } from '../../../server/terminal.ts';
import { sandbank } from '../../support/commands.ts';
import { keyStock } from '../../support/key-stock.ts';
import { expectSession } from '../../support/recorded-session.ts';
import { filesIn, testFolder } from '../../support/test-folder.ts';
import { FORMS, message, type Wire, wireOf, withHeader, withoutBody } from '../offline/captures.ts';
import { type Draft, mint } from '../signing/support.ts';

const folder = testFolder();
const file = filesIn(folder);
const tpp = await mint();
const wire = (change: Partial<Draft> = {}): Wire => wireOf(tpp, change);
const newline = wire({ signed: (text) => `${text}\n` });

/** Keys, and what is signed with them. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\bSN=[\dA-F]+/g, 'SN=…'],
  [/\b[\da-f]{64}\b/g, '…'],
  [/[A-Za-z\d+/]{60,}={0,2}/g, '…'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'BANK'],
  [/file:\S+(?=\/docs)/g, 'FOLDER'],
];

function linesOf(text: string): readonly string[] {
  const plain = MASKS.reduce((so, [mask, name]) => so.replace(mask, name), text);
  return plain
    .replaceAll(folder, 'FOLDER')
    .split('\n')
    .map((line) => `| ${line}`.trimEnd());
}

/** Each with what is wrong about it. */
const CAPTURES: Readonly<Record<string, () => Wire>> = {
  right: () => wire(),
  'without a body': () => withoutBody(wire()),
  'a GET': () => wire({ method: 'GET', target: '/v1/accounts?a=b', body: '' }),
  'with (request-target)': () => wire({ names: ['(request-target)', 'date', 'digest'] }),
  'a newline at the end': () => newline,
  CRLF: () => wire({ signed: (text) => text.replaceAll('\n', '\r\n') }),
  'one line': () => wire({ signed: (text) => text.replaceAll('\n', '') }),
  'names in capitals': () =>
    wire({ signed: (text) => text.replaceAll(/^[a-z-]+/gm, (name) => name.toUpperCase()) }),
  'without the spaces': () => wire({ signed: (text) => text.replaceAll(': ', ':') }),
  'in another order': () => wire({ signed: (text) => text.split('\n').reverse().join('\n') }),
  'another string': () => wire({ signed: () => 'nothing that anyone would sign' }),
  'another method': () =>
    wire({
      names: ['(request-target)', 'date', 'digest'],
      signed: (text) => text.replace('post', 'POST'),
    }),
  'a short list': () => wire({ names: ['date', 'digest', 'x-request-id', 'psu-id'] }),
  'a name that is not there': () => wire({ names: ['date', 'digest', 'host', 'x-other'] }),
  'another body': () => ({ ...wire(), body: Buffer.from('{"creditorName":"Blåbær  A"}') }),
  'another body and a newline': () => ({ ...newline, body: Buffer.from('{}') }),
  'another Date': () => withHeader(wire(), 'date', 'Tue, 03 Nov 2026 09:05:08 GMT'),
  'a Date that is none': () => withHeader(wire(), 'date', 'yesterday'),
  'no Date': () => withHeader(wire(), 'date'),
  'no Digest': () => withHeader(wire(), 'digest'),
  'a Digest of another hash': () => withHeader(wire(), 'digest', 'MD5=x'),
  'no certificate': () => withHeader(wire(), 'tpp-signature-certificate'),
  'a certificate that is none': () => withHeader(wire(), 'tpp-signature-certificate', 'MIIx'),
  'no signature': () => withHeader(wire(), 'signature'),
  'a signature that is none': () => withHeader(wire(), 'signature', 'x'),
  'a signature without its value': () =>
    wire({ header: (value) => value.replace(/,signature=.*/, '') }),
  'a keyId of another': () => wire({ keyId: tpp.keyId.replace(/CA=.*/, 'CA=CN=Nobody,C=NO') }),
  'a keyId with zeros': () => wire({ keyId: tpp.keyId.replace('SN=', 'SN=00') }),
  'another algorithm': () => wire({ algorithm: 'rsa-sha512' }),
  'control characters': () => wire({ headers: { 'x-request-id': 'a\x1b[2Jb' } }),
  'no X-Request-ID': () => withHeader(wire(), 'x-request-id'),
};

const MOST_OF_FORM = 5;

const explained = async (captured: Buffer, ...args: readonly string[]) => {
  const { code, out, err } = await sandbank('explain', file('capture', captured), ...args);
  return [...linesOf(out + err), `= ${code}`];
};

test('SIG-15: of each captured request is what the bank answers now', async () => {
  await expectSession('printed', 'explained.txt', async (line) => {
    const form = FORMS.find(([name]) => name === line);
    const sent = CAPTURES[line];
    if (sent !== undefined) return explained(message(sent()));
    // Each is explained as the first is.
    if (form !== undefined) return (await explained(form[2](newline))).slice(0, MOST_OF_FORM);
    const [option = '', text = ''] = line.split(/ (.*)/s);
    return explained(message(newline), option, option === '--now' ? text : file('given', text));
  });
});

const request = (id: string, more: object = {}) => ({
  ...{ id, run: 1, request: `GET /v1/${id}`, status: 200, codes: [] },
  ...more,
});
const found = (sentence: string, id?: string) => ({
  ...{ sentence, cites: 'ACC-03', text: 'It <did> not.' },
  ...(id === undefined ? {} : { request: id }),
});

/** One of each kind. */
function playedOnes(): readonly Played[] {
  const tasks = ['connect', 'read', 'read', 'pay'];
  const requests = [
    request('x1'),
    request('x2', { status: 503, codes: ['SYSTEM_ERROR', 'X&Y'], happened: 'answered "late"' }),
  ];
  const verdicts = [
    { failures: [], advice: [] },
    { failures: [found('Reads all.', 'x2'), found('Ends.')], advice: [found('Waits.', 'x1')] },
    { failures: [], advice: [found('Waits.', 'x2')] },
    { failures: [found('Pays once.', 'x9')], advice: [] },
  ];
  const ends = [
    {},
    { ended: 'ended with exit code 3', said: 'one\nTypeError: two\n  at three\n' },
    { ended: 'was stopped after 3 seconds' },
    { ended: 'ended with exit code 1', said: 'one\nlast\n' },
  ];
  return tasks.flatMap((task, at) => {
    const scenario = SCENARIOS.find((one) => one.task === task);
    const verdict = verdicts[at];
    if (scenario === undefined || verdict === undefined) return [];
    const { name, title } = scenario;
    return {
      scenario,
      seconds: at + 0.25,
      verdict: { name, title, requests, ...verdict },
      ...ends[at],
    };
  });
}

const options = [
  { name: '--plain', summary: "it's plain: so", values: [] },
  { name: '--chosen', summary: 'one of them', values: ['a', 'b'] },
];
const COMMANDS = [
  { name: 'one', summary: 'the first: of two', words: ['list', 'new'], options },
  { name: 'two', summary: "it's the second", words: [], options: options.slice(1) },
];

test('completion: of two commands is what the bank answers now', async () => {
  await expectSession('printed', 'completion.txt', async (shell) =>
    linesOf(SHELLS[shell]?.(COMMANDS) ?? ''),
  );
});

const KEYS: Readonly<Record<string, string>> = { 'Ctrl-C': '\x03', Enter: '\r' };

test('terminal: of keys that are pressed is what the bank answers now', async () => {
  await expectSession('printed', 'keys.txt', async (line) => {
    const did: string[] = [];
    const note = (what: string) => void did.push(what);
    let type: (typed: string) => void = () => undefined;
    const input = {
      setRawMode: () => input,
      resume: () => input,
      pause: () => input,
      on: (_: string, listener: typeof type) => {
        type = listener;
        return input;
      },
    };
    listenToKeys(input as unknown as Parameters<typeof listenToKeys>[0], {
      say: note,
      open: () => note('(opens)'),
      stop: () => note('(stops)'),
      async reset() {
        note('(resets)');
        if (line.endsWith('fails')) throw new Error('the bank is gone');
      },
    });
    for (const key of line.split(' ')) type(KEYS[key] ?? key.replace('fails', ''));
    await new Promise(setImmediate);
    process.removeAllListeners('SIGCONT');
    return did.flatMap(linesOf);
  });
});

const AT = new Date('2026-11-03T09:05:07Z');

const REPORTS: Readonly<Record<string, (all: readonly Played[]) => string>> = {
  text: (all) => all.map(playedText).join('\n'),
  summary: (all) => summary(all, ['cards', 'basket']),
  'summary of all': (all) => summary(all, []),
  junit,
  html: (all) => html(all, AT).replaceAll('><', '>\n<'),
  'html of those that passed': (all) => html(all.slice(0, 1), AT),
};

test('SCEN-02: of scenarios that were played is what the bank answers now', async () => {
  await expectSession('printed', 'scenarios.txt', async (line) =>
    linesOf(REPORTS[line]?.(playedOnes()) ?? ''),
  );
});

/** Of this machine, and drawn by the TPP. */
const DRAWN = /(?<=tpp-session-id=)[\w-]+|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g;

test('demo: of every exchange is what the bank answers now', async () => {
  const clock = { now: '2026-06-10T10:00:00+02:00', frozen: true };
  const bank = await createSandbank({ repeatable: 'demo', clock, makeKey: keyStock() });
  const lines: string[] = [];
  const tour = new Tour({ out: (line) => void lines.push(line), err: () => {} });
  await playJourney(tour, bank.url).finally(bank.close);
  await expectSession('printed', 'demo.txt', async () =>
    linesOf(lines.join('\n').replace(DRAWN, '…')),
  );
});
