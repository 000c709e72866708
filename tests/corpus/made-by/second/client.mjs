// What the Node programs share: the kit, the contexts, and the note about the next request.
import { createHash, createSign, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { KIT, NOTES } = process.env;
export const BANK = process.env.BANK;
export const kit = (name) => readFileSync(join(KIT, name), 'utf8').trim();
export const contexts = JSON.parse(readFileSync(new URL('contexts.json', import.meta.url), 'utf8'));

/** The contexts that have all these tags, one after the other. */
const taken = new Map();
export function next(tags = '') {
  const all = contexts.filter((one) =>
    tags.split(' ').every((tag) => !tag || (tag === 'psu' ? one.psu : one.tags.includes(tag))),
  );
  const at = taken.get(tags) ?? 0;
  taken.set(tags, at + 1);
  return all[at % all.length];
}

export const KEY_ID = {
  own: 'SN=4F3AC29B07D1E86C,CA=CN=Nordic Trust Class 3 CA G2 QC Seal,2.5.4.97=NTRNO-983163327,O=Nordic Trust AS,C=NO',
  letters:
    'SN=D7B20A5E9914C3F18A6620,CA=CN=Bl\\C3\\A5b\\C3\\A6r Tillit Utsteder\\, Klasse 2,OU=Kvalifisert segl,O=Bl\\C3\\A5b\\C3\\A6r Tillit AS,C=NO',
};

KEY_ID.multi =
  'SN=20190417,CA=CN=Tillitsrot Seal CA 2-1 2024,2.5.4.97=NTRDE-HRB74346,OU=Trust Services,O=Tillitsrot GmbH,L=Berlin,ST=Berlin,C=DE';

export const sha256 = (data) => createHash('sha256').update(data).digest('base64');
export const rsa = (text, key = 'own') =>
  createSign('RSA-SHA256')
    .update(text)
    .sign(kit(`${key}.key`), 'base64');

/** Before the request: what is about to be sent, and the bytes that were signed. */
export function note(about, signed) {
  const line = JSON.stringify({ ...about, signed: Buffer.from(signed).toString('base64') });
  appendFileSync(NOTES, `${line}\n`);
}

/** The headers of a context that are not yet about signing. */
export function headersOf(context) {
  return {
    'X-Request-ID': randomUUID(),
    'TPP-Redirect-URI': context.redirect,
    ...(context.psu ? { 'PSU-ID': '0b9d2f61-5d2c-4c2e-8f4b-3b7c6e0d9a44' } : {}),
    ...(context.corporate ? { 'PSU-Corporate-ID': '7d5f1c02-93a6-4a0e-b1f8-5c2e4d6f8a90' } : {}),
    'TPP-Session-ID': '6f2d0c1e9b',
    'PSU-IP-Address': '203.0.113.58',
    'TPP-Redirect-Preferred': 'true',
    'PSU-Accept-Language': 'nb-NO,nb;q=0.9',
    'x-accept-fix': 'iso-dates',
  };
}

const SIGNABLE = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];

/**
 * A signer as a developer writes it from the bank's manual; right, but for what `slip` does otherwise.
 * Each part of `slip` stands for the line of code that the developer wrote in that place.
 */
export function build(context, slip = {}) {
  const headers = { ...headersOf(context), ...slip.headers?.(context) };
  const { body: object } = context;
  const body = object === undefined ? undefined : (slip.serialize ?? JSON.stringify)(object);
  headers.Date ??= (slip.date ?? (() => new Date().toUTCString()))();
  if (body !== undefined) {
    headers.Digest ??= (slip.digest ?? ((text) => `SHA-256=${sha256(text)}`))(body, object);
    headers['Content-Type'] = 'application/json';
  }
  const get = (name) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const target = `(request-target)`;
  const names = slip.names?.(get) ?? SIGNABLE.filter((name) => get(name) !== undefined);
  const value = (name) =>
    slip.value?.(name, get(name), context) ??
    (name === target ? `${context.method.toLowerCase()} ${context.path}` : get(name));
  const lines = names.map((name) =>
    (slip.line ?? ((key, text) => `${key}: ${text}`))(name, value(name)),
  );
  const plain = (slip.join ?? ((all) => all.join('\n')))(lines);
  const text = slip.text?.(plain, { headers, body, get }) ?? plain;
  const signature = (slip.sign ?? ((one) => rsa(one, slip.certificate ?? 'own')))(text);
  const listed = (slip.listed ?? ((all) => all.join(' ')))(names);
  const keyId = slip.keyId ?? KEY_ID[slip.certificate ?? 'own'];
  headers['TPP-Signature-Certificate'] =
    slip.certificateText ?? kit(`${slip.certificate ?? 'own'}.b64`);
  headers.Signature = (slip.header ?? headerOf)({ keyId, listed, signature });
  slip.after?.(headers, context);
  return {
    url: BANK + context.path,
    method: context.method,
    headers,
    body: slip.sent?.(body, object) ?? body,
    object,
    signed: slip.signed?.(text) ?? Buffer.from(text),
  };
}

const headerOf = ({ keyId, listed, signature }) =>
  `keyId="${keyId}",algorithm="rsa-sha256",headers="${listed}",signature="${signature}"`;

/** Runs rows `[id, what, expects, tags, slip, more]` with a function that sends. */
export async function run(rows, send) {
  for (const [id, what, expects, tags, slip, more = {}] of rows) {
    const context = next(tags);
    const request = build(context, slip);
    const { certificate } = slip;
    const about = typeof more === 'function' ? more(context) : more;
    note({ id, what, expects, ...(certificate ? { certificate } : {}), ...about }, request.signed);
    try {
      await (slip.send ?? send)(request, context);
    } catch (error) {
      console.error(`${id}: ${error.code ?? ''} ${error.message}`);
    }
  }
}
