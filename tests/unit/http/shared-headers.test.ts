// Headers as they arrive: whatever came before, they say what this request has.
import { expect, test } from '@jest/globals';
import { sharedHeaders } from '../../../server/http/shared-headers.ts';
import { headerPairs, type RawHeaders } from '../../../server/protocol/headers.ts';

const read = sharedHeaders();

const valuesOf = (headers: RawHeaders) => headers.names().map((name) => [name, headers.all(name)]);

const REQUESTS = [
  [],
  ['Host', 'a', 'Date', '1'],
  ['Host', 'a', 'Date', '2'],
  ['host', 'a', 'DATE', '2'],
  ['Date', '2', 'Host', 'a'],
  ['Host', 'a', 'Host', 'b', 'HOST', ' c\t'],
  ['Host', 'a', 'Host', 'a', 'HOST', ''],
  ['Host', '', '__proto__', 'x', 'constructor', 'y'],
];

test('HDR-05: each request has its own headers, whatever the one before it had', () => {
  for (const flat of [...REQUESTS, ...REQUESTS.toReversed()]) {
    const alone = new Map<string, string[]>();
    for (const [title, value] of headerPairs(flat)) {
      const name = title.toLowerCase();
      alone.set(name, [...(alone.get(name) ?? []), value.trim()]);
    }
    const arrived = [...flat];
    const headers = read(arrived);
    expect(arrived).toEqual(flat);
    expect(valuesOf(headers)).toEqual([...alone]);
    for (const [name, [first]] of alone) expect(headers.get(name)).toBe(first || undefined);
    expect(headers.hasRepeated).toBe([...alone.values()].some((values) => values.length > 1));
  }
});
