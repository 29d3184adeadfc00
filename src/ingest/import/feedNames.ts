import { addDays } from '../../days.ts'
import { OperatorError } from '../../errors.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import { dateResponse } from './responseDays.ts'

/** The name of a feed on the command line; several datasets may share it. */
export const feedName = ({ publisher, endpoint }: Feed): string => `${publisher.id}/${endpoint.replaceAll(' ', '_')}`

const isNamed =
  (name: string) =>
  (feed: Feed): boolean =>
    feedName(feed).toLowerCase() === name.toLowerCase()

/** The feeds named `publisher/endpoint`, or by an endpoint that only one publisher has. */
export function feedsNamed(all: readonly Feed[], name: string): Feed[] {
  const whole = all.filter(isNamed(name))
  if (whole.length > 0) return whole
  const ends = all.filter((feed) => feedName(feed).toLowerCase().endsWith(`/${name.toLowerCase()}`))
  const names = [...new Set(ends.map(feedName))]
  if (names.length === 1) return ends
  const near = names.length > 0 ? names : [...new Set(all.map(feedName))].filter((one) => isNear(one, name)).slice(0, 8)
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  throw new OperatorError(
    `--feed: ${names.length > 0 ? `several publishers have ${name}.` : `there is no feed named ${name}.`}${hint} formosa import --feed list names them all.`,
  )
}

const isNear = (known: string, given: string): boolean => {
  const [a, b] = [known.toLowerCase(), given.toLowerCase().split('/').at(-1)!]
  return b.length > 2 && a.includes(b)
}

/** Calendars that know no day, or take every day for a trading day. */
const unknown: Calendar = { isOpen: () => null, next: () => null, previous: () => null }
const always: Calendar = {
  isOpen: () => true,
  next: (day) => addDays(day, 1),
  previous: (day) => addDays(day, -1),
}

/** Size limits for trying a file on every feed; lists and tables are tried by their first rows. */
const largestTried = { '{': 2 << 20, '<': 600 << 10, other: 32 << 20 } as const
const triedRows = 200

/** The first rows of a long list or table; null if the file is too large. */
function shortened(bytes: Uint8Array): Uint8Array | null {
  const start = /[{<[]/.exec(Buffer.from(bytes.subarray(0, 10)).toString('latin1').trimStart()[0] ?? '')?.[0]
  const isWhole = start === '{' || start === '<'
  if (bytes.length > largestTried[isWhole ? start : 'other']) return null
  if (isWhole) return bytes
  if (start !== '[') {
    const rows = Buffer.from(bytes)
    let end = -1
    for (let line = 0; line <= triedRows; line++) {
      const next = rows.indexOf(0x0a, end + 1)
      if (next < 0) return bytes
      end = next
    }
    return rows.subarray(0, end + 1)
  }
  try {
    const list: unknown = JSON.parse(Buffer.from(bytes).toString())
    return Array.isArray(list) ? Buffer.from(JSON.stringify(list.slice(0, triedRows))) : bytes
  } catch {
    return bytes
  }
}

function canRead(feed: Feed, bytes: Uint8Array, onOtherShape: () => void): boolean {
  const today = '2024-05-02'
  const terms = { id: null, today }
  const first = dateResponse(feed, bytes, { ...terms, date: null, calendar: unknown })
  if ('undated' in first) {
    if (first.hasRows) return true
    // A response without a date may be read for any day.
    const again = dateResponse(feed, bytes, { ...terms, date: today, calendar: always })
    return 'outcome' in again && isTaken(again.outcome)
  }
  const { outcome, from } = first
  const { servedId: id = null, isOtherShape } = outcome.kind === 'changed' ? outcome : {}
  if (isOtherShape) onOtherShape()
  if (outcome.kind !== 'not_yet' && id === null) return isTaken(outcome)
  const again = dateResponse(feed, bytes, { id, today, date: from, calendar: always })
  return 'outcome' in again && isTaken(again.outcome)
}

const isTaken = (outcome: Outcome): boolean =>
  outcome.kind === 'rows' && outcome.rows.length > 0 && outcome.unread.length === 0

/** Names of the feeds that can read a response: those that supply rows and any day first. */
export function feedsReading(all: readonly Feed[], bytes: Uint8Array): string[] {
  const part = shortened(bytes)
  if (part === null) return []
  const rank = ({ role, span }: Feed) => Number(role === 'witness') * 2 + Number(span === 'latest')
  const others = new Set<string>()
  const found = all
    .filter((feed) => !others.has(feed.publisher.id) && canRead(feed, part, () => others.add(feed.publisher.id)))
    .sort((a, b) => rank(a) - rank(b))
  return [...new Set(found.map(feedName))]
}
