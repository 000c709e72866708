// What a line of a statement says to its reader, also when nobody has given it a text (ACC-04).
import { expect, test } from '@jest/globals';
import {
  lineRemittance,
  remittanceMembers,
  remittanceOf,
} from '../../../server/bank/ledger/remittance.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';

const KID = { reference: '00026', referenceType: 'SCOR' };
const REF = { reference: 'R1', referenceType: 'X' };
const of = (amount: bigint, details: JsonObject) => lineRemittance({ amount, details });
const text = (amount: bigint, details: JsonObject) =>
  of(amount, details)['remittanceInformationUnstructured'];

const names = { creditorName: 'Anna', debtorName: 'Bo' };
const code = { proprietaryBankTransactionCode: 'VARE' };
const kid = { remittanceInformationStructured: KID };
const ref = { remittanceInformationStructuredArray: [REF, KID] };

test.each<[JsonObject, outgoing: string, incoming: string]>([
  [{}, 'BELASTNING', 'INNBETALING'],
  [{ creditorName: '', debtorName: '' }, 'BELASTNING', 'INNBETALING'],
  [{ proprietaryBankTransactionCode: '' }, 'BELASTNING', 'INNBETALING'],
  [code, 'VARE', 'VARE'],
  [names, 'Til: Anna', 'Fra: Bo'],
  [{ ...names, ...code }, 'Til: Anna', 'Fra: Bo'],
  [{ ...names, ...kid }, 'Til: Anna KID: 00026', 'Fra: Bo KID: 00026'],
  [{ ...names, ...ref }, 'Til: Anna Ref: R1', 'Fra: Bo Ref: R1'],
  [kid, 'BELASTNING KID: 00026', 'INNBETALING KID: 00026'],
  [{ ...names, ...kid, remittanceInformationUnstructured: 'own' }, 'own', 'own'],
  [{ ...names, remittanceInformationUnstructuredArray: ['first', 'second'] }, 'first', 'first'],
])('ACC-04: a line with %j says %s, or %s if it comes in', (details, outgoing, incoming) => {
  expect([text(-1n, details), text(1n, details), text(0n, details)]).toEqual([
    outgoing,
    incoming,
    incoming,
  ]);
});

test('ACC-04: each array has its first entry under the older name, and nothing else is there', () => {
  expect(remittanceMembers({})).toEqual({});
  expect(remittanceMembers({ unstructured: ['a', 'b'], structured: [KID, REF] })).toEqual({
    remittanceInformationUnstructured: 'a',
    remittanceInformationUnstructuredArray: ['a', 'b'],
    remittanceInformationStructured: KID,
    remittanceInformationStructuredArray: [KID, REF],
  });
  expect(of(1n, ref)).toEqual({
    remittanceInformationUnstructured: 'INNBETALING Ref: R1',
    remittanceInformationUnstructuredArray: ['INNBETALING Ref: R1'],
    remittanceInformationStructured: REF,
    remittanceInformationStructuredArray: [REF, KID],
  });
});

test('ACC-04: of both names the array counts', () => {
  const both = {
    ...{ remittanceInformationUnstructured: 'a', remittanceInformationUnstructuredArray: ['b'] },
    ...{ remittanceInformationStructured: KID, remittanceInformationStructuredArray: [REF] },
  };
  expect(remittanceOf(both)).toEqual({ unstructured: ['b'], structured: [REF] });
  expect(remittanceOf({})).toEqual({ unstructured: [], structured: [] });
});
