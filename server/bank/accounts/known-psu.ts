// The checks of PSU and session before anything is read (contract, section 5: CONS-01 … CONS-06,
// SES-02): a PSU that the TPP knows by PSU-ID, and where it is needed a session that lives.

import type { ErrorCode } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Call } from '../banks/operation.ts';
import { askForSca } from '../sca/ask-for-sca.ts';
import { type IdentifiedPsu, identifyPsu } from '../sca/psu.ts';
import { isLiving, sessionOf } from '../sca/sessions.ts';
import type { SessionRow } from '../sca/tables.ts';

export interface KnownPsu {
  readonly customerId: string;
  readonly psuId: string;
}

/** A call that must be answered with an SCA. */
export interface Denied {
  readonly reply: Reply;
}

/** Throws what `identifyPsu` throws. */
export async function knownPsu(call: Call): Promise<{ readonly psu: KnownPsu } | Denied> {
  const who = await identifyPsu(call);
  if ('reply' in who) return who;
  const { psu } = who;
  if (psu?.psuId === undefined) return { reply: await nobodyKnown(call, psu) };
  return { psu: { customerId: psu.customerId, psuId: psu.psuId } };
}

/** The session of this call, living: CONS-05, SES-02. */
export async function livingSession(
  call: Call,
  { customerId }: KnownPsu,
): Promise<{ readonly session: SessionRow } | Denied> {
  const session = await sessionOf(call, customerId);
  const fixed = { customerId };
  const path = 'TPP-Session-ID';
  if (session === undefined) {
    const text =
      call.headers.tppSessionId === undefined
        ? 'TPP-Session-ID was not sent, so no SCA of the PSU can be found.'
        : 'No SCA of the PSU counts under this TPP-Session-ID: none was completed, or a later session has taken its place.';
    return deny(call, { rule: 'CONS-05', code: 'CONSENT_INVALID', path, text, fixed });
  }
  if (!isLiving(session, call.bank.now)) {
    const text = 'The SCA of this TPP-Session-ID has run out: it is good for an hour at most.';
    return deny(call, { rule: 'SES-02', code: 'SCA_EXPIRED', path, text, fixed });
  }
  return { session };
}

/** Both of the above: for calls that are about the session itself. */
export async function knownSession(
  call: Call,
): Promise<{ readonly psu: KnownPsu; readonly session: SessionRow } | Denied> {
  const known = await knownPsu(call);
  if ('reply' in known) return known;
  const found = await livingSession(call, known.psu);
  return 'reply' in found ? found : { psu: known.psu, session: found.session };
}

export interface Denial {
  readonly rule: RuleId;
  readonly code: ErrorCode;
  readonly text: string;
  readonly path?: string;
  readonly fixed: { readonly customerId: string };
}

export async function deny(call: Call, denial: Denial): Promise<Denied> {
  return { reply: await askForSca(call, denial) };
}

/** CONS-01: nobody is named. CONS-04: a person is, but no PSU-ID shows that an SCA ever took place. */
function nobodyKnown(call: Call, psu: IdentifiedPsu | undefined): Promise<Reply> {
  const code = 'CONSENT_INVALID';
  if (psu !== undefined) {
    const text = 'X-PSU-IDENTITY alone gives no access: an SCA must issue the PSU-ID first.';
    const fixed = { customerId: psu.customerId };
    return askForSca(call, { rule: 'CONS-04', code, path: 'PSU-ID', text, fixed });
  }
  const text = 'Neither PSU-ID nor X-PSU-IDENTITY was sent.';
  return askForSca(call, { rule: 'CONS-01', code, path: 'PSU-ID', text });
}
