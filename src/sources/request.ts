/** The days and the id that a feed is asked for, and what is known beside the bytes of the response. */
export type FeedRequest = {
  /** The days asked for, both included. Of a `latest` answer: the day it is expected to be about. */
  readonly from: string
  readonly to: string
  readonly id: string | null
  readonly calendar: Calendar
  /** When the publisher says the response was made (its Last-Modified), for answers without a date inside. */
  readonly modified: string | null
}

/** What is known of the trading days; null where it is not. */
export type Calendar = {
  readonly isOpen: (day: string) => boolean | null
  readonly next: (day: string) => string | null
  readonly previous: (day: string) => string | null
}
