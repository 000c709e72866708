// SIG-01 and SIG-02 explained: a certificate in another header, or in another form than base64 of its DER.
import { ApiError } from '../../protocol/errors.ts';
import type { RawHeaders } from '../../protocol/headers.ts';
import { attempt } from '../../signing/attempt.ts';
import { parseCertificateHeader } from '../../signing/certificate-header.ts';
import { proven, type Reading } from './explanation.ts';
import type { MistakeName } from './mistake-names.ts';
import { readingsAs } from './signature/written-bytes.ts';

const HOW: Partial<Readonly<Record<MistakeName, string>>> = {
  'certificate-header': 'in another header',
  'certificate-list': 'as the first of several',
  'certificate-hex': 'in hexadecimal',
  'certificate-percent-encoded': 'percent-encoded',
  'certificate-base64-twice': 'in base64 twice',
};
const OWN = 'tpp-signature-certificate';

/** `undefined` unless a header holds a certificate that can be read in another way. */
export function certificateElsewhere(headers: RawHeaders): Reading | undefined {
  const name = headers.has(OWN) ? OWN : headers.names().find((one) => /cert/.test(one));
  const value = headers.get(name ?? '') ?? '';
  // Envoy writes name="value" with semicolons between.
  const list = (/\bcert="([^"]*)"/i.exec(value)?.[1] ?? value).split(/[,;|]/);
  for (const { bytes, parts } of readingsAs('certificate', (list[0] ?? '').trim())) {
    const read = attempt(ApiError, () => parseCertificateHeader(bytes.toString('base64')));
    if (read instanceof ApiError) continue;
    const mistakes = [
      ...(name === OWN ? [] : (['certificate-header'] as const)),
      ...(list.length === 1 ? [] : (['certificate-list'] as const)),
      ...parts.flatMap((part) => part.mistakes),
    ];
    const { serial } = read.certificate;
    const how = mistakes.map((one) => HOW[one]).join(', ');
    const whose = list.length === 1 ? 'its DER' : 'the DER of the one whose key signs';
    const sentence = `The header ${name} holds a certificate (serial ${serial}), but ${how}; send the base64 of ${whose}, alone and on one line, in TPP-Signature-Certificate.`;
    return mistakes.length === 0 ? undefined : proven(mistakes, sentence);
  }
  return undefined;
}
