import { OperatorError } from '../../errors.ts'
import type { Calendar, Feed } from '../../sources/feed.ts'
import type { Outcome } from '../../sources/outcome.ts'
import { shifted } from '../plan/moments.ts'
import { placed } from './placed.ts'

/** What a feed is called on the command line: one answer of a publisher, which several datasets may be read from. */
export const feedName = ({ publisher, endpoint }: Feed): string => `${publisher.id}/${endpoint.replaceAll(' ', '_')}`

const isNamed =
  (name: string) =>
  (feed: Feed): boolean =>
    feedName(feed).toLowerCase() === name.toLowerCase()

/** The feeds of a name, `publisher/endpoint`, or of an endpoint that only one publisher has. */
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

/** Nobody knows which days traded; or every day did. */
const unknown: Calendar = { isOpen: () => null, next: () => null, previous: () => null }
const always: Calendar = {
  isOpen: () => true,
  next: (day) => shifted(day, 1),
  previous: (day) => shifted(day, -1),
}

/** Larger answers are not tried on every feed; lists and lines are tried by their beginning. */
const largestTried = { '{': 2 << 20, '<': 600 << 10, other: 32 << 20 } as const
const triedRows = 200

/** The beginning of a long answer, as far as a part of one is an answer: a list of objects, or a table of lines. */
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

/** The id that an answer is about, where its feed says that it is another one than was asked for. */
const idIn = (feed: Feed, outcome: Outcome): string | null =>
  feed.each === 'id' && outcome.kind === 'changed'
    ? (/answered with (?:.*\s)?([0-9A-Z^]{2,12})(?:\s|$)/.exec(outcome.reason)?.[1] ?? null)
    : null

/** What a publisher whose every answer is a list says of an object, and the other way round. */
const isOtherShape = (seen: ReturnType<typeof placed>): boolean =>
  'outcome' in seen && seen.outcome.kind === 'changed' && /^the answer is no (list|object)$/.test(seen.outcome.reason)

function canRead(feed: Feed, bytes: Uint8Array, onOtherShape: () => void): boolean {
  const today = '2024-05-02'
  const terms = { id: null, today }
  const first = placed(feed, bytes, { ...terms, date: null, calendar: unknown })
  if (isOtherShape(first)) onOtherShape()
  if ('undated' in first) {
    if (first.hasRows) return true
    // An answer that tells no day may be read for any.
    const again = placed(feed, bytes, { ...terms, date: today, calendar: always })
    return 'outcome' in again && isTaken(again.outcome)
  }
  const { outcome, from } = first
  const id = idIn(feed, outcome)
  if (outcome.kind !== 'not_yet' && id === null) return isTaken(outcome)
  const again = placed(feed, bytes, { id, today, date: from, calendar: always })
  return 'outcome' in again && isTaken(again.outcome)
}

const isTaken = (outcome: Outcome): boolean =>
  outcome.kind === 'rows' && outcome.rows.length > 0 && outcome.unread.length === 0

/** The feeds that can read an answer, by name: those that make rows first, and those that tell any day. */
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
