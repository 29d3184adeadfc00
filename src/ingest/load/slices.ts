import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import type { Feed } from '../../sources/feed.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import { overlap } from '../plan/twins.ts'
import { isComplete } from './withdrawn.ts'

export type FedResponse = { readonly response: StoredResponse; readonly feed: Feed }

/** True if every row must be dated within the requested days. */
export const isWithinDays = (dataset: Dataset, feeds: readonly Feed[]): boolean =>
  dataset.date === 'trade_date' &&
  dataset !== TaiwanStockDailyPriceLimit &&
  feeds.every(({ span }) => span === 'day' || span === 'month' || span === 'range')

/** True if another writer's version went on without the response, so that stored rows are newer. */
export const isBeneath = ({ response: { load } }: FedResponse): boolean => load === 0

/** Bytes of responses after which a slice ends with the year or with the month. */
const enough = { year: 64 << 20, month: 256 << 20 } as const

function cut<T>(items: readonly T[], isNext: (one: T, slice: readonly T[]) => boolean): T[][] {
  const slices: T[][] = []
  for (const one of items)
    if (isNext(one, slices.at(-1) ?? []) || slices.length === 0) slices.push([one])
    else slices.at(-1)!.push(one)
  return slices
}

/** Responses in order of their days, cut between years and months, so that most parts of the lake are written once. */
function byPeriods(responses: readonly FedResponse[]): FedResponse[][] {
  let [bytes, last] = [0, '']
  const inOrder = responses.toSorted((a, b) => (a.response.from < b.response.from ? -1 : 1))
  return cut(inOrder, ({ response: { from, to, bytes: more } }) => {
    const isLater = (length: number) => from.slice(0, length) > last.slice(0, length)
    const isNext = (bytes >= enough.year && isLater(4)) || (bytes >= enough.month && isLater(7))
    bytes = (isNext ? 0 : bytes) + more
    if (to > last) last = to
    return isNext
  })
}

/** Responses in the order they came, cut where a later run asked again for days of an earlier one. */
function byRuns(dataset: Dataset, responses: readonly FedResponse[]): FedResponse[][] {
  const isOneRun = new Set(responses.map(({ response: { run } }) => run)).size === 1
  const inOrder = responses.toSorted((a, b) => a.response.id - b.response.id)
  return cut(inOrder, (one, slice) => {
    const isAgain = ({ response: { run, subject, from, to }, feed }: FedResponse) =>
      feed === one.feed &&
      run !== one.response.run &&
      subject === one.response.subject &&
      overlap({ from, to }, one.response)
    const isBetween = slice.length > 0 && isBeneath(slice[0]!) !== isBeneath(one)
    return isBetween || (!isOneRun && isComplete(dataset, one.feed) && slice.some(isAgain))
  })
}

/**
 * The responses of a dataset in slices that are loaded one after another, which bounds memory. Responses of one feed about
 * the same days are loaded run by run, because a row that the later one lacks is withdrawn.
 */
export const slicesOf = (dataset: Dataset, responses: readonly FedResponse[]): FedResponse[][] =>
  byRuns(dataset, responses).flatMap((slice) =>
    isWithinDays(
      dataset,
      slice.map(({ feed }) => feed),
    )
      ? byPeriods(slice)
      : [slice],
  )
