// One refusal for every error code of the documents, provoked as a client would do it by mistake.
import type { ErrorCode } from '../../server/protocol/errors.ts';
import { consentOf, psuHeaders, type TestBank } from './bank.ts';
import type { Answer } from './http.ts';
import { PERIODIC, type Scene, SEPA, sceneAt } from './payment-scene.ts';
import { DOMESTIC, domesticFrom } from './product-scene.ts';

type Provoke = (scene: Scene) => Promise<Answer>;

/** An account of the starting set whose holder asks for a KID. */
const WANTS_KID = { creditorAccount: { bban: '99997058115', currency: 'NOK' } };
const ABSENT = { 'PSU-IP-Address': undefined };
const ACCOUNTS = '/v1/accounts';

const PROVOKE: Partial<Record<ErrorCode, Provoke>> = {
  FORMAT_ERROR: ({ psu, sepa }) =>
    psu.tpp.post(SEPA, sepa({ instructedAmount: { amount: '10,00', currency: 'EUR' } })),
  BAD_REQUEST: ({ psu }) =>
    psu.tpp.get(ACCOUNTS, {
      before(draft) {
        draft.text = (text) => `${text}\n`;
      },
    }),
  HTTP_HEADER_REQUIRED: ({ tpp }) => tpp.with({ 'TPP-Redirect-URI': undefined }).get(ACCOUNTS),
  QUERY_PARAMETER_REQUIRED: ({ psu, nok }) =>
    psu.tpp.get(`${ACCOUNTS}/${nok.resourceId}/transactions`),
  KID_MISSING: (scene) => scene.post(DOMESTIC, domesticFrom(scene, WANTS_KID)),
  KID_INVALID: (scene) =>
    scene.post(
      DOMESTIC,
      domesticFrom(scene, {
        ...WANTS_KID,
        remittanceInformationUnstructured: undefined,
        remittanceInformationStructuredArray: [{ reference: '1234567890', referenceType: 'SCOR' }],
      }),
    ),
  EXECUTION_DATE_INVALID: (scene) =>
    scene.post(DOMESTIC, domesticFrom(scene, { requestedExecutionDate: '2026-06-01' })),
  PAYMENT_FAILED: ({ psu, sepa }) =>
    psu.tpp.post(SEPA, sepa({ creditorName: 'Sandbox PAYMENT_FAILED' })),
  async REFERENCE_MIX_INVALID(scene) {
    const made = await scene.pay(PERIODIC, scene.periodic());
    return scene.post('/v1/signing-baskets', { paymentIds: [made.body.paymentId] });
  },
  PSU_CREDENTIALS_INVALID: ({ tpp }) =>
    tpp.with({ ...psuHeaders(), 'PSU-ID': '6c875382-8963-4617-a931-738c9b8bae7f' }).get(ACCOUNTS),
  CONSENT_INVALID: ({ tpp }) => tpp.with(psuHeaders()).get(ACCOUNTS),
  async CONFLICT({ psu, sepa }) {
    await psu.tpp.post(SEPA, sepa());
    return psu.tpp.post(SEPA, sepa());
  },
  async FORBIDDEN({ bank }) {
    const tpp = await bank.newTpp({ roles: ['PSP_PI'] });
    return tpp.with(psuHeaders()).get(ACCOUNTS);
  },
  RESOURCE_UNKNOWN: ({ psu }) => psu.tpp.get(`${SEPA}/6c875382-8963-4617-a931-738c9b8bae7f`),
  async ACCESS_EXCEEDED({ psu }) {
    const absent = psu.tpp.with(ABSENT);
    const [account] = (await absent.get(ACCOUNTS)).body.accounts;
    const read = () => absent.get(`${ACCOUNTS}/${account.resourceId}/balances`);
    for (let count = 0; count < 4; count += 1) await read();
    return read();
  },
  async SYSTEM_ERROR({ bank }) {
    await bank.control('POST', '/_sandbox/faults', { effect: { status: 500 }, times: 1 });
    return bank.tpp.with(psuHeaders()).get(ACCOUNTS);
  },
  async SCA_NOT_FOUND({ bank }) {
    return bank.control('POST', '/_sandbox/sca/no-flow-has-this-id');
  },
  async SCA_EXPIRED({ bank, advance }) {
    const psu = await consentOf(bank);
    await advance('PT1H');
    return psu.tpp.get(ACCOUNTS);
  },
  async CONSENT_UNKNOWN({ bank, psu }) {
    const { consents } = (await bank.control('GET', '/_sandbox/consents')).body;
    for (const { id } of consents) await bank.control('DELETE', `/_sandbox/consents/${id}`);
    return psu.tpp.with(ABSENT).get(ACCOUNTS);
  },
  async CONSENT_EXPIRED({ bank, advance }) {
    const psu = await consentOf(bank);
    await advance('P181D');
    return psu.tpp.with(ABSENT).get(ACCOUNTS);
  },
};

/** @param bank a tenant that has not begun */
export async function recordRefusals(bank: TestBank): Promise<ReadonlyMap<string, Answer>> {
  const scene = await sceneAt(bank);
  const refusals = new Map<string, Answer>();
  for (const [code, provoke] of Object.entries(PROVOKE)) {
    const answer = await provoke(scene);
    const said = answer.body?.tppMessages?.[0]?.code;
    if (said !== code) throw new Error(`${code} was expected, not ${answer.status} ${answer.text}`);
    refusals.set(code, answer);
  }
  return refusals;
}
