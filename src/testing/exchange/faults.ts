/** What the stand-in exchange can be told to do wrong. */
export type Misbehaviour =
  /** A page that refuses, with status 200. */
  | { readonly kind: 'page' }
  /** Sends the reader elsewhere. */
  | { readonly kind: 'redirect' }
  /** Refuses or fails with a status; 429 and 503 may say when to come back, in seconds or as a date. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  /** Says that questions come too fast, with status 200. */
  | { readonly kind: 'throttle' }
  /** Breaks off in the middle; `politely` with a length that fits what was sent. */
  | { readonly kind: 'cut'; readonly politely?: boolean }
  /** Answers late, or byte by byte, or never. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'hang' }
  /** Closes the connection before a word. */
  | { readonly kind: 'reset' }
  /** Nothing at all, with status 200. */
  | { readonly kind: 'empty' }
  /** The publisher's own way to say that it has nothing. */
  | { readonly kind: 'nothing' }
  /** The answer about another day: the trading day before, unless one is named. */
  | { readonly kind: 'other day'; readonly day?: string }
  /** A column with another title: `title`, or the first one that stands in every row's key. */
  | { readonly kind: 'renamed'; readonly title?: string; readonly as?: string }
  /** Tables and columns in another order, with a table before them that nobody knows. Readers by title do not mind. */
  | { readonly kind: 'moved' }
  /** Every row twice: alike, or the second time with another number in it. */
  | { readonly kind: 'repeated'; readonly alike?: boolean }
  /** Only the first part of the rows, in an answer that is whole in form. */
  | { readonly kind: 'fewer rows'; readonly share?: number }
  /** A cell of one row is something else: the first row, or the one with this id. */
  | { readonly kind: 'wrong'; readonly title: string; readonly text: string; readonly id?: string }
  /** Bytes that are no text of the publisher's encoding. */
  | { readonly kind: 'garbled' }

/** A rule: which answers go wrong, how, and how often. */
export type Fault = {
  readonly does: Misbehaviour
  /** Publisher id; all of them when left out. */
  readonly publisher?: string
  /** What the address holds below the publisher, with its query: `MI_INDEX`, or a pattern. */
  readonly path?: string | RegExp
  /** A day among those asked for. */
  readonly day?: string
  /** How many of the matching questions; all of them when left out. */
  readonly times?: number
  /** How many matching questions are answered well before. */
  readonly after?: number
}
