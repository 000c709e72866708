// Builds what a bank serves besides the signed API: the control API, the console, the SCA pages and the documents.

import { readFileSync } from 'node:fs';
import { BANK_NAME } from '../bank/accounts/account-ids.ts';
import { prefixOfBank } from '../bank/banks/banks.ts';
import type { ReportView } from '../bank/banks/control-operation.ts';
import { personHints } from '../bank/sca/pages.ts';
import type { Guard } from '../http/access.ts';
import { consoleArea } from '../http/console/console.ts';
import { consoleMenu } from '../http/console/navigation.ts';
import { controlApi, controlInside } from '../http/control/control.ts';
import { reportModel } from '../http/control/report-model.ts';
import { documentArea } from '../http/documents/documents.ts';
import { createPages } from '../http/pages/pages.ts';
import type { Area } from '../http/row.ts';
import { catcherArea } from '../http/sca/redirect-catcher.ts';
import { scaPages } from '../http/sca/sca.ts';
import { coverageControlOperations } from '../insight/coverage/coverage-control.ts';
import { requestOperations } from '../insight/inspector/request-control.ts';
import { metricsOperation } from '../insight/metrics/metrics-control.ts';
import { readinessOperation } from '../insight/readiness/readiness-report.ts';
import { scenarioOperations } from '../insight/scenarios/scenario-control.ts';
import { dateAt } from '../kernel/dates.ts';
import { defined } from '../kernel/defined.ts';
import type { Bank, Ground, Insight } from './open-bank.ts';
import { shownSettings } from './shown-settings.ts';

interface PageGround extends Ground {
  /** The port of plain HTTP. */
  readonly plainPort: () => number;
  readonly access: Guard;
}

export function openPages(ground: PageGround, bank: Bank, insight: Insight): readonly Area[] {
  const { options, root, log, ids, validator, access } = ground;
  const { operations, parts } = bank;
  const { banks, arrivals, sca } = parts;
  const pages = createPages(root, consoleMenu);
  const ofControl = controlOperations(ground, bank, { ...insight, pages });
  const control = {
    banks,
    access,
    validator,
    pages,
    operations: ofControl,
    meters: insight.meters,
  };
  const sending = {
    issuer: parts.issuer,
    uuid: () => ids.uuid(),
    plainPort: ground.plainPort,
  };
  return [
    controlApi(control),
    catcherArea({ banks, arrivals, access, pages, bankName: BANK_NAME }),
    consoleArea({
      ...control,
      requests: insight.requests,
      magic: parts.payments.magic,
      magicPersons: parts.magicPersons,
      signed: operations,
      settings: shownSettings(options),
      sending,
    }),
    scaPages({ banks, sca, pages, bankName: BANK_NAME, log, ids }),
    documentArea({
      pages,
      root,
      operations,
      control: ofControl,
      version: version(root),
      today: () => dateAt(ground.wallClock()),
      schema: validator.schema,
      persons: (language, name) =>
        banks.transactIfBegun(name, (opened) => personHints(opened, language, sca)),
    }),
  ];
}

/** Every row of the control API: of the bank, and of what observes it. */
function controlOperations(
  { options, store, validator }: Ground,
  { control, operations, parts: { banks, payments } }: Bank,
  {
    requests,
    coverage,
    meters,
    pages,
  }: Pick<Insight, 'requests' | 'coverage' | 'meters'> & { pages: ReturnType<typeof createPages> },
) {
  // A report that is saved as a file has no address of its own.
  const report = (view: ReportView, answer: object, bank: string) =>
    pages.report(
      view,
      { ...answer, ...reportModel(view, answer, {}) },
      { language: 'en', mount: '', prefix: prefixOfBank(bank), bank },
    );
  const observing = [
    ...control,
    ...requestOperations({
      log: requests,
      banks,
      operations: operations.map(({ id }) => id),
      ...defined({ publicUrl: options.publicUrl }),
    }),
    ...coverageControlOperations({ coverage, pages: { report } }),
    readinessOperation({ requests, payments }),
    metricsOperation({ meters, store }),
  ];
  const controlOf = controlInside({ operations: observing, banks, validator });
  return [
    ...observing,
    ...scenarioOperations({ banks, controlOf, ownClock: options.wallClock !== undefined }),
  ];
}

function version(root: URL): string {
  const text = readFileSync(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
