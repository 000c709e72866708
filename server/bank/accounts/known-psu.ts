// The checks of PSU and session before anything is read (CONS-01 … CONS-06,
// SES-02): a PSU that the TPP knows by PSU-ID, and where it is needed a session that lives.
import type { Call } from '../banks/operation.ts';
import { type IdentifiedPsu, identifyPsu, psuIdNeeded } from '../sca/psu.ts';
import { ScaNeeded } from '../sca/sca-needed.ts';
import { isLiving } from '../sca/sessions.ts';
import type { SessionRow } from '../sca/tables.ts';

export interface KnownPsu extends IdentifiedPsu {
  readonly psuId: string;
}

/** Throws what `identifyPsu` throws, and ScaNeeded CONS-01 or CONS-04. */
export async function needPsu(call: Call): Promise<KnownPsu> {
  const psu = await identifyPsu(call);
  if (psu?.psuId === undefined) {
    const text = 'X-PSU-IDENTITY alone gives no access: an SCA must issue the PSU-ID first.';
    throw psuIdNeeded(psu, text);
  }
  return { ...psu, psuId: psu.psuId };
}

/** The session of this call, living. Throws ScaNeeded CONS-05 or SES-02. */
export function needSession(call: Call, { customerId, session }: KnownPsu): SessionRow {
  const about = { path: 'TPP-Session-ID', fixed: { customerId } };
  if (session === undefined) {
    const text =
      call.headers.tppSessionId === undefined
        ? 'TPP-Session-ID was not sent, so no SCA of the PSU can be found.'
        : 'There is no valid SCA of the PSU for this TPP-Session-ID: none was completed, or a later session has replaced it.';
    throw new ScaNeeded('CONS-05', 'CONSENT_INVALID', { ...about, text });
  }
  if (!isLiving(session, call.bank.now)) {
    const text = 'The SCA of this TPP-Session-ID has expired: it is valid for one hour.';
    throw new ScaNeeded('SES-02', 'SCA_EXPIRED', { ...about, text });
  }
  return session;
}
