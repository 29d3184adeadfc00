import type { Section } from './context.ts'
import type { Html } from './html.ts'

/** A page before its frame. */
export type Document = {
  /** The HTTP status; 200 where it is left out. */
  readonly status?: number
  readonly title: string
  /** A sentence for search engines and previews. */
  readonly description?: string
  readonly section: Section | null
  readonly body: Html
  /** Modules of `browser/` that the page loads beside those of every page. */
  readonly scripts?: readonly string[]
}
