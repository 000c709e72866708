// A certificate of which a byte was changed on its way can still be read. It names another serial number or issuer then,
// and a keyId that is right would be blamed.
import type { SigningCertificate } from '../../signing/certificate.ts';
import { isSameKey } from '../../signing/key-pair.ts';
import { type Reading, reading } from './explanation.ts';

/** Bytes at the end, of an authority's signature: two certificates have the same ones only if one is of the other. */
const OF_SIGNATURE = 64;

const DAMAGED = reading(
  ['certificate-damaged'],
  "TPP-Signature-Certificate holds a damaged copy: its authority's signature fits the certificate that was issued for this key, and not this one; send it as it was issued.",
);

/** @param others with the authorities that the bank knows; without the one that issued it nothing is claimed */
export function damagedCopy(
  { x509, publicKey }: SigningCertificate,
  others: readonly SigningCertificate[],
): Reading | undefined {
  const end = x509.raw.subarray(-OF_SIGNATURE);
  const isOfKey = (one: SigningCertificate) =>
    publicKey && one.publicKey && isSameKey(one.publicKey, publicKey);
  const copies = others.filter(
    (one) => isOfKey(one) && one.x509.raw.subarray(-OF_SIGNATURE).equals(end),
  );
  // There may be other damaged ones among them.
  const signedOnlyACopy = ({ publicKey: key }: SigningCertificate) =>
    key && copies.some((one) => one.x509.verify(key)) && !x509.verify(key);
  return others.some(signedOnlyACopy) ? DAMAGED : undefined;
}
