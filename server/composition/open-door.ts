// Builds the door and what a bank serves from the start: the signed API and /health. The rest is in open-pages.ts,
// which is loaded for the first request that needs it.

import { checkProduct } from '../bank/payments/products.ts';
import type { CallTools } from '../checks/call-facts.ts';
import { checksOfRequest } from '../checks/checks.ts';
import { createDoor, type OpenDoor } from '../http/door.ts';
import { healthArea } from '../http/health.ts';
import type { Area } from '../http/row.ts';
import { faultOnPage } from '../http/sca/sca.ts';
import { createTable } from '../http/table.ts';
import { clientCertificateReader } from '../http/v1/client-certificate.ts';
import { signedApi } from '../http/v1/v1.ts';
import { createTurns } from '../insight/explain/slices.ts';
import { verifiedRequests } from '../insight/inspector/request-log.ts';
import { defined } from '../kernel/defined.ts';
import { signatureTools } from '../signing/signature-checks.ts';
import { headerReader } from '../validation/headers.ts';
import type { Bank, Ground, Insight } from './open-bank.ts';

interface DoorParts {
  readonly insight: Insight;
  /** The port of plain HTTP. */
  readonly plainPort: () => number;
}

/** @returns the door, and what loads everything behind it that a start does not need */
export async function openDoor(
  ground: Ground,
  bank: Bank,
  { insight, plainPort }: DoorParts,
): Promise<OpenDoor> {
  const { options, log, ids } = ground;
  const publicUrl = defined({ publicUrl: options.publicUrl });
  const access = { ...options.control, ...publicUrl };
  const others = async () => {
    const { openPages } = await import('./open-pages.ts');
    return openPages({ ...ground, access, plainPort }, bank, insight);
  };
  const { mtls = 'off' } = options;
  const { door, preload } = createDoor({
    first: await openApi(ground, bank, insight),
    others,
    access,
    faultOn: (call) => faultOnPage(call, { banks: bank.parts.banks, meters: insight.meters }),
    ticks,
    log,
    ids,
    ...publicUrl,
    ...(mtls === 'off' ? {} : { readClientCertificate: clientCertificateReader() }),
  });
  return {
    door,
    preload() {
      preload();
      // The refusal that needs it tries again, and says what is wrong.
      insight.explainer().catch(() => undefined);
    },
  };
}

/** The signed API and /health. */
async function openApi(
  ground: Ground,
  bank: Bank,
  { explainer, signers, meters, recorder, requests }: Insight,
): Promise<readonly Area[]> {
  const { options, store, log, wallClock, issuer } = ground;
  const { mtls = 'off' } = options;
  const seal = options.signResponses ? await issuer.seal() : undefined;
  const v1 = signedApi({
    banks: bank.parts.banks,
    log,
    tools: toolsOf(ground, bank),
    checksOfRequest: checksOfRequest({ checksTrust: options.trust !== undefined, mtls }),
    wallClock,
    ownClock: options.wallClock !== undefined,
    explainer,
    signers,
    turns: createTurns(processorTime),
    ticks,
    meters,
    ...defined({ recorder, seal }),
    ...(recorder && { earlier: (bank: string) => verifiedRequests(requests, bank) }),
  });
  return [v1, healthArea({ ready: () => store.check(), log })];
}

/** Milliseconds of a clock that never goes back, with fractions. */
const ticks = (): number => performance.now();

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
  const match = createTable(operations);
  return {
    ...signatureTools(wallClock, trust),
    validator,
    readHeaders: headerReader(validator),
    mtls: options.mtls ?? 'off',
    isRevoked: revocations.has,
    route(method, path) {
      checkProduct(path);
      return match(method, path);
    },
  };
}
