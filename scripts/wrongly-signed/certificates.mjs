// Keys and certificates of the hand-made corpus, by the openssl command line: a root, an issuing authority
// below it, and certificates of third parties. Their validity includes the corpus's instant.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FROM = '20261101000000Z';
const UNTIL = '20261201000000Z';

const CONFIG = (folder) => `
[ca]
default_ca = test
[test]
serial = ${folder}/serial
database = ${folder}/index.txt
new_certs_dir = ${folder}
default_md = sha256
policy = anything
unique_subject = no
preserve = yes
[anything]
countryName = optional
localityName = optional
organizationName = optional
organizationIdentifier = optional
commonName = optional
[req]
distinguished_name = dn
string_mask = utf8only
utf8 = yes
prompt = no
[dn]
CN = unused
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[seal]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
`;

const AUTHORITY = '/C=NO/O=Prøve Tillit AS/organizationIdentifier=NTRNO-974760673';
const ROOT = `${AUTHORITY}/CN=Prøve Rot CA`;
// A comma in the name, because hand-written keyIds usually get that wrong.
const ISSUING = `${AUTHORITY}/CN=Prøve QTSP, CA G2`;
const THIRD_PARTY = '/C=NO/O=Tredjepart Løsninger AS/organizationIdentifier=PSDNO-FSA-987654321';

const RSA_2048 = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];
const RSA_3072 = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'];
const P_256 = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];

const KEYS = { root: RSA_2048, mid: RSA_2048, tpp: RSA_2048, big: RSA_3072, second: RSA_2048 };
// Keys without a certificate: an EC key, and keys that no bank knows.
const LOOSE_KEYS = { ec: P_256, stranger: RSA_2048, strangerBig: RSA_3072 };

/** Name, key, subject, issuer, serial. */
const CERTIFICATES = [
  ['root', 'root', ROOT, undefined, '1A2B3C'],
  ['mid', 'mid', ISSUING, 'root', '5D0E6F7A8B'],
  ['tpp', 'tpp', `${THIRD_PARTY}/CN=tpp.example`, 'mid', '4C3A19F2B0D7E655'],
  ['big', 'big', `${THIRD_PARTY}/CN=big.tpp.example`, 'mid', '7B1D00C4A9F36E18'],
  // Its serial in decimal is 1234567890, which is the other one's in hexadecimal.
  ['digits', 'tpp', `${THIRD_PARTY}/CN=tpp.example`, 'mid', '499602D2'],
  ['second', 'second', `${THIRD_PARTY}/CN=tpp.example`, 'mid', '1234567890'],
];

/** Makes them all in a folder: `<name>.key` (PEM), `<name>.key.der` (PKCS #8), `<name>.pem`, `.der`. */
export function makeCertificates(folder) {
  const openssl = (...args) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  writeFileSync(join(folder, 'openssl.cnf'), CONFIG(folder));
  writeFileSync(join(folder, 'index.txt'), '');
  for (const [name, kind] of Object.entries({ ...KEYS, ...LOOSE_KEYS })) {
    openssl('genpkey', ...kind, '-out', `${name}.key`);
    const der = ['-outform', 'DER', '-out', `${name}.key.der`];
    openssl('pkcs8', '-topk8', '-nocrypt', '-in', `${name}.key`, ...der);
  }
  for (const [name, key, subject, issuer, serial] of CERTIFICATES) {
    const config = ['-config', 'openssl.cnf', '-utf8'];
    openssl('req', '-new', ...config, '-key', `${key}.key`, '-subj', subject, '-out', 'csr');
    writeFileSync(
      join(folder, 'serial'),
      `${serial.padStart(serial.length + (serial.length % 2), '0')}\n`,
    );
    const signer =
      issuer === undefined
        ? ['-selfsign', '-keyfile', `${key}.key`]
        : ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`];
    const kind = name === 'root' || name === 'mid' ? 'authority' : 'seal';
    const dates = ['-startdate', FROM, '-enddate', UNTIL, '-extensions', kind];
    // `openssl ca` is the one command of OpenSSL 3.0 that takes both dates.
    const files = ['-in', 'csr', '-out', `${name}.pem`];
    openssl('ca', '-batch', '-notext', ...config, ...dates, ...signer, ...files);
    openssl('x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`);
  }
  const base64 = (name) => readFileSync(join(folder, `${name}.der`)).toString('base64');
  return { base64 };
}
