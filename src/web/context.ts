import type { Language } from '../errors.ts'
import type { Words } from './words/words.ts'

/** The entries of the bar at the top; each is the address of its page. */
export const sections = ['market', 'datasets', 'stocks', 'console', 'ask', 'account', 'docs'] as const
export type Section = (typeof sections)[number]

/** The age of the data: shown on every page. */
export type Age = {
  readonly isSimulated: boolean
  /** The newest trading day of the data. */
  readonly through: string
  /** When the version was written, as an instant. */
  readonly writtenAt: string
  /** True where a newer trading day should have been published by now. */
  readonly isLate: boolean
}

/** Facts about a request that every part of its page may use. */
export type Context = {
  readonly language: Language
  readonly words: Words
  /** The relative path to the root of the service, `./` or `../`: a proxy may serve it below another path. */
  readonly root: string
  /** Path and query of the page below the root, without its language. */
  readonly path: string
  /** The address under which the reader reaches the service. */
  readonly siteUrl: string
  /** The relative address of a file in `browser/` or `style/`. */
  readonly asset: (name: string) => string
  /** Null before the first version stands. */
  readonly age: Age | null
}
