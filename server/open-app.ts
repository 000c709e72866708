// Builds the Express application: the control API, and pages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BANK_NAME } from './bank/accounts/account-ids.ts';
import { personHints } from './bank/sca/pages.ts';
import { createApp } from './http/app.ts';
import { homeHandler } from './http/pages/documents.ts';
import { createManual } from './http/pages/manual.ts';
import { createPages } from './http/pages/pages.ts';
import { coverageControlOperations } from './insight/coverage/coverage-control.ts';
import { requestOperations } from './insight/inspector/request-control.ts';
import { metricsOperation } from './insight/metrics/metrics-control.ts';
import { readinessOperation } from './insight/readiness/readiness-report.ts';
import { dateAt } from './kernel/dates.ts';
import { defined } from './kernel/defined.ts';
import type { Bank, Ground, Insight } from './open-bank.ts';
import type { SandbankOptions } from './sandbank-options.ts';

interface AppGround extends Ground {
  /** The port of plain HTTP. */
  readonly plainPort: () => number;
}

/** The Express application: all but what is answered without it. */
export function openApp(ground: AppGround, bank: Bank, { requests, coverage, meters }: Insight) {
  const { options, root, store, log, ids, validator } = ground;
  const { banks, arrivals, sca, payments } = bank.parts;
  const { operations } = bank;
  const pages = createPages(root);
  const documented = { pages, version: version(root) };
  const publicUrl = defined({ publicUrl: options.publicUrl });
  const access = { ...(options.control ?? { allowedHosts: [] }), ...publicUrl };
  const shared = { banks, log, ids, ...publicUrl };
  const control = {
    ...shared,
    operations: [
      ...bank.control,
      ...requestOperations({
        log: requests,
        banks,
        operations: operations.map(({ id }) => id),
        ...publicUrl,
      }),
      ...coverageControlOperations({ coverage, pages }),
      readinessOperation({ requests: requests.list, payments }),
      metricsOperation({ meters, store }),
    ],
    access,
    validator,
    meters,
    pages,
  };
  return createApp({
    ...{ banks, log, ids },
    assets: fileURLToPath(new URL('views/assets', root)),
    pictures: fileURLToPath(new URL('docs/pictures', root)),
    fixtures: fileURLToPath(new URL('fixtures', root)),
    ...publicUrl,
    documents: {
      ...documented,
      operations,
      control: control.operations,
      today: () => dateAt(ground.wallClock()),
      schema: validator.schema,
      manual: createManual(root),
      ...publicUrl,
    },
    home: homeHandler({
      ...documented,
      persons: (language, name) => banks.peek(name, (opened) => personHints(opened, language, sca)),
      ...publicUrl,
    }),
    sca: { ...shared, sca, pages, meters, bankName: BANK_NAME },
    catcher: { ...shared, arrivals, access, pages, bankName: BANK_NAME },
    control,
    console: {
      ...{ ...control, requests, signed: operations, settings: settingsOf(options) },
      sending: {
        issuer: bank.parts.issuer,
        uuid: () => ids.uuid(),
        plainPort: ground.plainPort,
      },
    },
  });
}

/** For the console, by environment variable: secrets only as set or not. */
function settingsOf(options: SandbankOptions): Readonly<Record<string, string | undefined>> {
  const isSet = (value: unknown) => (value === undefined ? undefined : '✓');
  return {
    SANDBANK_PROFILE: options.profile ?? 'sandbox',
    SANDBANK_DATA: options.data ?? 'memory',
    SANDBANK_STORE: isSet(options.store),
    SANDBANK_SEED: isSet(options.seed),
    SANDBANK_SETTLEMENT_DELAY: `${options.settlementDelay ?? 2000} ms`,
    SANDBANK_SIGN_RESPONSES: options.signResponses === true ? '1' : '0',
    SANDBANK_HTTPS_PORT: options.httpsPort === undefined ? undefined : String(options.httpsPort),
    SANDBANK_MTLS: options.mtls ?? 'off',
    SANDBANK_TRUST: isSet(options.trust),
    SANDBANK_PUBLIC_URL: options.publicUrl,
    SANDBANK_CONTROL_TOKEN: isSet(options.control?.token),
    SANDBANK_ALLOWED_HOSTS: options.control?.allowedHosts.join(', ') || undefined,
  };
}

function version(root: URL): string {
  const text = readFileSync(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
