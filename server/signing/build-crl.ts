// Makes lists of revoked certificates (RFC 5280, 5).
import { HOUR } from '../kernel/clock.ts';
import {
  authorityKeyIdentifier,
  extension,
  nameOf,
  type Signer,
  signed,
} from './build-certificate.ts';
import { integer, sequence, type Tree, tagged, time } from './der-writer.ts';

export interface RevokedCertificate {
  /** Hexadecimal. */
  readonly serial: string;
  /** Milliseconds since the epoch. */
  readonly revokedAt: number;
}

export interface CrlParts {
  readonly issuer: Signer;
  readonly revoked: readonly RevokedCertificate[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Clocks differ a little: a list is good at once everywhere. A checker may keep it as long. */

/** The list in DER; its number grows with the time. */
export function buildCrl({ issuer, revoked, now }: CrlParts): Buffer {
  return signed(issuer, (algorithm) =>
    sequence(
      integer(1n),
      algorithm,
      nameOf(issuer.name),
      time(now - HOUR),
      time(now + HOUR),
      // An empty list is left out.
      ...(revoked.length === 0 ? [] : [sequence(...revoked.map(entryOf))]),
      tagged(
        0,
        sequence(authorityKeyIdentifier(issuer), extension('2.5.29.20', integer(BigInt(now)))),
      ),
    ),
  );
}

const entryOf = ({ serial, revokedAt }: RevokedCertificate): Tree =>
  sequence(integer(BigInt(`0x${serial}`)), time(revokedAt));
