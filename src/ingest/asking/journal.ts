import type { Ended } from './ended.ts'

/** One answer of a publisher, or the lack of one, as the journal keeps it. */
export type StoredAnswer = {
  readonly id: number
  /** `keyOf` its task, and what that names. */
  readonly key: string
  readonly publisher: string
  readonly dataset: string
  readonly endpoint: string
  readonly market: string | null
  readonly from: string
  readonly to: string
  /** The id asked for, of feeds that are asked id by id. */
  readonly subject: string | null
  readonly run: number
  /** Where it came from: the address asked, and what was posted to it. */
  readonly host: string
  readonly address: string
  readonly form: string | null
  /** `lead` only tells where the answer lies. */
  readonly part: 'answer' | 'lead'
  readonly askedAt: string
  readonly tookMs: number
  /** Null where no answer came. */
  readonly status: number | null
  readonly location: string | null
  readonly modified: string | null
  /** The bytes in the archive; null where nothing was received. */
  readonly file: string | null
  readonly sha256: string | null
  readonly bytes: number
  /** What the last reading made of it. */
  readonly kind: Ended['kind']
  readonly reason: string | null
  readonly readAt: string
  /** The lake version it went into. */
  readonly loadedVersion: string | null
}

/** How the last asking of a task ended. */
export type TaskEnd = Pick<
  StoredAnswer,
  'key' | 'publisher' | 'dataset' | 'endpoint' | 'market' | 'from' | 'to' | 'subject' | 'run' | 'kind' | 'reason'
> & { readonly answerId: number | null; readonly endedAt: string }

/** A run of a command that asks: what for, when, and the report it left. */
export type Run = {
  readonly id: number
  readonly kind: string
  /** The words of the command, which tell a run that is taken up again. */
  readonly detail: string
  readonly startedAt: string
  /** Null while it runs, or where it was killed. */
  readonly endedAt: string | null
  readonly report: unknown
}

/** What is known of a host: how often it refused in a row, and until when it is left alone. */
export type HostState = {
  readonly host: string
  readonly refusals: number
  /** How many times in a row its circuit opened. */
  readonly openings: number
  /** Null while it may be asked. */
  readonly openUntil: string | null
  readonly reason: string | null
  readonly askedAt: string | null
}

export type AnswerFilter = {
  readonly run?: number
  readonly key?: string
  readonly publisher?: string
  readonly dataset?: string
  readonly kinds?: readonly Ended['kind'][]
  /** Days asked for that touch these. */
  readonly from?: string
  readonly to?: string
  /** Only what no lake version holds yet. */
  readonly unloaded?: boolean
  /** Only the newest answer of each task. */
  readonly newest?: boolean
}

export type TaskFilter = {
  readonly dataset?: string
  readonly kinds?: readonly Ended['kind'][]
  readonly run?: number
}

export type JournalReader = {
  readonly folder: string
  /** The last runs, newest first. */
  readonly runs: (most: number) => Run[]
  readonly run: (id: number) => Run | null
  /** Answers (not leads), oldest first. */
  readonly answers: (filter?: AnswerFilter) => StoredAnswer[]
  readonly answer: (id: number) => StoredAnswer | null
  /** How each task last ended; with `kinds` of failures, what is missing and why. */
  readonly ends: (filter?: TaskFilter) => TaskEnd[]
  readonly end: (key: string) => TaskEnd | null
  readonly hosts: () => HostState[]
  readonly close: () => void
}

export type Journal = JournalReader & {
  /** Begins a run, or takes up the last one of the same kind and detail that was killed. */
  readonly begin: (kind: string, detail: string) => Run & { readonly isResumed: boolean }
  readonly finish: (run: number, report: unknown) => void
  /** Marks answers as held by a lake version, all at once; older answers of the same tasks are marked with them. */
  readonly markLoaded: (answers: readonly number[], version: string) => void
  /** Writes down what a new reading of a stored answer made of it; what differs is to be loaded (again). */
  readonly reread: (answer: number, outcome: Ended) => void
}

/** Opens the journal for the one process that writes; a second one is refused with a sentence. */
export function openJournal(_folder: string, _now: () => Date): Journal {
  throw new Error('not written yet')
}

/** Opens the journal to look at; null where nothing was ever asked. */
export function readJournal(_folder: string): JournalReader | null {
  throw new Error('not written yet')
}
