// CTRL-05 and WEB-01: the pages of the inspector, with all that they can show and hostile values in it.
import { describe, expect, test } from '@jest/globals';
import { CHECK_NAMES as CHECKS } from '../../../server/checks/checks.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { requestList } from '../../../server/insight/inspector/request-list.ts';
import { requestView } from '../../../server/insight/inspector/request-view.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { elementsOf, MISSING_VALUE, wordsOf } from '../../support/html.ts';
import { mint } from '../signing/support.ts';
import { bodyOf, seenRequest } from './sample-request.ts';

const pages = createPages({ root: new URL('../../../../', import.meta.url) });
const HOSTILE = `"><script>alert('1')</script>&{tpp}`;

const flowOf = async (id: string): Promise<JsonObject> => ({
  id,
  purpose: 'access',
  scaStatus: HOSTILE,
  startedAt: '2026-11-03T09:05:07.000Z',
  redirect: HOSTILE,
});

/** An request with everything, refused by the signature. */
async function everything(change: Partial<SeenRequest> = {}): Promise<SeenRequest> {
  const { certificateBase64, keyId } = await mint({ name: 'TPP' });
  const messages = [1, 2].map(() => ({ code: 'X', path: HOSTILE, text: HOSTILE }));
  return seenRequest({
    requestId: HOSTILE,
    method: 'POST',
    target: `/v1/x?${HOSTILE}`,
    operation: 'getAccounts',
    tpp: { id: HOSTILE, name: HOSTILE },
    rawHeaders: [
      ...['Host', '127.0.0.1', 'X-Hostile', HOSTILE, 'Date', HOSTILE, 'TPP-Session-ID', HOSTILE],
      ...['TPP-Signature-Certificate', certificateBase64],
      ...['Signature', `keyId="${keyId}",algorithm="a",headers="date",signature="<b>"`],
    ],
    body: bodyOf(HOSTILE),
    entered: CHECKS.slice(0, CHECKS.indexOf('signature') + 1),
    findings: [{ rule: 'SIG-05', text: HOSTILE }],
    refusal: { rule: 'SIG-10', code: 'BAD_REQUEST', status: 400, text: HOSTILE, details: {} },
    explanation: {
      rule: 'SIG-10',
      sentence: HOSTILE,
      readings: [
        { mistakes: ['crlf'], sentence: HOSTILE },
        { mistakes: ['cr'], sentence: HOSTILE },
      ],
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

const model = async (request: SeenRequest) => requestView(request, { flowOf });
/** As the door does it: what JSON leaves out is not there. */
const onPage = (
  view: 'request' | 'requests',
  answer: JsonObject,
  query: Readonly<Record<string, string>> = {},
): string => pages.report(view, JSON.parse(JSON.stringify(answer)), { bank: 'acme', query }).html;
const listOf = (requests: readonly SeenRequest[], query: Readonly<Record<string, string>> = {}) =>
  requestList(requests, query, { bank: 'acme', operations: [] }).body as JsonObject;

const accepted = (): Promise<SeenRequest> =>
  everything().then(({ refusal: _, explanation: __, scaFlow: ___, ...rest }) => ({
    ...rest,
    entered: CHECKS,
    answer: { ...rest.answer, status: 200 },
    codes: [],
  }));

const brokenOff = () => seenRequest({ brokenOff: true });
const warned = () =>
  seenRequest({
    entered: CHECKS,
    warnings: ['FORMAT_ERROR'],
    answer: {
      status: 201,
      headers: {},
      body: bodyOf(
        JSON.stringify({
          tppMessages: [
            { category: 'WARNING', code: 'FORMAT_ERROR', path: '/x', text: 'Send an address.' },
          ],
        }),
      ),
    },
  });

const rendered: readonly (readonly [string, () => Promise<string>])[] = [
  ['one with everything', async () => onPage('request', await model(await everything()))],
  ['one with next to nothing', async () => onPage('request', await model(seenRequest()))],
  ['one that was accepted', async () => onPage('request', await model(await accepted()))],
  [
    'one whose operation refused without a word',
    async () =>
      onPage(
        'request',
        await model(
          seenRequest({ entered: CHECKS, answer: { status: 500, headers: {}, body: bodyOf('') } }),
        ),
      ),
  ],
  [
    'the list',
    async () => onPage('requests', listOf([await everything(), seenRequest(), await accepted()])),
  ],
  ['an empty list', async () => onPage('requests', listOf([]))],
  [
    'a list that is filtered, in the middle of others',
    async () => {
      const query = { requestId: HOSTILE, limit: '1', before: '3' };
      const three = await Promise.all([3, 2, 1].map((number) => everything({ number })));
      return onPage('requests', listOf(three, query), query);
    },
  ],
  ['one that broke off', async () => onPage('request', await model(brokenOff()))],
  ['one with a warning', async () => onPage('request', await model(warned()))],
  [
    'a refusal',
    async () =>
      pages.problem({
        status: 400,
        messages: [{ code: 'FORMAT_ERROR', text: HOSTILE }],
        back: { href: HOSTILE, label: HOSTILE },
      }).html,
  ],
];

describe.each(rendered)('the page of %s', (_, render) => {
  test('WEB-01: is well formed, runs nothing and lets nothing in', async () => {
    const html = await render();
    const elements = elementsOf(html);
    for (const { tag, attributes } of elements) {
      expect(['script', 'style', 'iframe', 'form', 'object', 'base']).not.toContain(tag);
      expect(Object.keys(attributes).filter((key) => /^(style$|on)/.test(key))).toEqual([]);
    }
    expect(html).not.toContain("alert('");
    expect(html).not.toContain('<b>"');
    expect(wordsOf(html)).not.toMatch(MISSING_VALUE);
  });

  test('CTRL-05: has one heading, ids once, and references that lead somewhere', async () => {
    const elements = elementsOf(await render());
    expect(elements.filter(({ tag }) => tag === 'h1')).toHaveLength(1);
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of elements) {
      const href = attributes['href'];
      const named = [
        attributes['aria-labelledby'],
        href?.startsWith('#') ? href.slice(1) : undefined,
      ];
      for (const id of named) if (id !== undefined) expect(ids).toContain(id);
    }
  });

  test('CTRL-05: what scrolls can be reached with the keyboard and has a name', async () => {
    const blocks = elementsOf(await render()).filter(({ tag }) => tag === 'pre');
    for (const { attributes } of blocks) {
      expect(attributes).toMatchObject({ tabindex: '0', role: 'region' });
      expect(attributes['aria-labelledby'] ?? attributes['aria-label']).toBeDefined();
    }
  });
});

describe('CTRL-05: what the page says', () => {
  test('CTRL-05: the sentence first, then what to do, the checks, the strings', async () => {
    const request = await everything();
    const { explanation, ...rest } = request;
    const words = wordsOf(
      onPage(
        'request',
        await model({
          ...rest,
          refusal: {
            ...(rest.refusal as NonNullable<SeenRequest['refusal']>),
            text: 'You used CRLF.',
          },
          ...(explanation === undefined ? {} : { explanation }),
        }),
      ),
    );
    const places = [
      'You used CRLF.',
      'What to do',
      'Each of these gives the very bytes that came',
      'the bank would refuse this next',
      'Checks, in their order',
      'signature refused',
      'validity not reached',
      'What was signed, and what should have been',
      'The right signature',
      'keyId sent',
      'keyId expected',
      'Try again',
      'Signed anew',
      'The same bytes',
      'Answer 400',
    ].map((text) => words.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('CTRL-05: what is too much and what is missing is marked by more than a colour', async () => {
    const html = onPage('request', await model(await everything()));
    expect(html).toContain('<del>\\r</del>');
    expect(html).toMatch(/<del>2<\/del><ins>1<\/ins>/);
    expect(html).toContain('<span class="end"></span>');
  });

  test('CTRL-05: where the signature is not the trouble, request and answer go first', async () => {
    const words = wordsOf(onPage('request', await model(await accepted())));
    expect(words).toContain('Accepted: the bank answered 200.');
    expect(words.indexOf('Answer 200')).toBeGreaterThan(0);
    expect(words.indexOf('Answer 200')).toBeLessThan(words.indexOf('The string that was signed'));
    expect(words).not.toContain('What to do');
  });

  test('CTRL-05: the list links each request, below a bank too, and tells why it was refused', async () => {
    const html = onPage('requests', listOf([await everything()]));
    const links = elementsOf(html).map(({ attributes }) => attributes['href']);
    expect(links).toEqual(
      expect.arrayContaining(['requests/x1', 'requests?status=4xx', 'requests']),
    );
    expect(wordsOf(html)).toContain('✗ 400 BAD_REQUEST');
    expect(html).toContain('&#34;&gt;&lt;script&gt;');
  });

  test('CTRL-05: the rule that refused is told from what was tolerated, in words', async () => {
    const request = await everything();
    const findings = [...request.findings, { rule: 'HDR-08', text: 'odd' }];
    for (const html of [
      onPage('requests', listOf([{ ...request, findings }])),
      onPage('request', await model({ ...request, findings })),
    ]) {
      expect(wordsOf(html)).toContain(
        '✗ 400 BAD_REQUEST Refused by SIG-10 tolerated: SIG-05 tolerated: HDR-08',
      );
    }
  });

  test('CTRL-05: a warning is no error, and the page of the request tells it', async () => {
    expect(wordsOf(onPage('requests', listOf([warned()])))).toContain(
      '✓ 201 with a warning: FORMAT_ERROR',
    );
    const words = wordsOf(onPage('request', await model(warned())));
    expect(words).toContain('Accepted with a warning: the bank answered 201.');
    expect(words).toMatch(/\/x ?: Send an address\./);
  });

  test('CTRL-05: who broke off was not answered', async () => {
    expect(wordsOf(onPage('requests', listOf([brokenOff()])))).toContain('no answer');
    const words = wordsOf(onPage('request', await model(brokenOff())));
    expect(words).toContain('The client broke off before it was answered.');
    expect(words).toContain('None was sent: the client had gone.');
  });
});
