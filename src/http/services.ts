import type { Logger } from 'pino'
import type { Guard } from '../access/guard.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { Library } from '../query/library.ts'

/** What the routes are given by whoever wires the service. */
export type Services = {
  readonly release: string
  readonly log: Logger
  /** The version being served; null before the first one is built. */
  readonly manifest: () => Manifest | null
  /** Parts of the service and whether each is in order. */
  readonly checks: () => Readonly<Record<string, string>>
  readonly guard: Guard
  readonly library: Library
  readonly cursorKey: Buffer
  /** Told when a page file turns out not to be what it should: it is then made anew. */
  readonly onDamage: (error: Error) => void
}
