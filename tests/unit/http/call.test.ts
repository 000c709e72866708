// A request as handlers see it.
import { expect, test } from '@jest/globals';
import { Call } from '../../../server/http/call.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';

test.each([
  ['127.0.0.1', 'IPv4', '127.0.0.1'],
  ['::1', 'IPv6', '[::1]'],
])(
  'WEB-03: where the console sends its own requests: a connection to %s',
  (localAddress, localFamily, host) => {
    const request = { socket: { localAddress, localFamily, localPort: 8080 } };
    const exchange = { request, response: {} } as unknown as ConstructorParameters<typeof Call>[0];
    const destination = { bank: undefined, path: '/console/send', query: '' };
    const call = new Call(exchange, { headers: new RawHeaders([]), destination, started: 0 }, {});
    expect(call.localAddress).toEqual({ host, port: 8080 });
  },
);
