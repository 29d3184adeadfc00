import type { Task } from '../task.ts'
import type { ArchivedBytes } from './archive.ts'
import type { TaskOutcome } from './finishedTasks.ts'

/** A response of a publisher, or its absence, as the journal records it. */
export type StoredResponse = {
  readonly id: number
  /** The `taskKey` of its task, followed by the parts of that key. */
  readonly key: string
  readonly publisher: string
  readonly dataset: string
  readonly endpoint: string
  readonly market: string | null
  readonly from: string
  readonly to: string
  /** The id in the request, for feeds that are asked id by id. */
  readonly subject: string | null
  readonly run: number
  /** A `lead` only points to the request that returns the data. */
  readonly part: 'answer' | 'lead'
  /** The publisher's own host, whose pace applies; also if a mirror answered. */
  readonly host: string
  readonly address: string
  /** The posted body. */
  readonly form: string | null
  readonly askedAt: string
  readonly tookMs: number
  /** Null if no response came. */
  readonly status: number | null
  readonly location: string | null
  /** The Last-Modified header. */
  readonly modified: string | null
  /** The transfer error; the bytes are then incomplete and only evidence. */
  readonly fault: string | null
  /** The archived bytes; null if nothing was received. */
  readonly file: string | null
  readonly sha256: string | null
  readonly bytes: number
  /** Outcome of the last reading. */
  readonly kind: TaskOutcome['kind']
  readonly reason: string | null
  /** `calendar` if the response can be read once more trading days are known. */
  readonly waitsFor: 'calendar' | null
  readonly readAt: string
  /** The load that put its rows into the lake; null if none has, 0 if another writer's version went on without it. */
  readonly load: number | null
  readonly prunedAt: string | null
}

/** A response whose bytes are in the archive, with the outcome of its task. */
export type ArchivedResponse = Pick<
  StoredResponse,
  'id' | 'key' | 'dataset' | 'market' | 'from' | 'to' | 'askedAt' | 'kind' | 'load'
> & { readonly file: string; readonly end: TaskOutcome['kind'] | null }

/** The latest outcome of a task. */
export type StoredOutcome = Pick<
  StoredResponse,
  'key' | 'publisher' | 'dataset' | 'endpoint' | 'market' | 'from' | 'to' | 'subject' | 'run' | 'kind' | 'reason'
> & { readonly responseId: number | null; readonly endedAt: string }

/** What names a feed in the journal. */
export type FeedName = Pick<StoredResponse, 'publisher' | 'dataset' | 'endpoint' | 'market'>

/** Requested days that overlap these. */
type OverlappingDays = { readonly from?: string; readonly to?: string }

export type ResponseFilter = Partial<FeedName> &
  OverlappingDays & {
    readonly run?: number
    readonly key?: string
    readonly kinds?: readonly TaskOutcome['kind'][]
    /** Only responses with rows that are not loaded. */
    readonly isWaiting?: boolean
    /** Leaves out a response if a later one of its task has rows, a closed market or one of `kinds`. */
    readonly newest?: boolean
  }

export type OutcomeFilter = Partial<FeedName> &
  OverlappingDays & {
    /** Only tasks that failed. */
    readonly isUnsettled?: boolean
  }

/** A load of responses into the lake, as far as the lake must tell whether it holds them. */
export type StoredLoad = {
  readonly id: number
  /** The line of loads that it continues: one for each journal. */
  readonly line: string
  /** The loads in the version that it was based on; null for what a release without this record has loaded. */
  readonly held: HeldLoads | null
  /** The version it made, or the equal one that it found; null if it was killed. */
  readonly version: string | null
}

/** The newest load of each line that a version holds, with all before it. */
export type HeldLoads = Readonly<Record<string, number>>

/** A load that the current version does not hold. */
export type LostLoad = Pick<StoredLoad, 'id'> & {
  /** True if another writer has gone on without it, so that the rows of the version are newer. */
  readonly isBeneath: boolean
  /** Only responses asked for after this moment are lost; '' for all. */
  readonly after: string
}

/** A run of a command that fetches, and its report. */
export type Run = {
  readonly id: number
  readonly kind: string
  /** Identifies the run, so that a killed one is resumed: the command's arguments, or the day. */
  readonly detail: string
  readonly startedAt: string
  /** Null while it runs, or if it was killed. */
  readonly endedAt: string | null
  readonly report: unknown
}

/** The circuit breaker's state of a host. */
export type HostState = {
  readonly host: string
  readonly refusals: number
  /** Consecutive openings of the circuit. */
  readonly openings: number
  /** Null while the circuit is closed. */
  readonly openUntil: string | null
  readonly reason: string | null
  readonly askedAt: string | null
}

/** The response to a request, for one of its tasks. */
export type ReceivedResponse = Pick<
  StoredResponse,
  'run' | 'part' | 'host' | 'address' | 'form' | 'askedAt' | 'tookMs' | 'status' | 'location' | 'modified' | 'fault'
> & {
  readonly task: Task
  readonly archived: ArchivedBytes | null
  readonly outcome: TaskOutcome
  /** True if the task is not retried. */
  readonly isFinal: boolean
}
