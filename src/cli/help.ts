import {
  flagOf,
  type SettingName,
  serviceSettings,
  settingOf,
  settingSections,
  testSettings,
} from '../config/settings.ts'
import { exitCodes } from '../errors.ts'
import { aliasOf, type Command, type CommandGroup } from './command.ts'
import { commandOf, commandsBelow, unknownCommand } from './parse.ts'

const width = 100

/** Wraps a text to a width. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Names with meanings beside them, or below a long name. */
function listed(rows: readonly (readonly [string, string])[]): string[] {
  const longest = Math.min(26, Math.max(...rows.map(([name]) => name.length)))
  const indent = ' '.repeat(longest + 4)
  return rows.flatMap(([name, about]) => {
    const [first = '', ...rest] = wrapped(about, width - indent.length)
    const below = rest.map((line) => indent + line)
    return name.length > longest
      ? [`  ${name}`, indent + first, ...below]
      : [`  ${name.padEnd(longest)}  ${first}`, ...below]
  })
}

const usageOf = ({ name, operands = [], flags = {} }: Command): string =>
  ['formosa', name, ...operands.map(([form]) => form), ...(Object.keys(flags).length > 0 ? ['[FLAGS]'] : [])].join(' ')

const flagRows = ({ flags = {} }: Command): [string, string][] =>
  Object.entries(flags).map(([flag, own]) => {
    const { about, value, default: usual } = own
    const alias = aliasOf(own)
    return [`--${flag}${value ? ` ${value}` : ''}`, withUsual(`${about}${alias ? `; also --${alias}` : ''}`, usual)]
  })

/** The meaning of a setting, with its values where it takes some alone. */
const meaningOf = (name: SettingName): string => {
  const { label, values } = settingOf(name)
  return `${label.en}${values ? ` (${values.join(', ')})` : ''}`
}

/** A meaning with the value that holds when none is given. */
const withUsual = (about: string, usual: unknown): string =>
  usual === undefined ? about : `${about} (default ${usual})`

const settingRows = (names: readonly SettingName[]): [string, string][] =>
  names.map((name) => [`${name}, --${flagOf(name)}`, withUsual(meaningOf(name), settingOf(name).default)])

const exitRows = (): [string, string][] => Object.values(exitCodes).map(({ code, about }) => [String(code), about])

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines])

function printCommand(command: Command): string {
  const { about, more, operands = [], settings, example, name } = command
  const flags = flagRows(command)
  return [
    `Usage: ${usageOf(command)}`,
    '',
    ...wrapped([about, more].filter(Boolean).join(' '), width),
    ...section('Operands', operands.length > 0 ? listed(operands) : []),
    ...section('Flags', flags.length > 0 ? listed(flags) : []),
    // `serve` reads all of them.
    ...section(
      'Settings, as environment variables or flags',
      settings === serviceSettings
        ? [`  "formosa ${name}" reads every setting but those for reading; "formosa help settings" lists them.`]
        : listed(settingRows(settings.filter((name) => !testSettings.includes(name)))),
    ),
    ...section('Example', [`  ${example}`]),
    '',
  ].join('\n')
}

const commandRows = (commands: readonly Command[]): [string, string][] =>
  commands.map((command) => [command.name, command.about])

function printAll(groups: readonly CommandGroup[]): string {
  return [
    'Formosa: Taiwan market data.',
    '',
    'Usage: formosa COMMAND [FLAGS]',
    ...groups.flatMap(({ title, commands }) => section(title, listed(commandRows(commands)))),
    ...section(
      'More',
      listed([
        ['help COMMAND', 'operands, flags, settings and an example of a command; also COMMAND --help and -h'],
        ['help settings', 'every setting'],
        ['help exit-codes', 'every exit code'],
        ['--version, -v', 'the release'],
      ]),
    ),
    '',
  ].join('\n')
}

/** The text of `formosa help WORDS`; throws `UsageError` where the words name nothing. */
export function printHelp(groups: readonly CommandGroup[], words: readonly string[]): string {
  const commands = groups.flatMap((group) => group.commands)
  const [first] = words
  if (first === undefined) return printAll(groups)
  const command = commandOf(commands, words)
  if (command) return printCommand(command)
  if (words.length === 1) {
    if (first === 'settings')
      return [
        'Settings, as environment variables or flags',
        ...settingSections.flatMap(({ title, names }) => section(title.en, listed(settingRows(names)))),
        '',
      ].join('\n')
    if (first === 'exit-codes') return ['Exit codes', ...listed(exitRows()), ''].join('\n')
    const below = commandsBelow(commands, first)
    if (below.length > 0)
      return [
        `Usage: formosa ${first} COMMAND [FLAGS]`,
        ...section('Commands', listed(commandRows(below))),
        '',
        `"formosa help ${first} COMMAND" says more of one.`,
        '',
      ].join('\n')
  }
  throw unknownCommand(commands, words)
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** `docs/cli.md`. */
export const printCli = (groups: readonly CommandGroup[]): string =>
  [
    '# Command line',
    '<!-- Printed from the table of commands by `npm run docs`; do not edit. -->',
    '`npx formosa COMMAND [FLAGS]` runs the commands that talk to a service, on Node 20 and newer: `npm install -g formosa` installs them. The commands of a server come with the package `formosa-server`, which has all commands, and with a checkout in which `npm ci` was run, as `bin/formosa`. Data goes to standard output, everything else to standard error. `formosa help` lists the commands, `formosa help COMMAND` prints one of the texts below. Settings ([config.md](config.md)) are environment variables, and flags of the commands that read them; a flag that a command does not know stops it.',
    '## Exit codes',
    ['| code | cause |', '|---:|---|', ...exitRows().map(([code, about]) => `| ${code} | ${cell(about)} |`)].join('\n'),
    '`formosa`, `formosa help`, `-h`, `--help` and a group without a command, as in `formosa user`, print help on standard output and exit with 0.',
    ...groups.flatMap(({ title, commands }) => [
      `## ${title}`,
      ...commands.flatMap((command) => [
        `### formosa ${command.name}`,
        `\`\`\`\n${printCommand(command).trimEnd()}\n\`\`\``,
      ]),
    ]),
  ].join('\n\n') + '\n'

/** `docs/config.md`. */
export const printConfig = (): string =>
  [
    '# Settings',
    '<!-- Printed from the table of settings by `npm run docs`; do not edit. -->',
    'Each is an environment variable and a flag; the flag wins. Every variable also has a name that begins with `FORMOSA_`: `FORMOSA_PORT` is `PORT`; where both have a value, the long name holds and a warning says so. A value that cannot be used stops the start with one sentence. A variable that begins with `FORMOSA_` and names no setting, or is written almost like a setting, is named in a warning.',
    ...settingSections.flatMap(({ title, names }) => [
      `## ${title.en} ${title.zh}`,
      [
        '| variable | flag | default | meaning | 說明 |',
        '|---|---|---|---|---|',
        ...names.map((name) => {
          const { label, default: value } = settingOf(name)
          return `| \`${name}\` | \`--${flagOf(name)}\` | ${value === undefined ? '' : `\`${value}\``} | ${meaningOf(name)} | ${label.zh} |`
        }),
      ].join('\n'),
    ]),
  ].join('\n\n') + '\n'
