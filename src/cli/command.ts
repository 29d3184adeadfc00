import type { Logger } from 'pino'
import type { SettingName } from '../config/settings.ts'
import type { Config } from '../config.ts'
import type { LedgerOptions } from '../derive/ledgerFile.ts'
import type { GapsOptions } from '../ingest/gaps/publish.ts'
import type { Lake, Version } from '../lake/lake.ts'
import type { PagesOptions } from '../pages/publish.ts'
import type { ParameterName } from '../query/parameters.ts'
import type { ClockOptions } from './clock.ts'

/** The context of every command: settings, clock, log and the lake of the chosen origin. */
export type Context = {
  readonly config: Config
  readonly now: () => Date
  /** The source of that time, for threads. */
  readonly clock: ClockOptions
  readonly log: Logger
  readonly lake: Lake
  /** The current version of the lake; throws where it is empty. */
  readonly version: () => Promise<Version>
  readonly pages: PagesOptions
  readonly ledger: LedgerOptions
  readonly gaps: GapsOptions
  /** The installation's secret, generated on first use. */
  readonly secret: () => Buffer
  /** The secret that is accepted beside it; null where there is none. */
  readonly otherSecret: () => Buffer | null
  /** The installation's secret; null where none was generated yet. */
  readonly presentSecret: () => Buffer | null
  /** Folder of the lake's scratch files for readers. */
  readonly scratch: string
  /** Folder of the journal, the archive and the reports of live data. */
  readonly ingest: string
  readonly release: string
  /** Every command, for the documents. */
  readonly groups: readonly CommandGroup[]
}

/** A flag of one command; one without `value` takes none. */
export type Flag = {
  readonly about: string
  readonly value?: string
  readonly default?: string
  /** The parameter of a query that it sets; the flag can be given by that name too. */
  readonly parameter?: ParameterName
}

/** The other name of a flag, of the parameter that it sets: `--start-date` is `start_date`. */
export const aliasOf = ({ parameter }: Flag): string | undefined => parameter?.replaceAll('_', '-')

/** The flags, with defaults filled in. */
export type Flags = Readonly<Record<string, string | undefined>>

/** Does the work of a command; resolves with the exit code, or with nothing for 0. */
export type Run = (context: Context, flags: Flags, operands: readonly string[]) => Promise<number> | Promise<void>

/** A command for help, documents and the parser; its code is loaded when it runs. */
export type Command = {
  /** The words after `formosa`. */
  readonly name: string
  /** One line. */
  readonly about: string
  readonly more?: string
  /** The operands with their meanings; `[X]` is optional, `X …` may be several. */
  readonly operands?: readonly (readonly [form: string, about: string])[]
  readonly flags?: Readonly<Record<string, Flag>>
  /** The settings that it reads; flags of others are refused. */
  readonly settings: readonly SettingName[]
  readonly example: string
  readonly load: () => Promise<Run>
}

export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

type CommandDefinition = Omit<Command, 'settings' | 'example'> & Partial<Command>

/** Commands that read the same settings, unless one names others; its example is its name, unless it has another. */
export const group = (
  title: string,
  settings: readonly SettingName[],
  commands: readonly CommandDefinition[],
): CommandGroup => ({
  title,
  commands: commands.map((command) => ({ settings, example: `formosa ${command.name}`, ...command })),
})
