// Replaces what differs from one certificate to the next, and nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FORMS } from '../../../dist/tests/unit/corpus/written.js';

export function withPlaceholders(kit, text) {
  let changed = text;
  for (const name of ['own', 'letters', 'transport', 'authority', 'multi']) {
    const base64 = readFileSync(join(kit, `${name}.b64`), 'utf8').trim();
    for (const [form, write] of Object.entries(CERTIFICATE_FORMS)) {
      changed = changed.replaceAll(write(base64), `{{${name} certificate as ${form}}}`);
    }
  }
  return changed;
}
