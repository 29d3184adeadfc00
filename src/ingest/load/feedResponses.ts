import type { Feed } from '../../sources/feed.ts'
import type { TaskOutcome } from '../fetching/finishedTasks.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'

/** The responses of one feed, oldest first. */
export type FeedResponses = { readonly feed: Feed; readonly responses: readonly StoredResponse[] }

/** Reads a response; `lost` if its bytes are gone. */
export type ReadResponse = (response: StoredResponse, feed: Feed) => Promise<TaskOutcome>
