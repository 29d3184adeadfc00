import { parseArgs } from 'node:util'
import { flagOf, type SettingName, settingNames } from '../config/settings.ts'
import { UsageError } from '../errors.ts'
import { nearest } from '../http/request/nearest.ts'
import { aliasOf, type Command, type Flags } from './command.ts'

/** A parsed command line. */
export type Line =
  | { readonly kind: 'version' }
  /** Help on a command, a group of commands, a topic, or everything where there are no words. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly flags: Flags
      /** The settings that were given as flags. */
      readonly settings: Readonly<Partial<Record<SettingName, string>>>
      readonly operands: readonly string[]
    }

const settingOfFlag = new Map(settingNames.map((name) => [flagOf(name), name]))

const suggestion = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`

/** The command whose words the line begins with; the longest name wins. */
export const commandOf = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .sort((a, b) => b.name.length - a.name.length)[0]

/** The commands below a word, e.g. those of `user`. */
export const commandsBelow = (commands: readonly Command[], word: string): readonly Command[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `))

export function unknownCommand(commands: readonly Command[], words: readonly string[]): UsageError {
  const names = commands.map(({ name }) => name)
  const below = commandsBelow(commands, words[0]!)
  const [typed, known] =
    below.length > 0 ? [words.slice(0, 2).join(' '), below.map(({ name }) => name)] : [words[0]!, names]
  const near = [...new Set([...nearest(words.slice(0, 2).join(' '), known), ...nearest(typed, known)])].slice(0, 3)
  const list = below.length > 0 ? `formosa help ${words[0]}` : 'formosa help'
  return new UsageError(
    `There is no command "${typed}"${suggestion(near.map((name) => `"${name}"`)) || ';'} "${list}" lists the commands.`,
  )
}

function unknownFlag(rawName: string, { name, flags = {}, settings }: Command, all: ReadonlySet<string>): UsageError {
  const aliases = Object.values(flags).flatMap((flag) => aliasOf(flag) ?? [])
  const own = [...Object.keys(flags), ...aliases, ...settings.map(flagOf)]
  const list = `"formosa help ${name}" lists its flags.`
  if (all.has(rawName.slice(2))) return new UsageError(`${rawName} does not belong to "formosa ${name}"; ${list}`)
  const near = rawName.startsWith('--') ? nearest(rawName.slice(2), own).map((flag) => `--${flag}`) : []
  return new UsageError(`"formosa ${name}" has no flag ${rawName}${suggestion(near) || ';'} ${list}`)
}

/** Refuses too few and too many words. */
function checkOperands({ name, operands = [], example }: Command, words: readonly string[]): void {
  const needed = operands.filter(([form]) => !form.startsWith('['))
  if (words.length < needed.length)
    throw new UsageError(`"formosa ${name}" needs ${needed[words.length]![0].replace(' …', '')}, as in: ${example}`)
  const takesMany = operands.some(([form]) => form.includes('…'))
  if (takesMany || words.length <= operands.length) return
  const extra = words.slice(operands.length).join(' ')
  throw new UsageError(
    operands.length === 0
      ? `"formosa ${name}" takes no further words, but got "${extra}".`
      : `"formosa ${name}" takes ${operands.map(([form]) => form).join(' ')} alone, but got "${extra}" as well; quote a text that has blanks.`,
  )
}

/** Reads a command line; throws `UsageError`. */
export function parseLine(commands: readonly Command[], argv: readonly string[]): Line {
  const takesValue = new Map<string, boolean>([...settingOfFlag.keys()].map((flag) => [flag, true]))
  for (const { flags = {} } of commands)
    for (const [flag, own] of Object.entries(flags))
      for (const name of [flag, aliasOf(own)]) if (name) takesValue.set(name, own.value !== undefined)
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
      ...Object.fromEntries(
        [...takesValue].map(([flag, takes]) => [flag, { type: takes ? 'string' : 'boolean' }] as const),
      ),
    },
    allowPositionals: true,
    // Unknown flags are refused below, with our own messages.
    strict: false,
    tokens: true,
  })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const options = tokens.filter((token) => token.kind === 'option')
  const asksFor = (name: string) => options.some((token) => token.name === name)
  if (asksFor('help')) return { kind: 'help', words }
  if (words[0] === 'help') return { kind: 'help', words: words.slice(1) }
  if (asksFor('version') || (words[0] === 'version' && words.length === 1)) return { kind: 'version' }
  const command = commandOf(commands, words)
  if (!command) {
    if (
      options.length === 0 &&
      (words.length === 0 || (words.length === 1 && commandsBelow(commands, words[0]!).length > 0))
    )
      return { kind: 'help', words }
    throw words.length === 0
      ? new UsageError('Give a command; "formosa help" lists the commands.')
      : unknownCommand(commands, words)
  }
  const all = new Set(takesValue.keys())
  const flags: Record<string, string> = {}
  const settings: Partial<Record<SettingName, string>> = {}
  const seen = new Set<string>()
  const nameOf = new Map(Object.entries(command.flags ?? {}).map(([flag, own]) => [aliasOf(own), flag]))
  for (const { name: given, rawName, value, inlineValue } of options) {
    const name = nameOf.get(given) ?? given
    const setting = settingOfFlag.get(name)
    const own = command.flags?.[name]
    if (!own && !(setting && command.settings.includes(setting))) throw unknownFlag(rawName, command, all)
    if (seen.has(name))
      throw new UsageError(`--${name} is given twice${given === name ? '' : `; ${rawName} is another name of it`}.`)
    seen.add(name)
    const takes = takesValue.get(given)!
    if (!takes && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    if (takes && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw new UsageError(`${rawName} needs a value; one that begins with a dash is written as ${rawName}=VALUE.`)
    if (own) flags[name] = value ?? 'true'
    else settings[setting!] = value!
  }
  for (const [name, { default: value }] of Object.entries(command.flags ?? {}))
    if (value !== undefined) flags[name] ??= value
  const operands = words.slice(command.name.split(' ').length)
  checkOperands(command, operands)
  return { kind: 'run', command, flags, settings, operands }
}
