// Part of a build: starts the bank in memory, sends it signed requests, and keeps the code that was compiled for them.

import { testControl } from '../dist/client/test-control.js';
import { createTestTpp } from '../dist/client/test-tpp.js';
import { keepCode } from '../dist/server/bundle/load-main.cjs';

await keepCode(async ({ startBank }) => {
  const { url } = await startBank({ PORT: '0', SANDBANK_DATA: 'memory', SANDBANK_LOG: 'silent' });
  const { control } = testControl(url, undefined);
  const headers = { 'x-accept-fix': 'amount-as-string' };
  const tpp = await createTestTpp({ url, send: control }, { headers });
  const person = await tpp.login('jonas', { context: 'PRIVATE' });
  for (let sent = 0; sent < 3; sent++) await person.get('/v1/accounts');
});
process.exit();
