// In the collection: before each request. It gets a certificate from the bank once, and signs what goes to /v1.
const crypto = require('node:crypto');

const token = bru.getEnvVar('controlToken');
const control = token ? { Authorization: `Bearer ${token}` } : {};
req.setHeaders({ ...req.getHeaders(), ...control });

if (!req.getUrl().includes('/_sandbox/')) {
  if (!bru.getVar('keyId')) {
    const url = bru.interpolate('{{bank}}/_sandbox/certificates');
    const data = { organisationId: bru.getEnvVar('tppId') };
    const { data: made } = await bru.sendRequest({ method: 'POST', url, headers: control, data });
    for (const name of ['certificateBase64', 'privateKey', 'keyId']) bru.setVar(name, made[name]);
    bru.setVar('session', crypto.randomUUID());
    bru.setVar('tomorrow', new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10));
  }
  // The bytes that are signed are the bytes that are sent.
  const body = bru.interpolate(req.getBody({ raw: true }) ?? '');
  if (body !== '') req.setBody(body, { raw: true });

  const headers = {
    date: new Date().toUTCString(),
    digest: body && `SHA-256=${crypto.createHash('sha256').update(body).digest('base64')}`,
    'x-request-id': crypto.randomUUID(),
    'psu-id': bru.getVar('psuId') ?? '',
    'tpp-redirect-uri': bru.interpolate('{{bank}}/_sandbox/redirects/catch'),
  };
  const names = Object.keys(headers).filter((name) => headers[name] !== '');
  const text = names.map((name) => `${name}: ${headers[name]}`).join('\n');
  const signature = crypto.sign('RSA-SHA256', Buffer.from(text), bru.getVar('privateKey'));
  for (const name of names) req.setHeader(name, headers[name]);
  req.setHeader('tpp-session-id', bru.getVar('session'));
  req.setHeader('psu-ip-address', '192.0.2.7');
  req.setHeader('x-accept-fix', 'amount-as-string');
  req.setHeader('tpp-signature-certificate', bru.getVar('certificateBase64'));
  req.setHeader(
    'signature',
    `keyId="${bru.getVar('keyId')}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature.toString('base64')}"`,
  );
}
