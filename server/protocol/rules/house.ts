// Rules of the process itself: durability, and its pages in a browser.
import type { Rule } from './rule.ts';

export const HOUSE_RULES = [
  {
    id: 'DUR-01',
    source: ['O'],
    state: 'built',
    sentence: 'Acknowledged means on disk; a refused request changed nothing.',
  },
  {
    id: 'DUR-02',
    source: ['O'],
    state: 'built',
    sentence:
      'Opening replays the journal and drops a torn last line, saying so in the log. Damage anywhere else refuses to start, names file and line, and changes nothing on disk.',
  },
  {
    id: 'DUR-03',
    source: ['O'],
    state: 'built',
    sentence:
      'One process per data folder: a second refuses to start and names the first; the lock of a killed process is no obstacle.',
  },
  {
    id: 'DUR-04',
    source: ['O'],
    state: 'built',
    sentence:
      'With the disk full or the folder unwritable writes are 500 SYSTEM_ERROR and nothing is half done; the bank goes on by itself when there is space again.',
  },
  {
    id: 'DUR-05',
    source: ['O'],
    state: 'built',
    sentence:
      'SIGTERM or SIGINT: no new connections, requests in flight answered, journal folded, exit 0 within 5 seconds.',
  },
  {
    id: 'DUR-06',
    source: ['O'],
    state: 'built',
    sentence:
      'The JSON file can be read, searched and edited while the bank is stopped; what does not parse or fit refuses to start with line and column.',
  },
  {
    id: 'WEB-01',
    source: ['O'],
    state: 'built',
    sentence:
      'Every page has a Content-Security-Policy without unsafe-inline or unsafe-eval, nosniff and no referrer, and escapes every value.',
  },
  {
    id: 'WEB-02',
    source: ['S', 'O'],
    state: 'built',
    sentence:
      'The SCA page may be framed and its policy lets the redirect to the TPP through; other pages may not be framed.',
  },
  {
    id: 'WEB-03',
    source: ['O'],
    state: 'built',
    sentence:
      'The control API refuses a Host that is neither loopback nor listed in SANDBANK_ALLOWED_HOSTS, and a foreign or null Origin on anything that changes state: 403 FORBIDDEN. A request line with the address of another host than Host, or of another scheme, is refused everywhere.',
  },
  {
    id: 'WEB-04',
    source: ['O'],
    state: 'built',
    sentence:
      'Where a control token is set, the pages of the control API ask for it once and keep it in an HttpOnly, SameSite=Strict cookie.',
  },
  {
    id: 'WEB-05',
    source: ['O'],
    state: 'planned',
    sentence:
      'Names of snapshots and banks share one pattern, and counts of snapshots, faults and redirects are bounded.',
  },
  {
    id: 'WEB-06',
    source: ['O'],
    state: 'built',
    sentence:
      'Logs mask national ids but for the last two digits, shorten certificates, and hold no keys and no tokens.',
  },
] as const satisfies readonly Rule[];
