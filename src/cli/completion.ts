import { catalogue } from '../catalogue/index.ts'
import { flagOf } from '../config/settings.ts'
import { UsageError } from '../errors.ts'
import type { Command, Run } from './command.ts'
import { print } from './output.ts'

const datasets = catalogue.map(({ name }) => name)
const operandWords = ({ operands = [] }: Command): readonly string[] =>
  operands[0]?.[0].startsWith('DATASET') ? datasets : operands[0]?.[0] === 'SHELL' ? Object.keys(printers) : []

/** The words that may follow a command: its flags, and the values of its first operand. */
const entryOf = (command: Command) => ({
  words: command.name.split(' '),
  about: command.about,
  flags: [
    ...Object.entries(command.flags ?? {}).map(
      ([name, { about, value }]) => [name, about, value !== undefined] as const,
    ),
    ...command.settings.map((name) => [flagOf(name), name, true] as const),
  ].filter(([name], i, all) => all.findIndex(([other]) => other === name) === i),
  operands: operandWords(command),
})
type Entry = ReturnType<typeof entryOf>

const firstWords = (entries: readonly Entry[]): string[] => [...new Set(entries.map(({ words }) => words[0]!)), 'help']
/** The second words of groups of commands, by their first. */
const groupsOf = (entries: readonly Entry[]): [string, string[]][] => {
  const inGroups = entries.filter(({ words }) => words.length > 1)
  const byFirst = Map.groupBy(inGroups, ({ words }) => words[0]!)
  return [...byFirst].map(([first, all]) => [first, all.map(({ words }) => words[1]!)])
}

/** The cases of a shell's `case "$first $second" in`, the longest names first. */
const cases = (entries: readonly Entry[], line: (words: readonly string[]) => string): string =>
  [
    ...entries
      .toSorted((a, b) => b.words.length - a.words.length)
      .map(
        ({ words, flags, operands }) =>
          `    ${words.length > 1 ? `'${words.join(' ')}'` : `'${words[0]} '*`}) ${line([...flags.map(([name]) => `--${name}`), ...operands])} ;;`,
      ),
    ...groupsOf(entries).map(([first, seconds]) => `    '${first} '*) ${line(seconds)} ;;`),
  ].join('\n')

const printBash = (entries: readonly Entry[]): string => `# bash completion of formosa
_formosa() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${firstWords(entries).join(' ')}'
  else
    local second=''
    [ "$COMP_CWORD" -gt 2 ] && second="\${COMP_WORDS[2]}"
    case "\${COMP_WORDS[1]} $second" in
${cases(entries, (words) => `words='${words.join(' ')}'`)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _formosa formosa
`

const printZsh = (entries: readonly Entry[]): string => `#compdef formosa
# zsh completion of formosa
_formosa() {
  if (( CURRENT == 2 )); then
    compadd -- ${firstWords(entries).join(' ')}
    return
  fi
  local second=''
  (( CURRENT > 3 )) && second="$words[3]"
  case "$words[2] $second" in
${cases(entries, (words) => (words.length === 0 ? ':' : `compadd -- ${words.join(' ')}`))}
  esac
  _files
}
compdef _formosa formosa
`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const printFish = (entries: readonly Entry[]): string => {
  const groups = new Map(groupsOf(entries))
  const seen = (words: readonly string[]) =>
    quoted(words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and '))
  return [
    '# fish completion of formosa',
    ...[...groups].map(
      ([first, seconds]) =>
        `complete -c formosa -n __fish_use_subcommand -f -a ${first} -d ${quoted(seconds.join(', '))}`,
    ),
    ...entries.flatMap(({ words, about, flags, operands }) => [
      words.length > 1
        ? `complete -c formosa -n ${seen(words.slice(0, 1))} -f -a ${words[1]} -d ${quoted(about)}`
        : `complete -c formosa -n __fish_use_subcommand -f -a ${words[0]} -d ${quoted(about)}`,
      ...flags.map(
        ([name, text, takes]) =>
          `complete -c formosa -n ${seen(words)} -l ${name}${takes ? ' -r' : ''} -d ${quoted(text)}`,
      ),
      ...(operands.length > 0 ? [`complete -c formosa -n ${seen(words)} -f -a ${quoted(operands.join(' '))}`] : []),
    ]),
    '',
  ].join('\n')
}

const printers: Readonly<Record<string, (entries: readonly Entry[]) => string>> = {
  bash: printBash,
  zsh: printZsh,
  fish: printFish,
}

export const completion: Run = async ({ groups }, _, [shell]) => {
  const printer = printers[shell!]
  if (!printer)
    throw new UsageError(`There is completion for ${Object.keys(printers).join(', ')}, and not for ${shell}.`)
  print(printer(groups.flatMap(({ commands }) => commands).map(entryOf)))
}
