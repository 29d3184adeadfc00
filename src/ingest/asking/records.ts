import type { Task } from '../task.ts'
import type { Kept } from './archive.ts'
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
  /** `lead` only tells where the answer lies. */
  readonly part: 'answer' | 'lead'
  /** Whose pace it was asked at: the publisher's own host, also where a mirror answered. */
  readonly host: string
  readonly address: string
  /** What was posted. */
  readonly form: string | null
  readonly askedAt: string
  readonly tookMs: number
  /** Null where no answer came. */
  readonly status: number | null
  readonly location: string | null
  /** Its Last-Modified. */
  readonly modified: string | null
  /** What went wrong on the way: the bytes are then not all there, and are evidence only. */
  readonly fault: string | null
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
  /** When its bytes were removed from the archive. */
  readonly prunedAt: string | null
}

/** An answer whose bytes are in the archive, and how its task ended. */
export type KeptAnswer = Pick<
  StoredAnswer,
  'id' | 'key' | 'dataset' | 'market' | 'from' | 'to' | 'askedAt' | 'kind' | 'loadedVersion'
> & { readonly file: string; readonly end: Ended['kind'] | null }

/** How the last asking of a task ended. */
export type TaskEnd = Pick<
  StoredAnswer,
  'key' | 'publisher' | 'dataset' | 'endpoint' | 'market' | 'from' | 'to' | 'subject' | 'run' | 'kind' | 'reason'
> & { readonly answerId: number | null; readonly endedAt: string }

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
  /** Leaves out answers whose task was answered with rows, with a closed market or with one of `kinds` later on. */
  readonly newest?: boolean
}

type EndFilter = Pick<AnswerFilter, 'run' | 'publisher' | 'dataset' | 'kinds' | 'from' | 'to'>

export type JournalReader = {
  readonly folder: string
  /** The last runs, newest first. */
  readonly runs: (most: number) => Run[]
  /** Answers (not leads), oldest first; a few at a time, so that what is read may be marked on the way. */
  readonly answers: (filter?: AnswerFilter) => Generator<StoredAnswer, void, void>
  readonly answer: (id: number) => StoredAnswer | null
  /** The newest answer to a task that its feed could make something of. */
  readonly lastRead: (key: string) => StoredAnswer | null
  /** How each task last ended; with the kinds of failures, what is missing and why. */
  readonly ends: (filter?: EndFilter) => Generator<TaskEnd, void, void>
  readonly end: (key: string) => TaskEnd | null
  readonly hosts: () => HostState[]
  /** Every answer that has its bytes, leads too, oldest first. */
  readonly kept: () => Generator<KeptAnswer, void, void>
  /** Files that only pruned answers name. */
  readonly prunedFiles: () => string[]
  /** How long a host took to answer of late, in milliseconds; null where it never did. */
  readonly usualMs: (host: string) => number | null
  readonly close: () => void
}

/** A run of a command that asks: what for, when, and the report it left. */
export type Run = {
  readonly id: number
  readonly kind: string
  /** What tells one run from another, so that a killed one is taken up again: the words of the command, the day. */
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

/** What a request gave, for one of the tasks it was made for. */
export type Heard = Pick<
  StoredAnswer,
  'run' | 'part' | 'host' | 'address' | 'form' | 'askedAt' | 'tookMs' | 'status' | 'location' | 'modified' | 'fault'
> & {
  readonly task: Task
  readonly kept: Kept | null
  readonly outcome: Ended
  /** Whether the task is asked no more. */
  readonly isEnd: boolean
}

export type Journal = JournalReader & {
  /** Begins a run, or takes up the last one of the same kind and detail that was killed. */
  readonly begin: (kind: string, detail: string) => Run & { readonly isResumed: boolean }
  readonly finish: (run: number, report: unknown) => void
  /** Notes that a host is about to be asked, so that its pace holds after a kill too. */
  readonly asking: (host: string) => void
  /** Writes down what came of a request, for every task it was made for, and what is thought of its host: all or nothing. */
  readonly hear: (heard: readonly Heard[], host: HostState) => number[]
  /** Writes down how tasks ended without a new answer. */
  readonly settle: (
    settled: readonly (Pick<Heard, 'task' | 'run' | 'outcome'> & { readonly answerId: number | null })[],
  ) => void
  /** Marks answers as held by a lake version, all at once; older answers of the same tasks are marked with them. */
  readonly markLoaded: (answers: readonly number[], version: string) => void
  /** Writes down what a new reading of a stored answer made of it; rows are then to be loaded (again). */
  readonly reread: (answer: number, outcome: Ended) => void
  /** Notes that the bytes of these answers are about to go, all at once. */
  readonly prune: (answers: readonly number[]) => void
}
