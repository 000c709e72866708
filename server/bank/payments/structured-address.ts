// Structured addresses of SEPA and cross-border payments (PAY-10): what a payment lacks. The date decides
// whether the bank refuses that or only warns (protocol/fixes.ts). The bank knows the debtor's address.
import { type BankDirectory, findBic } from './bank-directory.ts';
import type { Problem } from './check-payment.ts';
import type { Product } from './products.ts';
import { type Entry, ibanOf } from './request-body.ts';

/**
 * Name, town, country and the creditor's bank, as far as they are absent and cannot be inferred. A domestic
 * payment needs none of them.
 */
export function addressGaps(
  product: Product,
  entries: readonly Entry[],
  directory: BankDirectory,
): readonly Problem[] {
  return product.domestic ? [] : entries.flatMap((entry) => gapsOf(entry, directory));
}

function gapsOf({ body, path }: Entry, directory: BankDirectory): readonly Problem[] {
  const { creditorName, creditorAddress, creditorAgent, creditorAccount } = body;
  const gaps: Problem[] = [];
  if (isBlank(creditorName)) {
    const text = 'creditorName is required and empty.';
    gaps.push({ path: `${path}/creditorName`, text });
  }
  if (creditorAddress === undefined) {
    const text = 'creditorAddress with townName and country is required and absent.';
    gaps.push({ path: `${path}/creditorAddress`, text });
  } else if (isBlank(creditorAddress.townName) && isBlank(creditorAddress.city)) {
    const text = 'creditorAddress/townName is required and absent.';
    gaps.push({ path: `${path}/creditorAddress/townName`, text });
  }
  if (creditorAgent === undefined && findBic(ibanOf(creditorAccount), directory) === undefined) {
    const text =
      "creditorAgent, the BIC of the creditor's bank, is required and absent; it cannot be inferred from this account.";
    gaps.push({ path: `${path}/creditorAgent`, text });
  }
  return gaps;
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';
