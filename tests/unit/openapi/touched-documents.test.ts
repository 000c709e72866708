// WEB-01: the OpenAPI documents of operations with one small thing done to them, at each member in turn: how many different
// documents, and a hash of all.
import { test } from '@jest/globals';
import { controlOf, operationsOf } from '../../../server/composition/rooms.ts';
import { controlDocument } from '../../../server/openapi/control-document.ts';
import { openapiDocument, serversOf } from '../../../server/openapi/document.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { expectRecorded, saidBy, shortened } from '../../support/recorded.ts';
import { answersTo, touchedValues } from '../../support/touched.ts';

const operations = operationsOf({} as never);
const { schema } = createValidator();
const OF_EACH_FORM = [
  ...['getUser', 'getTransactions', 'createBankOfferedConsent', 'createSepaCreditTransfer'],
  ...['deleteSepaCreditTransfer', 'initializeSandbox', 'getSepaCreditTransferStatus'],
];

type Row = (typeof operations)[number];

/** Functions, such as its handler, are no part of a document. */
const plain = <Value>(row: Value): Value => JSON.parse(JSON.stringify(row));

test('WEB-01: the document of the signed API: says of each operation what it says now', () => {
  const said = (row: Row) =>
    saidBy(() => {
      const { paths, tags, components } = openapiDocument({
        operations: [row],
        schema,
        version: '1',
      });
      const { parameters, responses, headers } = components as Record<string, unknown>;
      return JSON.stringify([paths, tags, parameters, responses, headers]);
    });
  const some = operations.filter(({ id }) => OF_EACH_FORM.includes(id)).map(plain);
  const optional = some.map((row) =>
    plain({ ...row, body: { schema: 'requests/start-authorisation.json', optional: true } }),
  );
  expectRecorded('openapi/touched-signed.txt', [
    ...some.map((row) => answersTo(row.id, [row, ...touchedValues(row)], said)),
    ...optional.map((row) => shortened(said(row as Row), 20)),
    shortened(said({ ...(some[0] as Row), body: 'ignored' }), 20),
    shortened(saidBy(() => openapiDocument({ operations: [], schema, version: '1' }))),
    ...[undefined, 'acme'].map((bank) => JSON.stringify(serversOf('http://h', bank))),
  ]);
});

test('WEB-01: the document of the control API: says of each operation what it says now', () => {
  const rows = controlOf({ operations, magicPersons: {}, banks: {} } as never).map(plain);
  const documented = (some: typeof rows) =>
    saidBy(() =>
      JSON.stringify(controlDocument({ operations: some, schema, version: '1' } as never)),
    );
  const kinds = new Map(
    rows.map((row) => {
      const { body, form, produces, query, view, asText, open, otherSuccess } = row;
      return [
        JSON.stringify(
          [body, form, produces, query, view, asText, open, otherSuccess].map(Boolean),
        ),
        row,
      ];
    }),
  );
  expectRecorded(
    'openapi/touched-control.txt',
    [...kinds.values()].map((row) =>
      answersTo(row.id, [row, ...touchedValues(row)], (one) => documented([one])),
    ),
  );
});
