// One request with all that the inspector knows of it (CTRL-05): the entry of the list, the request and its
// answer, the SCA flow, the parts of the signature, and commands to try again. Masked (WEB-06).

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { flows } from '../../bank/sca/tables.ts';
import { isoTime } from '../../kernel/dates.ts';
import { decodeUtf8, readable } from '../../kernel/utf8.ts';
import { headerPairs, RawHeaders } from '../../protocol/headers.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { clip } from '../../protocol/shown-text.ts';
import { compareSigned } from '../explain/compare-signed.ts';
import { testOf } from './as-test.ts';
import { curlCommand, curlNote, resignCommand } from './commands.ts';
import { entryWith } from './entry-view.ts';
import { createMask, isSecretHeader, type Mask } from './masking.ts';
import type { SeenRequest, StoredBody } from './seen-request.ts';
import { shownCertificate } from './sent-certificate.ts';
import { explainedView } from './signature-view.ts';
import { messagesOf } from './verdict.ts';

interface Around {
  /** The string that the client says it signed. */
  readonly signed?: string;
  /** The flow that the request began, in its present state. */
  readonly flowOf: (id: string, mask: Mask) => Promise<JsonObject>;
}

/** Longer than any signing string of a real client. */
const LONG = 8_000;

const RESIGN_NOTE =
  'Signs the request again with a test certificate of this bank. To use your own, add --credentials FOLDER.';

/**
 * Thousands of clients may wait for the same request: the last one that was shown is remembered, all but its flow.
 *
 * @param publicUrl address of the process for links behind a proxy; by default the request's Host
 */
export function createRequestView(publicUrl?: string) {
  let last: { readonly request: SeenRequest; readonly shown: Promise<Shown> } | undefined;
  const shownOf = (request: SeenRequest): Promise<Shown> => {
    if (last?.request === request) return last.shown;
    const shown = withoutFlow(request, publicUrl);
    last = { request, shown };
    shown.catch(() => {
      last = undefined;
    });
    return shown;
  };
  return async (request: SeenRequest, { flowOf, signed }: Around): Promise<JsonObject> => {
    const isPlain = signed === undefined;
    const shown = isPlain ? shownOf(request) : withoutFlow(request, publicUrl, signed);
    const { view, mask } = await shown;
    const { scaFlow } = request;
    if (scaFlow === undefined) return view;
    const flow = { ...(await flowOf(scaFlow, mask)), link: flowLink(request, scaFlow) };
    return { ...view, scaFlow: flow };
  };
}

interface Shown {
  readonly view: JsonObject;
  readonly mask: Mask;
}

async function withoutFlow(
  request: SeenRequest,
  publicUrl?: string,
  signed?: string,
): Promise<Shown> {
  const compared = signed === undefined ? undefined : comparedWith(signed, request);
  const { rawHeaders, answer, body, secure } = request;
  const mask = createMask(rawHeaders);
  const headers = new RawHeaders(rawHeaders);
  const sessionId = headers.get('tpp-session-id');
  const origin =
    publicUrl ?? `${secure ? 'https' : 'http'}://${headers.get('host') ?? '127.0.0.1'}`;
  const replayed = { request, mask, origin };
  const view = {
    ...entryWith(request, mask, (text) => clip(text, LONG)),
    scaFlow: undefined,
    tppSessionId: sessionId === undefined ? undefined : mask.text(readable(sessionId)),
    request: {
      headers: headersView(rawHeaders, mask),
      body: bodyView(body, mask),
      bodyLength: body.length,
    },
    answer: {
      status: answer.status,
      headers: headersView(Object.entries(answer.headers).flat(), mask),
      body: bodyView(answer.body, mask),
      bodyLength: answer.body.length,
      messages: messagesOf(answer.body.bytes).map(({ category, code, path, text }) => ({
        category,
        code,
        path: path && mask.text(path),
        text: mask.text(text),
      })),
    },
    ...(await explainedView(request, mask, compared)),
    curl: curlCommand(replayed),
    curlNote: curlNote(request),
    resign: resignCommand(replayed),
    resignNote: RESIGN_NOTE,
    test: testOf(request, mask),
  };
  return { view, mask };
}

const comparedWith = (signed: string, { method, target, rawHeaders, body, at }: SeenRequest) =>
  compareSigned(
    Buffer.from(signed),
    { method, target, headers: new RawHeaders(rawHeaders), body: body.bytes },
    at,
  );

function headersView(flat: readonly string[], mask: Mask): readonly (readonly string[])[] {
  return headerPairs(flat).map(([name, value]) => [
    mask.text(name),
    headerValue(name, value, mask),
  ]);
}

function headerValue(name: string, value: string, mask: Mask): string {
  if (isSecretHeader(name)) return value === '' ? '' : '(removed)';
  const isCertificate = name.toLowerCase() === 'tpp-signature-certificate';
  return isCertificate ? shownCertificate(value, mask) : mask.text(readable(value));
}

/** The stored part of the body as text; `undefined` if there was no body. */
function bodyView({ bytes, length }: StoredBody, mask: Mask): string | undefined {
  if (length === 0) return undefined;
  // If the end is cut off, the last character may be cut too.
  const isCut = bytes.length < length;
  const ends = isCut ? [0, 1, 2, 3] : [0];
  // A number may be cut too, and the mask does not recognise half a national id.
  const shown = (text: string) => mask.text(isCut ? text.replace(/\d{1,20}$/, '…') : text);
  for (const cut of ends) {
    const text = decodeUtf8(bytes.subarray(0, bytes.length - cut));
    if (text !== undefined) return shown(text);
  }
  return shown(bytes.toString('latin1'));
}

/** Only `{id}` after the bank has forgotten the flow. */
export async function flowView(
  { tx }: Pick<BankTx, 'tx'>,
  id: string,
  mask: Mask,
): Promise<JsonObject> {
  const flow = await tx.get(flows, id);
  if (flow === undefined) return { id };
  return {
    id,
    purpose: flow.purpose.kind,
    scaStatus: flow.scaStatus,
    startedAt: isoTime(flow.createdAt),
    redirect: flow.redirect === undefined ? undefined : mask.text(withoutOwnValues(flow.redirect)),
  };
}

/** Path of the flow's page: `/banks/acme/sca/…`. */
function flowLink({ bank, target }: SeenRequest, id: string): string {
  const prefix = target.startsWith(`/banks/${bank}/`) ? `/banks/${bank}` : '';
  return `${prefix}/sca/${id}`;
}

/** SCA-03, SCA-04: parameters that the bank itself adds to a redirect. */
const BANK_PARAMETERS =
  /^(?:psu-id|psu-corporate-id|tpp-session-id|context|system|status|code|message)$/;

/** The TPP's own values in its address may be secret, so only their names are shown. */
function withoutOwnValues(redirect: string): string {
  const [address = '', ...fragment] = redirect.split('#');
  const [path = '', ...query] = address.split('?');
  const pairs = query
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return BANK_PARAMETERS.test(name) || value.length === 0 ? pair : `${name}=…`;
    });
  const shown = pairs.join('&') === '' ? path : `${path}?${pairs.join('&')}`;
  return fragment.length === 0 ? shown : `${shown}#…`;
}
