// A certificate with an issuer that needs escapes, an authority and a neighbour of it, and what is said of
// a keyId that does not name it.
import { explainKeyId } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { attempt } from '../../../server/signing/attempt.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { checkKeyId } from '../../../server/signing/key-id.ts';
import { ownCertificate, rsaPair } from './own-certificate.ts';
import { namesOf } from './support.ts';

export const ISSUER =
  'CN=Prøve "Q" CA\\, G1,OU=Tillit,2.5.4.97=NTRNO-974760673,O=Prøve AS,C=NO'.replaceAll('"', '\\"');
export const PARTS = [
  'CN=Prøve \\"Q\\" CA\\, G1',
  'OU=Tillit',
  '2.5.4.97=NTRNO-974760673',
  'O=Prøve AS',
  'C=NO',
];
export const SUBJECT = 'CN=tpp.example,O=Tredjepart AS,C=NO';
export const { publicKey: key } = await rsaPair();
export const { certificate } = ownCertificate({
  serial: 'AB12CD',
  issuer: ISSUER,
  subject: SUBJECT,
  key,
});
export const root = ownCertificate({
  serial: '77',
  issuer: 'CN=Rot CA,C=NO',
  subject: 'CN=Mellom CA,C=NO',
  key,
  authority: true,
});
export const neighbour = ownCertificate({
  serial: '1234',
  issuer: 'CN=Annen CA,C=SE',
  subject: 'CN=Nabo,O=Nabo "&" Sønn AS,C=SE'.replaceAll('"&"', 'og'),
  key,
});
export const others = [root.certificate, neighbour.certificate];

/** What is said of a keyId by the rule that refuses it; nothing where none does. */
export function readings(
  keyId: string,
  change: Partial<SigningCertificate> = {},
  company = others,
) {
  const own = { ...certificate, ...change };
  const refusal = attempt(ApiError, () => checkKeyId(keyId, own, () => undefined));
  if (!(refusal instanceof ApiError)) return undefined;
  const rule = refusal.rule as 'SIG-05' | 'SIG-06';
  return explainKeyId(keyId, { certificate: own, others: company }, rule);
}

export const named = (...given: Parameters<typeof readings>) => {
  const found = readings(...given);
  return found && namesOf({ readings: found });
};
export const sentence = (...given: Parameters<typeof readings>) =>
  readings(...given)?.[0]?.sentence;
export const withSn = (serial: string) => `SN=${serial},CA=${ISSUER}`;
export const withCa = (issuer: string) => `SN=AB12CD,CA=${issuer}`;
export const joined = (parts: readonly string[]) => withCa(parts.join(','));
export const without = (...names: string[]) =>
  PARTS.filter((part) => !names.some((name) => part.startsWith(`${name}=`)));
