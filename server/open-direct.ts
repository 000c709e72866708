// Builds what a bank answers without Express: the signed API and /health. The rest is in open-app.ts, which is
// loaded for the first request that needs it.

import { checkProduct } from './bank/payments/products.ts';
import type { CallTools } from './checks/call-facts.ts';
import { checksOfRequest } from './checks/checks.ts';
import type { DirectRoute } from './http/handler.ts';
import { healthCheck } from './http/health.ts';
import { createRouter } from './http/router.ts';
import { clientCertificateReader } from './http/v1/client-certificate.ts';
import { signedApi } from './http/v1/v1.ts';
import { createTurns } from './insight/explain/slices.ts';
import { defined } from './kernel/defined.ts';
import type { Bank, Ground, Insight } from './open-bank.ts';
import { signatureTools } from './signing/signature-checks.ts';

export async function openDirectRoutes(
  ground: Ground,
  bank: Bank,
  { explainer, meters, recorder }: Insight,
): Promise<readonly DirectRoute[]> {
  const { options, store, log, wallClock, ids, issuer } = ground;
  const ticks = () => performance.now();
  const { mtls = 'off' } = options;
  const seal = options.signResponses ? await issuer.seal() : undefined;
  const v1 = signedApi({
    banks: bank.parts.banks,
    log,
    ids,
    tools: toolsOf(ground, bank),
    checksOfRequest: checksOfRequest({ checksTrust: options.trust !== undefined, mtls }),
    wallClock,
    explainer,
    turns: createTurns(processorTime),
    ticks,
    meters,
    ...defined({ recorder, seal, publicUrl: options.publicUrl }),
    ...(mtls === 'off' ? {} : { readClientCertificate: clientCertificateReader() }),
  });
  return [v1, healthCheck({ ready: () => store.check(), log, ids })];
}

/** Milliseconds of this process. What others do on a busy machine shortens no explanation. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The tools of the checks of a signed request. */
function toolsOf(
  { options, wallClock, issuer, validator }: Ground,
  { operations, parts: { revocations } }: Bank,
): CallTools {
  const trust = {
    ...defined({ trust: options.trust }),
    ownAuthorities: () => issuer.authorities(),
  };
  const match = createRouter(operations);
  return {
    ...signatureTools(wallClock, trust),
    validator,
    mtls: options.mtls ?? 'off',
    isRevoked: revocations.has,
    route(method, path) {
      checkProduct(path);
      return match(method, path);
    },
  };
}
