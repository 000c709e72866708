// keyIds that do not name the certificate: serials and issuers as several libraries print them. Run by
// make-wrongly-signed.mjs: node key-ids.mjs <folder with keys>; prints a JSON array.
import { anyOf, client, either, G, none, one, text } from './client.mjs';

const { entries, entry, file, certificate, issuer } = client(process.argv[2]);

// ---- keyId
const id = (refusedBy, title, value, expect, note, options = {}) =>
  entry(`keyId: ${title}`, G, text(G), expect, note, { keyId: value, refusedBy, ...options });
const SERIAL = '4C3A19F2B0D7E655';
const chain = Buffer.concat(['tpp', 'mid', 'root'].map((name) => file(`${name}.pem`))).toString(
  'base64',
);
id(
  'SIG-05',
  'serial of the issuer, chain sent along',
  `SN=${certificate('mid').serialNumber},CA=${issuer()}`,
  one('serial-of-another-certificate'),
  'chain[1]',
  { certificate: chain, says: [SERIAL] },
);
id(
  'SIG-05',
  'serial of the certificate that was replaced',
  `SN=1234567890,CA=${issuer()}`,
  one('serial-of-another-certificate'),
  'configuration not renewed',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'decimal of this one, hexadecimal of another',
  `SN=1234567890,CA=${issuer()}`,
  either(['serial-decimal'], ['serial-of-another-certificate']),
  'the digits say both',
  { cert: 'digits', key: 'tpp', says: ['499602D2'] },
);
id(
  'SIG-05',
  'last digits lost',
  `SN=${SERIAL.slice(0, 15)},CA=${issuer()}`,
  one('serial-wrong'),
  'Number() of a long serial',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'serial through Number()',
  `SN=${Number(BigInt(`0x${SERIAL}`))
    .toString(16)
    .toUpperCase()},CA=${issuer()}`,
  anyOf(['serial-wrong']),
  'parseInt(serial, 16).toString(16): rounded to 53 bits',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'decimal through Number()',
  `SN=${Number(BigInt(`0x${SERIAL}`))},CA=${issuer()}`,
  anyOf(['serial-wrong'], ['serial-decimal']),
  'decimal, rounded to 53 bits',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'serial in base64',
  `SN=${Buffer.from(SERIAL, 'hex').toString('base64')},CA=${issuer()}`,
  anyOf(['serial-wrong']),
  'bytes of the serial in base64',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'serial bytes reversed, as .NET GetSerialNumber() gives them',
  `SN=${Buffer.from(SERIAL, 'hex').reverse().toString('hex').toUpperCase()},CA=${issuer()}`,
  anyOf(['serial-wrong']),
  'GetSerialNumber() is little-endian',
  { says: [SERIAL], madeWith: '.NET imitated with node:crypto' },
);
id(
  'SIG-05',
  'serial with blanks',
  `SN=${SERIAL.match(/../g).join(' ')},CA=${issuer()}`,
  none('serial-form'),
  'the certificate dialogue of Windows shows blanks',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'colons in the serial of another certificate',
  `SN=12:34:56:78:90,CA=${issuer()}`,
  anyOf(['serial-colons', 'serial-of-another-certificate'], ['serial-of-another-certificate']),
  'two at once',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'decimal serial and reversed issuer',
  `SN=${BigInt(`0x${SERIAL}`)},CA=${certificate().issuer.split('\n').join(',')}`,
  anyOf(['serial-decimal'], ['serial-decimal', 'issuer-reversed']),
  'the serial is refused first',
  { says: [SERIAL] },
);
id(
  'SIG-05',
  'JSON',
  `{\\"SN\\":\\"${SERIAL}\\"}`,
  one('key-id-form'),
  'JSON.stringify of an object',
  { says: ['SN='] },
);
id(
  'SIG-05',
  'serial= and issuer=',
  `serialNumber=${SERIAL},issuer=${issuer()}`,
  one('key-id-form'),
  'names of its own',
  { says: ['SN='] },
);
id(
  'SIG-05',
  'semicolon between',
  `SN=${SERIAL};CA=${issuer()}`,
  anyOf(['key-id-form']),
  'SN=…;CA=…',
  { says: ['CA='] },
);
const word = (plain) => `=?utf-8?B?${Buffer.from(plain).toString('base64')}?=`;
id(
  'SIG-06',
  "node's own lines, in an encoded word",
  `SN=${SERIAL},CA=${certificate().issuer}`,
  anyOf(['issuer-reversed', 'issuer-separator'], ['issuer-separator']),
  'x509.issuer has a newline between',
  { value: word },
);
id(
  'SIG-06',
  'slashes without the first',
  `SN=${SERIAL},CA=${issuer()
    .split(/(?<!\\),/)
    .join('/')}`,
  anyOf(['issuer-separator'], ['issuer-one-line']),
  "join('/')",
);
id(
  'SIG-06',
  'bars between',
  `SN=${SERIAL},CA=${issuer()
    .split(/(?<!\\),/)
    .join(' | ')}`,
  anyOf(['issuer-separator']),
  "join(' | ')",
);
id(
  'SIG-06',
  'the comma of the name not escaped',
  `SN=${SERIAL},CA=${issuer().replace('\\,', ',')}`,
  none('issuer-comma'),
  'glued together by hand',
);
id(
  'SIG-06',
  'organizationIdentifier left out',
  `SN=${SERIAL},CA=${issuer().replace('organizationIdentifier=NTRNO-974760673,', '')}`,
  one('issuer-rdn-missing'),
  'a library that does not know it skips it',
  { says: ['organizationIdentifier|2\\.5\\.4\\.97'] },
);
id(
  'SIG-06',
  'a place put in',
  `SN=${SERIAL},CA=${issuer().replace(',C=NO', ',L=Oslo,C=NO')}`,
  one('issuer-rdn-extra'),
  'from the register of companies',
  { says: ['L=Oslo|L\\b'] },
);
id(
  'SIG-06',
  'undefined as the type, as node-forge prints it',
  `SN=${SERIAL},CA=${issuer().replace('organizationIdentifier', 'undefined')}`,
  one('issuer-attribute-unknown'),
  'attribute.shortName is undefined',
  { says: ['undefined'] },
);
id(
  'SIG-06',
  'ORGID as the type',
  `SN=${SERIAL},CA=${issuer().replace('organizationIdentifier', 'ORGID')}`,
  one('issuer-attribute-unknown'),
  'a keyword of its own',
  { says: ['ORGID'] },
);
id(
  'SIG-06',
  'capitals',
  `SN=${SERIAL},CA=${issuer().toUpperCase()}`,
  one('issuer-case'),
  'toUpperCase for the serial takes the name along',
);
id(
  'SIG-06',
  'encodeURIComponent',
  `SN=${SERIAL},CA=${encodeURIComponent(issuer())}`,
  one('issuer-percent-encoded'),
  'header values must be ASCII',
);
id(
  'SIG-06',
  'blanks as %20',
  `SN=${SERIAL},CA=${encodeURI(issuer()).replaceAll('%5C', '\\')}`,
  one('issuer-percent-encoded'),
  'encodeURI',
);
id(
  'SIG-06',
  'the root, chain sent along',
  `SN=${SERIAL},CA=${issuer('mid')}`,
  one('issuer-of-root'),
  'chain.at(-1).subject',
  { certificate: chain },
);
id(
  'SIG-06',
  'the generation before',
  `SN=${SERIAL},CA=${issuer().replace('G2', 'G1')}`,
  one('issuer-value'),
  'configuration not renewed',
  { says: ['G2'] },
);
id(
  'SIG-06',
  'letters decoded as latin-1',
  `SN=${SERIAL},CA=${Buffer.from(issuer()).toString('latin1')}`,
  anyOf(['issuer-encoded-twice'], ['issuer-value'], ['issuer-wrong']),
  'PrÃ¸ve: UTF-8 read as latin-1',
);
id(
  'SIG-06',
  'another authority',
  `SN=${SERIAL},CA=CN=Buypass Class 3 CA 2,O=Buypass AS-983163327,C=NO`,
  one('issuer-wrong'),
  "another bank's example",
);
id(
  'SIG-06',
  'subject, in reversed order',
  `SN=${SERIAL},CA=${certificate().subject.split('\n').join(',')}`,
  one('issuer-is-subject', 'issuer-reversed'),
  'x509.subject.replaceAll("\\n", ",")',
);
id(
  'SIG-06',
  'reversed and without organizationIdentifier',
  `SN=${SERIAL},CA=C=NO,O=Prøve Tillit AS,CN=Prøve QTSP\\, CA G2`,
  one('issuer-reversed', 'issuer-rdn-missing'),
  'two at once',
);
id('SIG-06', 'nothing', `SN=${SERIAL},CA=`, none('issuer-empty'), 'the variable is empty');

process.stdout.write(JSON.stringify(entries));
