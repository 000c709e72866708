// docs/quickstart: the files of each page, as they are. Their tests have a bank of their own from `sandbank exec`, and
// their clients are played by `sandbank scenarios`. Debian's packages have all that they need; .ci/run installs them.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SCENARIOS } from '../../server/insight/scenarios/scenarios.ts';
import { ROOT } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';

const JARS = [
  'jackson-annotations',
  'jackson-core',
  'jackson-databind',
  'junit-jupiter-api',
  'junit-platform-console-standalone',
].map((name) => `/usr/share/java/${name}.jar`);

/** Debian's, which sees Debian's packages. */
const PYTHON = '/usr/bin/python3';

interface Page {
  readonly page: string;
  /** What there must be to run the page, and how it is built and tested, all in bash. */
  readonly needs: string;
  readonly builds?: string;
  readonly tests: string;
}

const PAGES: readonly Page[] = [
  { page: 'node', needs: 'node --version', tests: 'node --test' },
  {
    page: 'java',
    needs: `javac --version && ls ${JARS.join(' ')}`,
    builds: 'javac *.java',
    tests: `java -jar ${JARS.at(-1)} -cp $CLASSPATH -c BankTest`,
  },
  {
    page: 'python',
    needs: `${PYTHON} -c "import cryptography, requests"`,
    tests: `${PYTHON} -m unittest test_bank.py`,
  },
  {
    page: 'go',
    needs: 'go version',
    builds: 'go mod init example && go build -o client',
    tests: 'go test',
  },
  {
    page: 'php',
    needs: 'phpunit --version && php -r "curl_init();"',
    tests: 'phpunit BankTest.php',
  },
];

/** For programs that end at once: no second compiler for Java, and Go's vet looks at nothing that a bank answers. */
const VARIABLES = {
  ...process.env,
  CLASSPATH: ['.', ...JARS].join(':'),
  JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
  GOFLAGS: '-vet=off',
};

const SANDBANK = join(ROOT, 'dist', 'cli', 'sandbank.js');
const STOCKED_KEYS = new URL('../support/stocked-keys.js', import.meta.url).href;

const folder = testFolder();
const run = promisify(execFile);

/** The command, in the page's folder. Rejects with what it wrote if it fails. */
const sandbank = (page: string, ...args: readonly string[]) =>
  run(process.execPath, ['--import', STOCKED_KEYS, SANDBANK, ...args], {
    cwd: join(folder, page),
    env: { ...VARIABLES, NODE_OPTIONS: '' },
    maxBuffer: 2 ** 26,
  });

const textOf = (page: string): string =>
  readFileSync(join(ROOT, 'docs', 'quickstart', `${page}.md`), 'utf8');

function writeFiles(page: string): void {
  const own = join(folder, page);
  mkdirSync(join(own, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(own, 'node_modules', 'sandbank'));
  const files = [...textOf(page).matchAll(/`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```/g)];
  for (const [, name = '', content = ''] of files) writeFileSync(join(own, name), content);
  expect(files.length).toBeGreaterThan(0);
}

interface Verdict {
  readonly name: string;
  readonly task: string;
  readonly failures: readonly object[];
  readonly advice: readonly object[];
  readonly ended?: string;
}

type Commands = readonly (readonly [task: string, command: string])[];

/** What the page gives to `sandbank scenarios`, each time. */
const commandsOf = (page: string): readonly Commands[] =>
  [...textOf(page).matchAll(/sandbank scenarios ((?:--\w+ '[^']+'[\s\\]*)+)/g)].map(
    ([, options = '']) =>
      [...options.matchAll(/--(\w+) '([^']+)'/g)].map(([, task = '', command = '']) => [
        task,
        command.replace(/^python3/, PYTHON),
      ]),
  );

async function play(page: string, commands: Commands): Promise<readonly Verdict[]> {
  const options = commands.flatMap(([task, command]) => [`--${task}`, command]);
  const ended = sandbank(page, 'scenarios', ...options, '--json');
  // A client that fails one is no failure of the command.
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout).scenarios;
}

for (const { page, needs, builds = 'true', tests } of PAGES) {
  // In CI it must be there.
  const there = process.env['CI'] === 'true' || spawnSync('bash', ['-c', needs]).status === 0;
  const file = `docs/quickstart/${page}.md`;
  (there ? describe : describe.skip)(there ? file : `${file} (needs: ${needs})`, () => {
    beforeAll(async () => {
      writeFiles(page);
      await run('bash', ['-c', builds], { cwd: join(folder, page), env: VARIABLES });
    });

    test('its test reads and pays', async () => {
      // When it fails, the error has what was printed as an error: so all is.
      await sandbank(page, 'exec', '--', 'bash', '-c', `{ ${tests}; } >&2`);
    });

    test('SCEN-02: its client passes all scenarios of its tasks, and needs no advice', async () => {
      const commands = commandsOf(page).slice(-2);
      const tasks = commands.flat().map(([task]) => task);
      expect(tasks).toEqual(expect.arrayContaining(['connect', 'read', 'refresh', 'pay', 'cards']));
      const played = await Promise.all(commands.map((ofOne) => play(page, ofOne)));
      const verdicts = played.flat();
      const isWrong = ({ failures, advice, ended }: Verdict) =>
        failures.length + advice.length > 0 || ended !== undefined;
      expect(verdicts.filter(isWrong)).toEqual([]);
      expect(verdicts).toHaveLength(SCENARIOS.filter(({ task }) => tasks.includes(task)).length);
    });

    if (page !== 'python') return;
    test('SCEN-02: its first client fails three scenarios, as the page says', async () => {
      const [first = []] = commandsOf(page);
      const verdicts = await play(page, first);
      const failed = verdicts.filter(({ failures }) => failures.length > 0);
      expect(failed.map(({ name }) => name).sort()).toEqual([
        'corporate-context',
        'many-transactions',
        'session-ends-between-pages',
      ]);
    });
  });
}
