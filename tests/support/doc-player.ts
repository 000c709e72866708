// Plays the blocks of a page from top to bottom, as somebody does who pastes them: the shell blocks in one bash and
// one folder, then the JavaScript as one program. Programs that are not here, or take long, have stand-ins.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DocBlock } from './doc-blocks.ts';
import { KEY_FOLDER } from './key-folder.ts';
import { misfits, missingLines } from './printed.ts';
import { runBash } from './run-bash.ts';
import { ROOT } from './source-tree.ts';

export interface Reader {
  /** The folder of the page. */
  readonly folder: string;
  /** What the addresses in the pages become. */
  readonly url: string;
  readonly httpsUrl: string;
  /** The variables that the reader has set, and the files that there are. */
  readonly variables: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const SHELL = /^(?:sh|bash)$/;
const PROGRAM = /^(?:js|mjs)$/;
const STOCKED_KEYS = new URL('stocked-keys.js', import.meta.url).href;
const SANDBANK = `'${process.execPath}' '${join(ROOT, 'dist', 'cli', 'sandbank.js')}'`;

/** Tests in another language, and those of `npm test`: they ask the bank that `exec` gave them. */
const CLIENT = `curl "$SANDBANK_URL/_sandbox/clock" -H "Authorization: Bearer $SANDBANK_CONTROL_TOKEN"`;

const STAND_INS: Readonly<Record<string, string>> = {
  sandbank: `exec ${SANDBANK} "$@"`,
  npx: `shift; exec ${SANDBANK} "$@"`,
  pytest: CLIENT,
  // Ends with a code when it is refused, and shows no progress.
  curl: `
    PATH=\${PATH#*:}
    case "$1" in -f*) ;; *) set -- --fail-with-body "$@" ;; esac
    exec curl -sS "$@"`,
  // A start is a start, on free ports, until the bank is open; the log of an earlier one goes first.
  npm: `
    [ "$1" = test ] && { ${CLIENT}; exit; }
    case "$*" in ci | 'run build') exit ;; start) ;; *) exit 127 ;; esac
    [ -z "\${SANDBANK_HTTPS_PORT-}" ] || export SANDBANK_HTTPS_PORT=0
    : >start.log
    PORT=0 ${SANDBANK} serve >start.log 2>&1 &
    until grep -q 'is open' start.log; do
      kill -0 $! || { cat start.log; exit 1; }
      sleep 0.05
    done
    kill $!
    wait $!`,
  // Is back from an SCA, and reads.
  'run-the-client': `
    curl "$SANDBANK_URL/_sandbox/redirects/catch?state=42&psu-id=p"
    curl "$SANDBANK_URL/v1/accounts" || true`,
};

export function prepareReaders(folder: string): void {
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries(STAND_INS)) {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'sandbank'));
}

/** What is wrong with the page; nothing if every block does what it should. */
export async function play(
  blocks: readonly DocBlock[],
  reader: Reader,
): Promise<readonly string[]> {
  for (const [name, content] of Object.entries(reader.files)) {
    mkdirSync(dirname(join(reader.folder, name)), { recursive: true });
    writeFileSync(join(reader.folder, name), content);
  }
  const wrong: string[] = [];
  const steps = blocks.map((block, index) => ({ block, name: `step-${index}` }));
  const script = steps.map(({ block, name }) => writtenStep(block, name, reader)).join('');
  const output = await bash(`${script}${writtenProgram(blocks, reader)}`, reader);
  if (output !== '') return [output];
  let printed = '';
  for (const { block, name } of steps) {
    const { mark, language, text, page, line } = block;
    if (SHELL.test(language) || mark?.kind === 'printed by' || mark?.kind === 'fed to') {
      printed = readFileSync(join(reader.folder, `${name}.out`), 'utf8');
    }
    const said = () => printed + readFileSync(join(reader.folder, `${name}.out.err`), 'utf8');
    const found = mark?.kind === 'fails' ? missingText(mark.text, said()) : [];
    const isShown = !SHELL.test(language) && !PROGRAM.test(language) && mark?.kind !== 'fed to';
    if (isShown) found.push(...differences(language, text, printed));
    wrong.push(...found.map((what) => `${page}:${line} ${what}`));
  }
  return wrong;
}

function differences(language: string, shown: string, printed: string): readonly string[] {
  if (language !== 'json')
    return missingLines(shown, printed).map((line) => `not printed: ${line}`);
  // With -i there are headers before it.
  return misfits(JSON.parse(shown), JSON.parse(printed.replace(/^HTTP[\s\S]*?\r?\n\r?\n/, '')));
}

const missingText = (text: string, printed: string): string[] =>
  printed.includes(text) ? [] : [`does not say ${text}: ${printed}`];

/** The lines that run a block; what it prints goes to a file of its own. */
function writtenStep(block: DocBlock, name: string, reader: Reader): string {
  const { language, mark, page, line } = block;
  const text = addressed(block.text, reader);
  if (SHELL.test(language)) writeFileSync(join(reader.folder, name), text);
  else if (mark?.kind === 'fed to') writeFileSync(join(reader.folder, name), `${text}\n`);
  let command = SHELL.test(language) ? `. ./${name}` : '';
  if (mark?.kind === 'fed to') command = `{ ${addressed(mark.text, reader)}; } <${name}`;
  if (mark?.kind === 'printed by') command = `{ ${addressed(mark.text, reader)}; }`;
  if (command === '') return '';
  const run = `doing='${page}:${line}' out=${name}.out\n${command} >"$out" 2>"$out.err"`;
  if (mark?.kind !== 'fails') return `${run}\n`;
  return `set +e\n${run}\n[ $? -ne 0 ] || { echo "should fail"; exit 1; }\nset -e\n`;
}

/** All of the page's JavaScript: what comes after the first block happens inside it, before it closes its bank. */
function writtenProgram(blocks: readonly DocBlock[], reader: Reader): string {
  const texts = blocks.flatMap(({ language, text }) => (PROGRAM.test(language) ? [text] : []));
  const [first, ...others] = texts.map((text) => addressed(text, reader));
  if (first === undefined) return '';
  const imports = others.flatMap((text) => text.match(/^import .*$/gm) ?? []);
  const inside = others.map((text) => `{\n${text.replace(/^import .*$/gm, '')}\n}`);
  const opened = inside.length > 0 ? first.replace(/^await bank\.close\(\);.*$/m, '') : first;
  const program = [...new Set(imports), opened, ...inside, 'process.exit();'].join('\n');
  writeFileSync(join(reader.folder, 'program.mjs'), program);
  return `doing='the JavaScript of ${blocks[0]?.page}' out=program.out\nnode program.mjs >$out 2>$out.err\n`;
}

const addressed = (text: string, { url, httpsUrl }: Reader): string =>
  text.replaceAll('http://127.0.0.1:8080', url).replaceAll('https://127.0.0.1:8443', httpsUrl);

/** Resolves with what went wrong. */
async function bash(script: string, { folder, url, variables }: Reader): Promise<string> {
  const failed = `trap 'code=$?; [ $code = 0 ] || { echo "$doing ends with $code"; cat "$out" "$out.err"; }' EXIT`;
  const { output } = await runBash(`doing=begin out=/dev/null\n${failed}\n${script}`, {
    cwd: folder,
    env: {
      HOME: join(folder, '..'),
      PATH: `${join(folder, '..', 'bin')}:${process.env['PATH']}`,
      SANDBANK_URL: url,
      [KEY_FOLDER]: process.env[KEY_FOLDER] ?? '',
      NODE_OPTIONS: `--import ${STOCKED_KEYS}`,
      // `sandbank open` opens nothing.
      BROWSER: 'true',
      ...variables,
    },
  });
  return output;
}
