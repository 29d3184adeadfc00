import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import type { Feed } from '../../sources/feed.ts'
import type { StoredResponse } from '../fetching/journalRecords.ts'
import type { DayRange } from '../plan/taipeiDays.ts'
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

/** Responses in order of their days, cut between years and months, so that most parts of the lake are written once. */
function byPeriods(responses: readonly FedResponse[]): FedResponse[][] {
  const slices: FedResponse[][] = []
  let [bytes, last] = [0, '']
  for (const one of responses.toSorted((a, b) => (a.response.from < b.response.from ? -1 : 1))) {
    const { from, to, bytes: more } = one.response
    const isNext = (length: number) => from.slice(0, length) > last.slice(0, length)
    if (last === '' || (bytes >= enough.year && isNext(4)) || (bytes >= enough.month && isNext(7))) {
      slices.push([])
      bytes = 0
    }
    slices.at(-1)!.push(one)
    bytes += more
    if (to > last) last = to
  }
  return slices
}

/** Responses in the order they came, cut where a later run asked again for days of an earlier one. */
function byRuns(dataset: Dataset, responses: readonly FedResponse[]): FedResponse[][] {
  const slices: FedResponse[][] = []
  let windows = new Map<string, Map<number, DayRange[]>>()
  for (const one of responses.toSorted((a, b) => a.response.id - b.response.id)) {
    const { response, feed } = one
    const { endpoint, market, subject, run } = response
    const name = JSON.stringify([feed.publisher.id, endpoint, market, subject])
    const isAgain =
      isComplete(dataset, feed) &&
      [...(windows.get(name) ?? [])].some(
        ([other, days]) => other !== run && days.some((day) => overlap(day, response)),
      )
    const before = slices.at(-1)?.at(-1)
    if (before === undefined || isAgain || isBeneath(before) !== isBeneath(one)) {
      slices.push([])
      windows = new Map()
    }
    slices.at(-1)!.push(one)
    const byRun = windows.get(name) ?? new Map<number, DayRange[]>()
    windows.set(name, byRun.set(run, byRun.get(run) ?? []))
    byRun.get(run)!.push(response)
  }
  return slices
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
