// Builds what clients can reach: the signed API, the control API, and pages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BANK_NAME } from './bank/accounts/bank-identity.ts';
import { DEFAULT_BANK } from './bank/banks/banks.ts';
import type { Operation } from './bank/banks/operation.ts';
import { checkProduct } from './bank/payments/products.ts';
import { personHints } from './bank/sca/hints.ts';
import type { CallTools } from './checks/call-facts.ts';
import { createApp } from './http/app.ts';
import { homeHandler } from './http/pages/home.ts';
import { createPages } from './http/pages/pages.ts';
import { createRouter } from './http/router.ts';
import { createSignedApi } from './http/v1/v1.ts';
import { coverageControlOperations } from './insight/coverage/coverage-control.ts';
import { requestOperations } from './insight/inspector/request-control.ts';
import { readinessOperation } from './insight/readiness/readiness-control.ts';
import { defined } from './kernel/defined.ts';
import type { Bank, Ground, Insight } from './open-bank.ts';
import { signatureTools } from './signing/signature-checks.ts';
import { createValidator, type Validator } from './validation/schemas.ts';

/** The signed API, and the Express application that has everything else besides. */
export async function openApp(ground: Ground, bank: Bank, insight: Insight) {
  const { options, root, store, log, wallClock, ids, issuer } = ground;
  const { banks, sca, payments } = bank.parts;
  const { explainer, requests, coverage, recorder } = insight;
  const { operations } = bank;
  const seal = options.signResponses ? await issuer.seal() : undefined;
  const validator = createValidator();
  const pages = createPages({ root: root });
  const documented = { pages, version: version(root) };
  const publicUrl = defined({ publicUrl: options.publicUrl });
  const shared = { banks, log, ids, ...publicUrl };
  const v1 = createSignedApi({
    ...shared,
    tools: toolsOf(ground, operations, validator),
    checksTrust: options.trust !== undefined,
    wallClock,
    explainer,
    ticks: () => performance.now(),
    ...defined({ recorder, seal }),
  });
  const app = createApp({
    ...{ banks, log, ids },
    assets: fileURLToPath(new URL('views/assets', root)),
    ready: () => store.check(),
    documents: { ...documented, operations, schema: validator.schema },
    home: homeHandler({
      ...documented,
      persons: (language) =>
        banks.peek(DEFAULT_BANK, (opened) => personHints(opened, language, sca)),
      ...publicUrl,
    }),
    v1,
    sca: { ...shared, sca, pages, bankName: BANK_NAME },
    control: {
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
      ],
      access: options.control ?? { allowedHosts: [] },
      validator,
      pages,
    },
  });
  return { v1, app };
}

/** The tools of the checks of a signed request. */
function toolsOf(
  { options, wallClock, issuer }: Ground,
  operations: readonly Operation[],
  validator: Validator,
): CallTools {
  const trust = {
    ...defined({ trust: options.trust }),
    ownAuthorities: () => issuer.authorities(),
  };
  const match = createRouter(operations);
  return {
    ...signatureTools(wallClock, trust),
    validator,
    route(method, path) {
      checkProduct(path);
      return match(method, path);
    },
  };
}

function version(root: URL): string {
  const text = readFileSync(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
