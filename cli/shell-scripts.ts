// Completion scripts for the shells, made from the table of commands: the words are in the script, so that a
// key press starts no program.
import { shellQuoted } from '../server/protocol/shown-text.ts';

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  /** Subcommands, and the values that the first argument can have. */
  readonly words: readonly string[];
  readonly options: readonly OptionWords[];
}

interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** If there are few. */
  readonly values: readonly string[];
}

type Script = (commands: readonly CommandWords[]) => string;

export const SHELLS: Readonly<Record<string, Script>> = { bash, zsh, fish };

/** Everything that can follow the command. */
const wordsAfter = ({ words, options }: CommandWords): readonly string[] => [
  ...words,
  ...options.map(({ name }) => name),
];

/** The options that have few values, with those. */
function valued(commands: readonly CommandWords[]): readonly (readonly [string, string])[] {
  const options = commands.flatMap((command) => command.options);
  const some = options.filter(({ values }) => values.length > 0);
  return [...new Map(some.map(({ name, values }) => [name, values.join(' ')]))];
}

/** Where nothing fits, files are offered. */
function bash(commands: readonly CommandWords[]): string {
  return `_sandbank() {
  local words=''
  case \${COMP_WORDS[COMP_CWORD-1]} in
    sandbank|help) words='${commands.map(({ name }) => name).join(' ')}' ;;
${valued(commands)
  .map(([name, values]) => `    ${name}) words='${values}' ;;`)
  .join('\n')}
    *) case \${COMP_WORDS[1]} in
${commands.map((one) => `      ${one.name}) words='${wordsAfter(one).join(' ')}' ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sandbank sandbank`;
}

/** In zsh's descriptions a colon ends the word. */
const described = (word: string, summary: string): string =>
  shellQuoted(`${word}:${summary.replaceAll(':', ' ')}`);

function zsh(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ name, words, options }) => {
    const rows = [...words, ...options.map((option) => described(option.name, option.summary))];
    return `    ${name}) rows=(${rows.join(' ')}) ;;`;
  });
  return `#compdef sandbank
local -a rows
if (( CURRENT == 2 )); then
  rows=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')})
else
  case $words[2] in
${cases.join('\n')}
  esac
  case $words[CURRENT-1] in
${valued(commands)
  .map(([name, values]) => `    ${name}) rows=(${values}) ;;`)
  .join('\n')}
  esac
fi
_describe sandbank rows || _files`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, summary, words, options }) => {
    const after = `complete -c sandbank -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c sandbank -n __fish_use_subcommand -f -a ${name} -d ${shellQuoted(summary)}`,
      ...words.map((word) => `${after} -a ${word}`),
      ...options.map((option) => {
        const values =
          option.values.length === 0 ? '' : ` -x -a ${shellQuoted(option.values.join(' '))}`;
        return `${after} -l ${option.name.slice(2)}${values} -d ${shellQuoted(option.summary)}`;
      }),
    ];
  });
  return lines.join('\n');
}
