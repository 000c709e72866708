// CTRL-05 and WEB-01: the pages of the inspector, with all that they can show and hostile values in it.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { CHECK_NAMES } from '../../../server/checks/checks.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { reportModel } from '../../../server/http/control/report-model.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { entryView } from '../../../server/insight/inspector/entry-view.ts';
import { requestList } from '../../../server/insight/inspector/request-list.ts';
import { createRequestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { defined } from '../../../server/kernel/defined.ts';
import { type ErrorCode, errorMessage } from '../../../server/protocol/errors.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { RuleId } from '../../../server/protocol/rules.ts';
import { elementsOf, MISSING_VALUE, wordsOf } from '../../support/html.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { anyFind } from '../explain/support.ts';
import { mint } from '../signing/support.ts';
import { bodyOf, seenRequest } from './sample-request.ts';

type Query = Readonly<Record<string, string>>;

const pages = createPages(ROOT_URL, consoleMenu);
const HOSTILE = `"><script>alert('1')</script>&{tpp}`;

const issued = await mint({ name: 'TPP' });

const startedAt = '2026-11-03T09:05:07.000Z';
const flowOf = async (id: string): Promise<JsonObject> => ({
  id,
  purpose: 'access',
  scaStatus: HOSTILE,
  startedAt,
  redirect: HOSTILE,
});

/** A request with everything, refused by the signature. */
function everything(change: Partial<SeenRequest> = {}): SeenRequest {
  const messages = [1, 2].map(() => ({ code: 'X', path: HOSTILE, text: HOSTILE }));
  return seenRequest({
    requestId: HOSTILE,
    method: 'POST',
    target: `/v1/x?${HOSTILE}`,
    operation: 'getAccounts',
    tpp: { id: HOSTILE, name: HOSTILE },
    rawHeaders: [
      ...['Host', '127.0.0.1', 'X-Hostile', HOSTILE, 'Date', HOSTILE, 'TPP-Session-ID', HOSTILE],
      ...['TPP-Signature-Certificate', issued.certificateBase64],
      ...['Signature', `keyId="${issued.keyId}",algorithm="a",headers="date",signature="<b>"`],
    ],
    body: bodyOf(HOSTILE),
    entered: CHECK_NAMES.slice(0, CHECK_NAMES.indexOf('signature') + 1),
    findings: [{ rule: 'SIG-05', text: HOSTILE }],
    refusal: { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text: HOSTILE, details: {} },
    explanation: {
      rule: 'SIG-10',
      sentence: HOSTILE,
      readings: [anyFind().says(['crlf'], HOSTILE), anyFind().says(['cr'], HOSTILE)],
      bankString: `date: ${HOSTILE}\nx: 1`,
      signedString: `date: ${HOSTILE}\r\nx: 2`,
      signature: { form: HOSTILE, hash: HOSTILE },
      expectedKeyId: HOSTILE,
      tried: 1,
      next: [{ rule: 'SIG-11', text: HOSTILE }],
    },
    answer: {
      status: 400,
      headers: { 'X-Hostile': HOSTILE },
      body: bodyOf(JSON.stringify({ tppMessages: messages })),
    },
    codes: ['BAD_REQUEST'],
    scaFlow: 'f-1',
    took: { total: 3, explaining: 1 },
    ...change,
  });
}

/** Of an answer with an scaRedirect. */
const TO_SCA = { scaFlow: 'f-1', answer: { status: 401, headers: {}, body: bodyOf('{}') } };

const answered = (status: number, body = ''): Partial<SeenRequest> => ({
  entered: CHECK_NAMES,
  answer: { status, headers: {}, body: bodyOf(body) },
});
const accepted = (): SeenRequest =>
  everything({ ...answered(200), refusal: undefined, explanation: undefined, codes: [] });
const brokenOff = () => seenRequest({ brokenOff: true });
const warned = () => {
  const message = { category: 'WARNING', code: 'FORMAT_ERROR', path: '/x', text: 'An address.' };
  const body = JSON.stringify({ tppMessages: [message] });
  return seenRequest({ ...answered(201, body), warnings: ['FORMAT_ERROR'] });
};

/** As the control API does it: what JSON leaves out is not there. */
const onPage = (view: 'request' | 'requests', answer: JsonObject, query: Query = {}): string => {
  const body = JSON.parse(JSON.stringify(answer)) as object;
  const frame = { language: 'en', mount: '', prefix: '/banks/acme', bank: 'acme' } as const;
  return pages.report(view, { ...body, ...reportModel(view, body, query) }, frame).html;
};
const listOf = (requests: readonly SeenRequest[], query: Query = {}) =>
  requestList(requests, query, { bank: 'acme', operations: [], view: entryView })
    .body as JsonObject;
const listPage = (requests: readonly SeenRequest[], query: Query = {}) =>
  onPage('requests', listOf(requests, query), query);
const requestPage = async (request: SeenRequest) =>
  onPage('request', await createRequestView()(request, { flowOf }));

const AT_ROOT = { mount: '', prefix: '', bank: 'default' };
const MIDDLE: Query = { requestId: HOSTILE, limit: '1', before: '3' };
const back = { href: HOSTILE, label: 'problem.bank' };
const messages = [errorMessage('FORMAT_ERROR', HOSTILE)];

const rendered: readonly (readonly [string, () => Promise<string> | string])[] = [
  ['one with everything', () => requestPage(everything())],
  ['one with next to nothing', () => requestPage(seenRequest())],
  ['one that was accepted', () => requestPage(accepted())],
  ['one refused without a word', () => requestPage(seenRequest(answered(500)))],
  ['one that broke off', () => requestPage(brokenOff())],
  ['one with a warning', () => requestPage(warned())],
  ['the list', () => listPage([everything(), seenRequest(), accepted()])],
  ['an empty list', () => listPage([])],
  [
    'a list that is filtered, in the middle of others',
    () =>
      listPage(
        [3, 2, 1].map((number) => everything({ number })),
        MIDDLE,
      ),
  ],
  [
    'a refusal',
    () => pages.problem({ language: 'nb', ...AT_ROOT, status: 400, messages, back }).html,
  ],
];

test.each(rendered)(
  'WEB-01, CTRL-05: the page of %s is well formed, lets nothing in and leads somewhere',
  async (_, render) => {
    const html = await render();
    const elements = elementsOf(html);
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(elements.filter(({ tag }) => tag === 'h1')).toHaveLength(1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { tag, attributes } of elements) {
      expect(['style', 'iframe', 'object', 'base']).not.toContain(tag);
      const { src = '', method = 'get' } = attributes as { src?: string; method?: string };
      if (tag === 'script')
        expect(src).toMatch(/^\/assets\/(?:console|bench|filter-field)\.js\?v=/);
      if (tag === 'form') expect(method).toBe('get');
      expect(Object.keys(attributes).filter((key) => /^(style$|on)/.test(key))).toEqual([]);
      const { href } = attributes as { href?: string };
      const fragment = href?.startsWith('#') ? href.slice(1) : undefined;
      for (const id of [attributes['aria-labelledby'], fragment]) {
        if (id !== undefined) expect(ids).toContain(id);
      }
      // What scrolls can be reached with the keyboard and has a name.
      if (tag !== 'pre') continue;
      expect(attributes).toMatchObject({ tabindex: '0', role: 'region' });
      expect(attributes['aria-labelledby'] ?? attributes['aria-label']).toBeDefined();
    }
    expect(html).not.toContain("alert('");
    expect(html).not.toContain('<b>"');
    expect(wordsOf(html)).not.toMatch(MISSING_VALUE);
  },
);

/** In the order of the page, after its list of contents. */
const expectInOrder = (whole: string, ...texts: string[]) => {
  const words = whole.replace(/Checks The string .*? Request Answer/, '');
  const places = texts.map((text) => words.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
};
const refusedWith = (text: string) => ({
  refusal: {
    rule: 'SIG-10' as const,
    code: 'BAD_REQUEST' as const,
    status: 400,
    text,
    details: {},
  },
});

test('CTRL-05: the headline first, the difference under it, then what to do and all the rest', async () => {
  const words = wordsOf(await requestPage(everything(refusedWith('You used CRLF.'))));
  expectInOrder(
    words,
    '✗ 2 explanations fit this signature.',
    'Each of these gives exactly the bytes that the bank received',
    'What your client signed, and what it should have signed',
    'What to do',
    'signature refused All checks in order:',
    'validity not reached',
    'The string to sign',
    'The right signature',
    'keyId sent',
    'keyId expected',
    'Try again',
    'Signed again',
    'The same bytes',
    'Answer 400',
  );
});

test('CTRL-05: the headline is the first sentence, and the bank’s own string is not in it', async () => {
  const text =
    'Serial "A. B" is no number. None fits. The bank\'s is, with ⏎ for each LF: "date: x⏎y".';
  const words = wordsOf(await requestPage(seenRequest({ ...answered(400), ...refusedWith(text) })));
  expect(words).toContain('✗ Serial &#34;A. B&#34; is no number. None fits. ✗ 400');
  expect(words).not.toContain('The bank&#39;s is');
});

test('CTRL-05: mistakes of one check after the other are numbered, the first of them first', async () => {
  const { explanation } = everything();
  const one = { ...explanation, readings: [], next: [{ rule: 'SIG-11', text: 'Too old.' }] };
  const request = everything({ ...refusedWith('You used CRLF.'), explanation: one as never });
  const html = await requestPage({ ...request, answer: { ...request.answer, body: bodyOf('') } });
  expectInOrder(
    wordsOf(html),
    '✗ You used CRLF.',
    'refuse this next: You used CRLF. Too old. SIG-11',
  );
  expect(html).toContain('<ol class="numbers" lang="en">');
});

test('CTRL-05: several errors are counted in the headline and numbered', async () => {
  const { refusal: _, explanation: __, ...request } = everything();
  const words = wordsOf(await requestPage(request));
  expect(words).toContain('✗ This request has 2 errors. All errors:');
});

test('CTRL-05: what fixes it is a button: a new certificate, the SCA page', async () => {
  const entered = CHECK_NAMES.slice(0, CHECK_NAMES.indexOf('validity') + 1);
  const expired = everything({ entered });
  expect(wordsOf(await requestPage(expired))).toContain('Make a new certificate');
  const { explanation: _, ...asked } = everything({
    ...answered(401),
    ...refusedWith('Log in.'),
  });
  const waiting = { id: 'f-1', purpose: 'access', scaStatus: 'received', startedAt };
  const view = await createRequestView()(asked, { flowOf: async () => waiting });
  const words = wordsOf(onPage('request', view));
  expectInOrder(words, '→ Send the user to the SCA page. Log in.', 'Open the SCA page');
  expect(wordsOf(await requestPage(asked))).not.toContain('Open the SCA page');
});

test('CTRL-05: what is too much and what is missing is marked by more than a colour', async () => {
  const html = await requestPage(everything());
  expect(html).toContain('<del>\\r</del>');
  expect(html).toMatch(/<del>2<\/del><ins>1<\/ins>/);
  expect(html).toContain('<span class="end"></span>');
});

test('CTRL-05: if the signature is not the trouble, request and answer go first', async () => {
  const words = wordsOf(await requestPage(accepted()));
  expect(words).toContain('Accepted: the bank answered 200.');
  expect(words.indexOf('Answer 200')).toBeGreaterThan(0);
  const string = words.lastIndexOf('The string that was signed');
  expect(words.indexOf('Answer 200')).toBeLessThan(string);
  expect(words).not.toContain('What to do');
});

const links = (html: string) =>
  elementsOf(html).flatMap(({ attributes }) => attributes['href'] ?? []);

test('CTRL-05: a row links its request, and says which rule refused and what was tolerated', async () => {
  const findings = ['SIG-05', 'HDR-08'].map((rule) => ({ rule, text: 'odd' }));
  const html = listPage([everything({ findings })]);
  const expected = ['requests/x1', 'requests?q=status%3A4xx', 'requests'];
  expect(links(html)).toEqual(expect.arrayContaining(expected));
  expect(html).toContain('class="dot" title="tolerated: SIG-05, tolerated: HDR-08"');
  expect(html).toContain('title="SIG-10 SIG-05 HDR-08">400');
  expect(html).toContain('title="BAD_REQUEST">BAD_REQUEST');
  expect(wordsOf(await requestPage(everything({ findings })))).toContain(
    '✗ 400 BAD_REQUEST Refused by SIG-10 tolerated: SIG-05 tolerated: HDR-08',
  );
});

test('CTRL-05: a warning is no error, and a client that broke off got no answer', async () => {
  expect(wordsOf(listPage([warned()]))).toContain('with a warning: FORMAT_ERROR 201');
  const words = wordsOf(await requestPage(warned()));
  expect(words).toContain('Accepted with a warning: the bank answered 201.');
  expect(words).toMatch(/\/x ?: An address\./);
  expect(wordsOf(listPage([brokenOff()]))).toContain('no answer');
  const gone = wordsOf(await requestPage(brokenOff()));
  expect(gone).toContain('The client closed the connection before the answer.');
  expect(gone).toContain('No answer was sent, because the client closed the connection.');
});

test('CTRL-05, FAULT-01: a fault is named, and nobody else is blamed for an answer that it lost', async () => {
  expect(wordsOf(listPage([seenRequest({ fault: 'f7' })]))).toContain('fault f7');
  const lost = seenRequest({ fault: 'f7', brokenOff: true });
  expect(wordsOf(listPage([lost]))).not.toContain('The client');
  const words = wordsOf(await requestPage(lost));
  expect(words).toContain('The client received no answer because of the fault f7.');
  expect(words).toContain('No answer was sent, because of the fault f7.');
});

test('CTRL-05: both name their bank, and times their day and zone', async () => {
  const [list, page] = [listPage([seenRequest()]), await requestPage(seenRequest())];
  for (const words of ['Requests to bank acme', 'Times are UTC.', '09:05:07']) {
    expect(wordsOf(list)).toContain(words);
  }
  expect(list).toContain('title="2026-11-03T09:05:07.000Z"');
  expect(wordsOf(page)).toContain('by bank acme');
  for (const html of [list, page]) expect(html).toMatch(/<title>[^<]*bank acme/);
});

test('CTRL-05: filters are named and can be cleared; chips of a status keep the others', () => {
  const html = listPage([], { method: 'GET', status: '4xx', limit: '2', before: '9' });
  expect(html).toContain('name="q" value="method:GET status:4xx"');
  const current = elementsOf(html).filter(
    ({ tag, attributes }) => tag === 'a' && attributes['aria-current'] === 'true',
  );
  expect(current.map(({ attributes }) => attributes['href'])).toEqual([
    'requests?q=status%3A4xx+method%3AGET',
  ]);
  expect(links(html)).toEqual(
    expect.arrayContaining(['requests', 'requests?q=status%3A404+method%3AGET']),
  );
});

test('CTRL-05: of a long log only what is shown is made ready to be shown', () => {
  const log = Array.from({ length: 10_000 }, (_, nth) => seenRequest({ number: 10_000 - nth }));
  let made = 0;
  const view = (request: SeenRequest) => {
    made += 1;
    return entryView(request);
  };
  const { body } = requestList(log, { offset: '5000' }, { bank: 'acme', operations: [], view });
  expect(body).toMatchObject({ total: 10_000, last: 10_000, requests: { length: 100 } });
  expect((body as JsonObject & { requests: { number: number }[] }).requests[0]?.number).toBe(5000);
  expect(made).toBe(100);
});

test('CTRL-05: the list says how many there are, and leads to the newer and the older', () => {
  const log = [5, 4, 3, 2, 1].map((number) => seenRequest({ number }));
  const numbers = ({ requests }: JsonObject) =>
    (requests as unknown as readonly SeenRequest[]).map(({ number }) => number);
  const walked = [{ limit: '2' }, { limit: '2', before: '4' }, { limit: '2', before: '2' }].map(
    (query) => listOf(log, query),
  );
  expect(walked.map((list) => [numbers(list), list['newer'], list['older']])).toEqual([
    [[5, 4], undefined, '?limit=2&before=4'],
    [[3, 2], '?limit=2', '?limit=2&before=2'],
    [[1], '?limit=2&before=4', undefined],
  ]);
  expect(walked.map((list) => list['total'])).toEqual([5, 5, 5]);
  const html = listPage(log, { limit: '2', before: '4' });
  expect(wordsOf(html)).toContain('2 of 5 requests Newer Older');
  expect(html).toContain('href="?limit=2&amp;before=2"');
});

describe('CTRL-05: what to do begins with the one cure that there is', () => {
  const refusal = (rule: RuleId, code: ErrorCode, check: (typeof CHECK_NAMES)[number]) => ({
    entered: CHECK_NAMES.slice(0, CHECK_NAMES.indexOf(check) + 1),
    refusal: { rule, code, status: 400, text: 'No.', details: {} },
    ...({ explanation: undefined, scaFlow: undefined } as const),
    answer: {
      status: 400,
      headers: {},
      body: bodyOf(JSON.stringify({ tppMessages: [{ code, text: 'No.' }] })),
    },
  });

  test('CTRL-05, FAULT-01: the fault is removed, not the request signed again', async () => {
    const refused = everything({ ...refusal('FAULT-01', 'SYSTEM_ERROR', 'fault'), fault: 'f2' });
    const words = wordsOf(await requestPage(refused));
    expect(words).toContain('What to do Remove fault f2');
    // Its answer was lost, although it was accepted.
    const lost = seenRequest({ ...answered(201), fault: 'f2', brokenOff: true });
    expect(wordsOf(await requestPage(lost))).toContain('What to do Remove fault f2');
    const slow = everything({ ...refusal('SIG-10', 'BAD_REQUEST', 'signature'), fault: 'f2' });
    expect(wordsOf(await requestPage(slow))).not.toContain('Remove fault');
  });

  test.each([
    ['BAD_REQUEST', 'look at the clock of your machine'],
    ['FORMAT_ERROR', 'Send the time in this form'],
  ] as const)('SIG-11: a Date with %s has the right one', async (code, advice) => {
    const refused = everything({ ...refusal('SIG-11', code, 'date'), at: Date.UTC(2026, 10, 3) });
    const words = wordsOf(await requestPage(refused));
    expect(words).toContain(advice);
    expect(words).toContain('Date: Tue, 03 Nov 2026 00:00:00 GMT');
  });

  const KEYS: Readonly<Record<string, () => KeyObject>> = {
    ec: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
    'RSA of 2048 bits': () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
    'RSA of 1024 bits': () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey,
  };
  test.each([
    ['ec', true],
    ['RSA of 2048 bits', false],
    ['RSA of 1024 bits', true],
  ])('SIG-07: of a key that is %s a new certificate helps: %s', async (kind, helps) => {
    const { certificateBase64 } = ownCertificate({ key: (KEYS[kind] as () => KeyObject)() });
    const rawHeaders = ['TPP-Signature-Certificate', certificateBase64];
    const refused = refusal('SIG-07', 'BAD_REQUEST', 'algorithm');
    const words = wordsOf(await requestPage(everything({ ...refused, rawHeaders })));
    expect(words.includes('Make a new certificate')).toBe(helps);
  });

  test.each([
    ['TPP-01', 'validity', true],
    ['TPP-03', 'role', false],
  ] as const)(
    'TPP-01, TPP-03: instead of one refused by %s, for its %s, the new certificate has the same roles: %s',
    async (rule, check, same) => {
      const { certificateBase64 } = await mint({ roles: ['PSP_AI'] });
      const rawHeaders = ['TPP-Signature-Certificate', certificateBase64];
      const html = await requestPage(
        everything({ ...refusal(rule, 'FORBIDDEN', check), rawHeaders }),
      );
      expect(html.includes('value="PSP_AI"')).toBe(same);
    },
  );

  test('SES-02: a request that needs an SCA is not signed again while its link lives', async () => {
    const asked = (scaStatus: string, redirect?: string) =>
      createRequestView()(
        everything({ ...refusal('SES-02', 'CONSENT_INVALID', 'operation'), ...TO_SCA }),
        {
          flowOf: async (id) => ({
            id,
            purpose: 'access',
            startedAt,
            scaStatus,
            ...defined({ redirect }),
          }),
        },
      );
    const page = async (scaStatus: string, redirect?: string) =>
      wordsOf(onPage('request', await asked(scaStatus, redirect)));
    const [living, ended] = [
      await page('received'),
      await page('finalised', 'https://tpp.example'),
    ];
    expect(living).toContain('What to do Open the SCA page');
    expect(ended).toContain('What to do This SCA link has ended.');
    for (const words of [living, ended]) expect(words).not.toContain('Sign it again and send it');
  });
});

test('CTRL-05: the time of a request is on the clock of the bank too, once that was moved', async () => {
  const at = Date.UTC(2026, 10, 3, 9);
  const page = async (bankTime: number) =>
    wordsOf(await requestPage(everything({ at, bankTime, scaFlow: undefined })));
  expect(await page(at + 20)).toContain('2026-11-03 09:00:00 UTC by bank acme');
  expect(await page(at + 20)).not.toContain('on the bank&#39;s clock');
  expect(await page(at + 86_400_000)).toContain('2026-11-04 09:00:00 UTC on the bank&#39;s clock');
});
