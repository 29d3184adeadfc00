import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { LedgerOptions } from '../derive/ledgerFile.ts'
import type { GapsOptions } from '../ingest/gaps/publish.ts'
import type { Lake } from '../lake/lake.ts'
import type { PagesOptions } from '../pages/publish.ts'
import type { ClockTerms } from './clock.ts'

/** What every command is given: settings, clock, log and the lake of the chosen origin. */
export type Context = {
  readonly config: Config
  readonly now: () => Date
  /** Where that time comes from, for threads that keep it themselves. */
  readonly clock: ClockTerms
  readonly log: Logger
  readonly lake: Lake
  readonly pages: PagesOptions
  readonly ledger: LedgerOptions
  readonly gaps: GapsOptions
  /** The installation's secret, made when it is first asked for. */
  readonly secret: () => Buffer
  /** Folder of the lake's scratch files for readers. */
  readonly scratch: string
  readonly release: string
}

type Flag = { readonly about: string; readonly value?: string }

export type Command = {
  /** The words after `formosa`. */
  readonly name: string
  readonly about: string
  /** Words that follow, e.g. `"select …"`. */
  readonly operands?: string
  readonly flags?: Readonly<Record<string, Flag>>
  /** The exit code is what it returns. */
  readonly run: (
    context: Context,
    flags: Readonly<Record<string, string | undefined>>,
    operands: readonly string[],
  ) => Promise<number>
}
