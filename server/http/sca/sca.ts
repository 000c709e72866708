// `{b}/sca/{id}`: the SCA page in a browser, and `/app` below it, the bank's app (SCA-09). Unsigned; the
// link itself is the secret (SCA-05).
import type { Banks } from '../../bank/banks/banks.ts';
import { countFaults } from '../../bank/faults/count-faults.ts';
import type { FiredFault } from '../../bank/faults/fault.ts';
import {
  appPage,
  type FlowPage,
  linkPage,
  type PageRequest,
  type ScaAnswer,
} from '../../bank/sca/flow-pages.ts';
import type { ScaDeps } from '../../bank/sca/purpose.ts';
import type { Meters } from '../../insight/metrics/meters.ts';
import { defined } from '../../kernel/defined.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { ApiError } from '../../protocol/errors.ts';
import { type Reply, redirect } from '../../protocol/reply.ts';
import type { Call } from '../call.ts';
import { languageOf } from '../negotiation.ts';
import { type Pages, pageReply } from '../pages/pages.ts';
import { refusedPage } from '../pages/problem.ts';
import type { AddressRow, Area } from '../row.ts';

interface ScaPageDeps {
  readonly banks: Banks;
  readonly sca: ScaDeps;
  readonly pages: Pages;
  readonly bankName: string;
  readonly log: Log;
  readonly ids: Ids;
}

/** A form holds an id, a token and some account ids. */
const MAX_FORM = 64 * 1024;

/** By what follows the flow's id in the path. */
const FLOW_PAGES: Readonly<Record<string, FlowPage>> = { '': linkPage, '/app': appPage };

export function scaPages(deps: ScaPageDeps): Area {
  const rows = Object.entries(FLOW_PAGES).flatMap(([ending, page]) =>
    ['GET', 'POST'].map(
      (method): AddressRow => ({
        method,
        path: `/sca/{id}${ending}`,
        access: 'open',
        reads: MAX_FORM,
        faults: true,
        handle: (call) => answerStep({ call, ending, page }, deps),
      }),
    ),
  );
  return {
    root: '/sca',
    access: 'open',
    rows,
    present: (call, reply, thrown) => {
      const shown = thrown === undefined ? reply : refusedPage(call, reply, deps.pages, true);
      return { ...shown, fault: call.fault };
    },
  };
}

/** FAULT-01: counts a request for an SCA page; the fault that fires on it, if one does. */
export async function faultOnPage(
  call: Call,
  { banks, meters }: Pick<ScaPageDeps, 'banks'> & { readonly meters: Meters },
): Promise<FiredFault | undefined> {
  const { method, path } = call;
  const run = inBankOf(call, banks);
  const counted = await run(call.bank, (bank) => countFaults(bank, () => ({ method, path })));
  if (counted?.fault !== undefined) meters.faultsFired++;
  return counted?.fault;
}

/**
 * SCA-08: HEAD is answered as GET would be, and leaves no trace: it never uses a link up. A link can only exist in a
 * bank that exists: opening one never starts a bank.
 */
const inBankOf = ({ method }: Call, banks: Banks): Banks['transactIfBegun'] =>
  method === 'HEAD' ? banks.look : banks.transactIfBegun;

const DOWN: ScaAnswer = { kind: 'end', status: 503, step: 'down' };

interface PageCall {
  readonly call: Call;
  /** What follows the flow's id in the path. */
  readonly ending: string;
  readonly page: FlowPage;
}

async function answerStep({ call, ending, page }: PageCall, deps: ScaPageDeps): Promise<Reply> {
  const { bankName, pages } = deps;
  const { mount } = call;
  const language = languageOf(call);
  const id = String(call.params['id']);
  const address = `${call.baseUrl}/sca/${encodeURIComponent(id)}${ending}`;
  const frame = { language, bankName, address };
  const isDown = call.fault?.effect.scaPageDown === true;
  const answer = isDown ? DOWN : await takeStep({ call, page }, { id, frame }, deps);
  switch (answer.kind) {
    case 'page':
      return pageReply(answer.status, pages.sca({ ...answer.page, mount }));
    case 'end': {
      const { status, step, became, back } = answer;
      const end = { step, language, bankName, mount, ...defined({ became, back }) };
      return pageReply(status, pages.end(end));
    }
    case 'next':
      return redirect(303, `${address}?lang=${language}`, WITHOUT_REFERRER);
    case 'leave':
      return redirect(302, changed(answer.location, call.fault), WITHOUT_REFERRER);
  }
}

/** FAULT-01: the callback that reaches the TPP has other parameters than the bank sent. */
function changed(location: string, fault: FiredFault | undefined): string {
  const wanted = Object.entries(fault?.effect.callback ?? {});
  if (wanted.length === 0) return location;
  const address = new URL(location);
  for (const [name, value] of wanted) address.searchParams.set(name, value);
  return address.href;
}

const WITHOUT_REFERRER = { 'Referrer-Policy': 'no-referrer' };

/** SCA-04: a fault of the bank took the step back; a transaction of its own ends the flow. */
async function takeStep(
  { call, page }: Omit<PageCall, 'ending'>,
  shown: Pick<PageRequest, 'id' | 'frame'>,
  { banks, sca, ids, log }: ScaPageDeps,
): Promise<ScaAnswer> {
  const { onScaEnded: _, ...silent } = sca;
  const deps = call.method === 'HEAD' ? silent : sca;
  const inBank = <T>(step: (opened: PageRequest) => Promise<T>) =>
    inBankOf(call, banks)(call.bank, (bank) => step({ bank, ...shown, deps }));
  try {
    const form = call.method === 'POST' ? call.form : undefined;
    return await inBank((opened) => (form ? page.submit(opened, form) : page.open(opened)));
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown;
    const reference = ids.uuid();
    const answer = await inBank((opened) => page.fail(opened, reference));
    if (answer === undefined) throw thrown;
    log.error({ err: thrown, id: reference }, 'SCA failed');
    return answer;
  }
}
