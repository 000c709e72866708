// The `sandbank` command that does the same as a request of the control API, for what has one.

import { isJsonObject, type Json, type JsonObject } from '../../protocol/json.ts';
import type { FilledForm } from './console-page.ts';

/** Arguments after `npx sandbank`; `undefined` if the command line cannot do it. */
type Arguments = (form: {
  readonly params: FilledForm['params'];
  readonly query: FilledForm['query'];
  /** Members of the body. */
  readonly sent: JsonObject;
  readonly isDocument: boolean;
}) => readonly (string | undefined)[] | undefined;

const BY_OPERATION: Readonly<Record<string, Arguments>> = {
  advanceClock: ({ sent: { by, to } }) => ['clock', to === undefined ? `+${by}` : text(to)],
  putClock: ({ sent: { now, frozen } }) => [
    'clock',
    text(now),
    ...(frozen === undefined ? [] : [frozen === true ? '--freeze' : '--run']),
  ],
  // The command line begins a bank with a seed at its start only.
  reset: ({ isDocument }) => (isDocument ? undefined : ['reset']),
  completeSca: ({ params, sent: { nationalId, outcome } }) => [
    ...['approve', params['id']],
    ...option('--as', nationalId),
    ...option('--outcome', outcome),
  ],
  revokeConsent: ({ params }) => ['consents', 'revoke', params['id']],
  putSnapshot: ({ params }) => ['snapshot', 'save', params['name']],
  restoreSnapshot: ({ params, query }) => [
    ...['snapshot', 'restore', params['name']],
    ...option('--from', query['bank']),
  ],
  deleteSnapshot: ({ params }) => ['snapshot', 'delete', params['name']],
  putRule: ({ params, sent: { level } }) => ['rules', 'set', params['id'], text(level)],
  putRules: ({ sent: { preset } }) => ['rules', 'preset', text(preset)],
  createCertificate: ({ sent: { type, name, organisationId, roles, variant, validDays } }) => [
    ...['certs', 'new', '--out', './tpp'],
    ...option('--type', type),
    ...option('--name', name),
    ...option('--organisation-id', organisationId),
    ...option('--roles', Array.isArray(roles) ? roles.join(',') : undefined),
    ...option('--variant', variant),
    ...option('--valid-days', validDays),
  ],
};

const text = (value: Json | undefined) => (value === undefined ? undefined : String(value));

const option = (name: string, value: Json | undefined) =>
  value === undefined ? [] : [name, String(value)];

/** What the command line takes to be meant, if nothing is said. */
const USUAL_ORIGIN = 'http://127.0.0.1:8080';

/** `undefined` for what the command line cannot do. */
export function commandOf(
  operation: string,
  { params, query, body, raw }: FilledForm,
  baseUrl: string,
): string | undefined {
  const sent = isJsonObject(body) ? body : {};
  const named = BY_OPERATION[operation]?.({ params, query, sent, isDocument: raw !== undefined });
  return named && commandLine(named, baseUrl);
}

/** As one pastes it into a shell, for the bank at that address. */
export function commandLine(words: readonly (string | undefined)[], baseUrl: string): string {
  const [origin = '', bank] = baseUrl.split('/banks/');
  const all = [
    ...words.filter((word) => word !== undefined),
    ...option('--url', origin === USUAL_ORIGIN ? undefined : origin),
    ...option('--bank', bank),
  ];
  return ['npx sandbank', ...all.map(shellWord)].join(' ');
}

/** In quotes where a shell would read something else. */
const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word));

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
