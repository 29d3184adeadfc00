import { columnsOf, type Dataset } from '../../../../src/catalogue/dataset.ts'
import type { Feed, FeedRequest } from '../../../../src/sources/feed.ts'
import type { Outcome } from '../../../../src/sources/outcome.ts'
import { readBytes } from '../fixture.ts'
import { damagesOf } from './damages.ts'
import { followed } from './followed.ts'
import { type Editable, opened } from './grids.ts'
import { otherRequests } from './requests.ts'
import { Fault, judged, type Verdict } from './verdict.ts'

/** Damages one response in every way and reads what is left of it. */

type Rows = Outcome & { readonly kind: 'rows' }
export type Trial = { readonly name: string; readonly verdict: Verdict | 'fault'; readonly why: string }

/** The same numbers every time. */
function pickerOf(seed: number): (size: number) => number {
  let state = seed >>> 0
  return (size) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, size)
  }
}

const mostRows = 40

/** The response with fewer rows, where it is still a response: its first and its last ones. */
function shorter(feed: Feed, bytes: Uint8Array, request: FeedRequest): { bytes: Uint8Array; before: Rows } {
  const response = opened(bytes)
  for (const { titles, rows, put } of response.grids)
    if (rows.length > mostRows) put(titles, [...rows.slice(0, mostRows / 2), ...rows.slice(-mostRows / 2)])
  const short = response.bytes()
  const before = readBytes(feed, short, request)
  if (before.kind === 'rows' && before.rows.length > 0) return { bytes: short, before }
  const whole = opened(bytes).bytes()
  const all = readBytes(feed, whole, request)
  if (all.kind !== 'rows') throw new Error(`not read once it was put together again: ${JSON.stringify(all)}`)
  return { bytes: whole, before: all }
}

/** Rows without their days. */
function undated<O extends Outcome>(dataset: Dataset, outcome: O): O {
  if (outcome.kind !== 'rows') return outcome
  const days = columnsOf(dataset).flatMap(([name, { kind }]) => (kind === 'date' || kind === 'datetime' ? [name] : []))
  const rows = outcome.rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !days.includes(name))),
  )
  return { ...outcome, rows }
}

type TortureOptions = { readonly seed: number; readonly most: number; readonly eachColumn: number }

export function* tortured(
  feed: Feed,
  bytes: Uint8Array,
  request: FeedRequest,
  { seed, most, eachColumn }: TortureOptions,
): Generator<Trial> {
  const pick = pickerOf(seed)
  const { bytes: whole, before } = shorter(feed, bytes, request)
  const open = (): Editable => opened(whole)
  const { dataset } = feed
  const size = open().grids.reduce((sum, { rows }) => sum + rows.length, 0)
  const known = { dataset, before, perRow: Math.max(1, Math.ceil((2 * before.rows.length) / Math.max(1, size))) }
  const tried = (name: string, run: () => Verdict): Trial => {
    try {
      return { name, verdict: run(), why: '' }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { name, verdict: 'fault', why: error.message }
    }
  }
  const trials: (() => Trial)[] = []
  const { grids } = open()
  const titlesOf = grids.map(({ titles }) => titles.join())
  for (const [at, grid] of grids.entries())
    for (const [i, { name, effect }] of damagesOf(grid, pickerOf(seed + at), eachColumn).entries()) {
      // A second table of the same kind may be empty, as that of managed stocks is on most days.
      const isSecond = titlesOf.indexOf(grid.titles.join()) < at
      if (effect === 'none' && isSecond) continue
      trials.push(() =>
        tried(at === 0 ? name : `table ${at}: ${name}`, () => {
          const response = open()
          const damage = damagesOf(response.grids[at]!, pickerOf(seed + at), eachColumn)[i]!
          damage.apply()
          return judged(known, readBytes(feed, response.bytes(), request), damage.effect, damage.to)
        }),
      )
    }
  for (const [at, { titles, isShared }] of grids.entries())
    if (!isShared && titles.length > 1 && new Set(titles).size === titles.length)
      trials.push(() => tried(`table ${at}: two titles change places`, () => followed(feed, request, open, at, pick)))
  trials.push(() =>
    tried('tables moved', () => {
      const response = open()
      return response.turn() ? judged(known, readBytes(feed, response.bytes(), request), 'same') : 'the same rows'
    }),
  )
  for (let i = 0; i < 8; i++) {
    const at = 1 + pick(whole.length - 2)
    // A file that ends with a whole line does not show that there were more.
    if (whole[at - 1] === 0x0a) continue
    trials.push(() =>
      tried(`cut after ${at} of ${whole.length} bytes`, () =>
        judged(known, readBytes(feed, whole.subarray(0, at), request), 'lost'),
      ),
    )
  }
  const page = new TextEncoder().encode(`<html><head><title>系統維護</title></head><body><pre>`)
  trials.push(() =>
    tried('inside a page', () => judged(known, readBytes(feed, Buffer.concat([page, whole]), request), 'same')),
  )
  for (const [name, other] of otherRequests(feed, request))
    trials.push(() =>
      tried(name, () => {
        const after = readBytes(feed, whole, { ...request, ...other })
        const verdict = after.kind === 'rows' && feed.span !== 'latest' && after.rows.length > 0
        if (verdict) throw new Fault('answered another question')
        // What is in force is told of the day it is asked about.
        return judged({ ...known, before: undated(dataset, before) }, undated(dataset, after), 'same')
      }),
    )
  const chosen = most >= trials.length ? trials : Array.from({ length: most }, () => trials[pick(trials.length)]!)
  for (const trial of chosen) yield trial()
}
