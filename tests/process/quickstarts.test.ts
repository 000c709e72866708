// docs/quickstart: the files of each page, as they are, each with a bank of its own from `sandbank exec`. Debian's
// packages have all that they need; .ci/run installs them.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ROOT } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';

const JARS = [
  'jackson-annotations',
  'jackson-core',
  'jackson-databind',
  'junit-jupiter-api',
  'junit-platform-console-standalone',
].map((name) => `/usr/share/java/${name}.jar`);
const JAVA_PATH = ['.', ...JARS].join(':');

/** What there must be to run a page, and how it is run, both in bash. */
const PAGES = [
  { page: 'node', needs: 'node --version', runs: 'node --test' },
  {
    page: 'java',
    needs: `javac --version && ls ${JARS.join(' ')}`,
    runs: `javac -cp ${JAVA_PATH} *.java && java -jar ${JARS.at(-1)} -cp ${JAVA_PATH} -c BankTest`,
  },
  {
    page: 'python',
    // Debian's Python, which sees Debian's packages.
    needs: '/usr/bin/python3 -c "import cryptography, requests"',
    runs: '/usr/bin/python3 -m unittest test_bank.py',
    plays: ['--read', '/usr/bin/python3 sync.py'],
  },
  { page: 'go', needs: 'go version', runs: 'go mod init example && go test' },
  {
    page: 'php',
    needs: 'phpunit --version && php -r "curl_init();"',
    runs: 'phpunit BankTest.php',
  },
] as const;

/** For programs that end at once: no second compiler for Java, and Go's vet looks at nothing that a bank answers. */
const BRIEFLY = {
  JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
  GOFLAGS: '-vet=off',
};

const SANDBANK = join(ROOT, 'dist', 'cli', 'sandbank.js');
const STOCKED_KEYS = new URL('../support/stocked-keys.js', import.meta.url).href;

const folder = testFolder();

interface Page {
  readonly page: string;
  readonly needs: string;
  readonly runs: string;
  /** Its client's commands for `sandbank scenarios`. */
  readonly plays?: readonly string[];
}

for (const { page, needs, runs, plays } of PAGES as readonly Page[]) {
  // In CI it must be there.
  const there = process.env['CI'] === 'true' || spawnSync('bash', ['-c', needs]).status === 0;
  const title = `the code of docs/quickstart/${page}.md reads and pays`;
  (there ? test : test.skip)(
    there ? title : `${title} (needs: ${needs})`,
    async () => {
      const own = join(folder, page);
      mkdirSync(join(own, 'node_modules'), { recursive: true });
      symlinkSync(ROOT, join(own, 'node_modules', 'sandbank'));
      const text = readFileSync(join(ROOT, 'docs', 'quickstart', `${page}.md`), 'utf8');
      const files = [...text.matchAll(/`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```/g)];
      for (const [, name = '', content = ''] of files) writeFileSync(join(own, name), content);
      expect(files.length).toBeGreaterThan(0);
      // When it fails, the error has what was printed as an error: so all is.
      const command = ['exec', '--', 'bash', '-c', `{ ${runs}; } >&2`];
      const env = { ...process.env, ...BRIEFLY, NODE_OPTIONS: '' };
      const program = ['--import', STOCKED_KEYS, SANDBANK];
      const run = promisify(execFile);
      await run(process.execPath, [...program, ...command], { cwd: own, env });
      if (plays === undefined) return;
      // Rejects with what was printed if the client fails one.
      const scenarios = ['scenarios', ...plays, '--json'];
      const { stdout } = await run(process.execPath, [...program, ...scenarios], { cwd: own, env });
      const { scenarios: played } = JSON.parse(stdout);
      expect(played.length).toBeGreaterThan(20);
      expect(played.filter((one: { advice: object[] }) => one.advice.length > 0)).toEqual([]);
    },
    300_000,
  );
}
