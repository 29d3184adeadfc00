import type { Section } from './context.ts'
import type { Html } from './html.ts'

/** A page before its frame. */
export type Document = {
  readonly title: string
  /** A sentence for search engines and previews. */
  readonly description?: string
  readonly section: Section | null
  readonly body: Html
  /** Modules of `browser/` that the page loads beside those of every page. */
  readonly scripts?: readonly string[]
}
