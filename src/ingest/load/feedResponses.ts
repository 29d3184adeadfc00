import type { Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'

/** The responses of one feed, oldest first. */
export type FeedResponses = { readonly feed: Feed; readonly responses: readonly StoredResponse[] }

export type ReadResponse = (response: StoredResponse, feed: Feed) => Promise<Outcome>
