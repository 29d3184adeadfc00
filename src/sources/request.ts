/** The days and the id of a request to a feed, and the facts that the bytes of the response lack. */
export type FeedRequest = {
  /** The requested days, both included. Of a `latest` response: the day it is expected to be about. */
  readonly from: string
  readonly to: string
  readonly id: string | null
  readonly calendar: Calendar
  /** When the publisher says the response was made (its Last-Modified), for answers without a date inside. */
  readonly modified: string | null
}

/** The known trading days; null for a day that is not known. */
export type Calendar = {
  readonly isOpen: (day: string) => boolean | null
  readonly next: (day: string) => string | null
  readonly previous: (day: string) => string | null
}
