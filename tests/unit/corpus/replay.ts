// Gives a row's request to the bank's checks and the explainer, and reads what they name. A mistake that
// hides others is mended, and the request is given again: each must be named in its turn.
import { createHash } from 'node:crypto';
import { keyIdOf } from '../../../client/sign.ts';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import type { ApiError } from '../../../server/protocol/errors.ts';
import { collectRefusals } from '../../../server/protocol/run-checks.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { CHECKS_OF_ANY_ISSUER, plainTools } from '../../../server/signing/signature-checks.ts';
import { type Identities, type Mended, type Row, remake } from './row.ts';

export type Outcome = 'accepted' | 'named rightly' | 'named partly' | 'named wrongly' | 'not named';

export interface Replayed {
  readonly row: Row;
  readonly outcome: Outcome;
  /** The rule and the names of each refusal in turn. */
  readonly got: readonly string[];
  readonly texts: readonly string[];
}

interface Refused {
  readonly refusal: ApiError;
  readonly explanation: Explanation | undefined;
}

export function replay(row: Row, identities: Identities): Replayed {
  const refused = refusalsOf(row, identities);
  const texts = refused.flatMap(({ refusal, explanation }) => [
    explanation?.sentence ?? refusal.message,
    ...(explanation?.next ?? []).map(({ text }) => text),
  ]);
  const got = refused.map(({ refusal: { rule }, explanation }) => {
    const readings = explanation?.readings ?? [];
    const names = readings.map(({ mistakes }) => mistakes.join(' + ')).join(' or ');
    return names === '' ? rule : `${rule} ${names}`;
  });
  return { row, outcome: outcomeOf(row, refused, texts), got, texts };
}

function refusalsOf(row: Row, identities: Identities): readonly Refused[] {
  const refusals: Refused[] = [];
  let mended: Mended = {};
  for (;;) {
    const one = refusalOf(row, identities, mended);
    const isOld = ({ refusal }: Refused) => refusal.message === one?.refusal.message;
    if (one === undefined || refusals.some(isOld)) return refusals;
    refusals.push(one);
    const mend = mendOf(row, identities, one);
    if (mend === undefined) return refusals;
    mended = { ...mended, ...mend };
  }
}

function refusalOf(row: Row, identities: Identities, mended: Mended): Refused | undefined {
  const request = remake(row, identities, mended);
  const now = Date.parse(row.at);
  const facts = {
    request,
    body: request.body,
    role: 'none',
    reportFinding: () => undefined,
  } as const;
  const tools = plainTools(now);
  const [first] = collectRefusals(CHECKS_OF_ANY_ISSUER, { facts, tools });
  if (first === undefined) return undefined;
  const { refusal } = first;
  const bank = /^\/banks\/([^/?]+)\//.exec(request.target)?.[1] ?? 'default';
  const explainer = createExplainer();
  // The bank has seen the company's certificates before.
  for (const name of new Set([row.certificate, 'transport'])) {
    explainer.know(bank, readCertificate(Buffer.from(identities.certificateOf(name), 'base64')));
  }
  const work = explainer.explain(request, refusal, { bank, now });
  return { refusal, explanation: work && atOnce(work) };
}

function mendOf(
  { certificate, request }: Row,
  identities: Identities,
  { refusal, explanation }: Refused,
): Mended | undefined {
  const { rule } = refusal;
  const names: readonly string[] = explanation?.readings.flatMap(({ mistakes }) => mistakes) ?? [];
  if (names.includes('another-certificate')) {
    return { certificate: identities.certificateOf(certificate) };
  }
  const keyId = keyIdOf(identities.certificateOf(certificate));
  if (rule === 'SIG-06') return { keyId: () => keyId };
  if (rule === 'SIG-05') {
    const serial = keyId.slice(0, keyId.indexOf(',CA='));
    // A wrong issuer stays, so that it must be named too.
    return {
      keyId: (sent) => (/^SN=.*,CA=/s.test(sent) ? sent.replace(/^.*?(?=,CA=)/s, serial) : keyId),
    };
  }
  if (rule !== 'SIG-12') return undefined;
  const { body = '', bodyBase64 } = request;
  const sent = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64');
  return { digest: `SHA-256=${createHash('sha256').update(sent).digest('base64')}` };
}

const namesIn = (expected: string): readonly string[] => expected.replace('? ', '').split(' | ');

function outcomeOf(
  { expects, says = [] }: Row,
  refused: readonly Refused[],
  texts: readonly string[],
): Outcome {
  if (refused.length === 0) return 'accepted';
  const rules = new Set<string>(refused.map(({ refusal }) => refusal.rule));
  const all = expects.map((one) => ({ may: one.startsWith('? '), names: namesIn(one) }));
  const wanted = all.filter(({ may }) => !may).map(({ names }) => names);
  const isWanted = (name: string) => all.some(({ names }) => names.includes(name));
  const named = new Set<string>(
    refused.flatMap(({ explanation }) => {
      const readings = explanation?.readings ?? [];
      const share = (names: readonly string[]) => names.filter(isWanted).length / names.length;
      const [best] = [...readings].sort((a, b) => share(b.mistakes) - share(a.mistakes));
      return best?.mistakes ?? [];
    }),
  );
  const found = wanted.filter((names) => names.some((one) => named.has(one) || rules.has(one)));
  // What is quoted is the request's own.
  const words = texts.map((text) => text.replaceAll(/"[^"]*"/g, '""'));
  const isSaid = says.every((one) => words.some((text) => new RegExp(one, 'i').test(text)));
  // Where the row knows no name, its words judge what is said.
  const isFree = expects.length === 0 && says.length > 0;
  const excess = [...named].filter((name) => !isFree && !isWanted(name));
  if (found.length === wanted.length && excess.length === 0 && isSaid) return 'named rightly';
  if (found.length > 0) return 'named partly';
  return named.size > 0 ? 'named wrongly' : 'not named';
}
