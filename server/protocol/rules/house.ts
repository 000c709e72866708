// Rules of the process itself: durability, and its pages in a browser.
import type { Rule } from './rule.ts';

export const HOUSE_RULES = [
  {
    id: 'DUR-01',
    sentence: 'An acknowledged write is on disk. A refused request has changed nothing.',
  },
  {
    id: 'DUR-02',
    sentence:
      'At start the bank replays the journal. It drops a torn last line and logs that. With damage anywhere else it does not start: it names file and line, and changes nothing on disk. sandbank recover saves what is readable into a new folder.',
  },
  {
    id: 'DUR-03',
    sentence:
      'One process per data folder: a second one does not start, and names the first. The lock of a killed process does not matter. A process that stood still, and whose folder another one has taken, writes nothing more: it answers 503 SYSTEM_ERROR.',
  },
  {
    id: 'DUR-04',
    sentence:
      'If the disk is full or the folder not writable, writes are 500 SYSTEM_ERROR, and nothing is half done. The bank continues by itself when it can write again.',
  },
  {
    id: 'DUR-05',
    sentence:
      'On SIGTERM or SIGINT the bank takes no new connections, answers the requests that it has, folds the journal into the file, and exits with 0 within 5 seconds. It drops an answer that is not ready after 3 seconds, because a fault delays it or the database hangs.',
  },
  {
    id: 'DUR-06',
    sentence:
      'The JSON file can be read, searched and edited while the bank is stopped; if it does not parse or fit, the bank does not start, and names line and column.',
  },
  {
    id: 'DUR-07',
    sentence:
      'What comes from outside (an imported snapshot, a file that was edited, a row that another program wrote) is checked: types, values, references, sums. What does not fit is refused with its place. No row that was let in makes an answer fail.',
  },
  {
    id: 'DUR-08',
    sentence:
      'A write is done, not done, or not known to be either. What is refused is not done, and will not be: the bank cancels it first. If it cannot know, the answer is 500 SYSTEM_ERROR, and its text says so and how to find out.',
  },
  {
    id: 'DUR-09',
    sentence:
      'Before and after each group of commits the process proves that the lock of the folder is still its own. Otherwise it writes nothing more, says so, answers 503, and ends.',
  },
  {
    id: 'DUR-10',
    sentence:
      'A data folder, a database, a snapshot document and a seed that an older version wrote can be read. What a newer version wrote in another format is refused with a sentence that names both formats, and left as it is.',
  },
  {
    id: 'DUR-11',
    sentence:
      'On a database that replicas share, what the bank did by itself is stored with the commit that did it: all replicas list it once, in order, whichever of them dies.',
  },
  {
    id: 'WEB-01',
    sentence:
      'Every page has a Content-Security-Policy without unsafe-inline or unsafe-eval, nosniff and no referrer, and escapes every value.',
  },
  {
    id: 'WEB-02',
    source: ['S', 'O'],
    sentence:
      'The SCA page may be framed, and its policy allows the redirect to the TPP. Other pages may not be framed.',
  },
  {
    id: 'WEB-03',
    sentence:
      'The control API refuses a Host that is neither loopback nor listed in SANDBANK_ALLOWED_HOSTS, and a foreign or null Origin on anything that changes state: 403 FORBIDDEN. A request line with the address of another host than Host, or of another scheme, is refused everywhere.',
  },
  {
    id: 'WEB-04',
    sentence:
      'If there is a control token, the pages of the control API ask for it once and store it in an HttpOnly, SameSite=Strict cookie, which is Secure over TLS.',
  },
  {
    id: 'WEB-05',
    sentence:
      'Names of snapshots and banks share one pattern. A bank has at most 100 snapshots, 100 faults and 1000 caught redirects. Requests that a client sends on a connection before it has its answers are begun one after another. A client that reads nothing of its answer for 30 seconds loses its connection; if unread answers take more than 256 MiB, so does the one that waits longest.',
  },
  {
    id: 'WEB-06',
    sentence:
      'Logs mask national ids except their last two digits, shorten certificates, and contain no keys and no tokens.',
  },
  {
    id: 'WEB-07',
    sentence: 'Every 401 has WWW-Authenticate: Signature with a realm (RFC 9110, section 15.5.2).',
  },
  {
    id: 'WEB-08',
    sentence:
      'Answers, pages, the log and terminals show control characters and direction marks of foreign text as \\u{…}.',
  },
  {
    id: 'WEB-09',
    sentence:
      'The log delays no answer and no end: while standard output takes nothing (a full disk, a pipe that nobody reads), the bank holds 1 MiB of lines, drops the others, and logs how many when it takes some again.',
  },
  {
    id: 'WEB-10',
    sentence:
      'Mounted below a path of another Express application, every link, cookie, redirect and asset has the path in front, and signed paths are those that the client sent.',
  },
] as const satisfies readonly Rule[];
