import type { Feed, FeedRequest } from '../../src/sources/feed.ts'
import type { Days } from './market.ts'
import type { ReceivedRequest } from './page.ts'
import { lastOfMonth } from './spell.ts'

/** Reads the days and the id out of a request: a feed makes a request of days that no other part of it can hold. */

const probe: FeedRequest = {
  from: '1987-11-23',
  to: '1989-12-27',
  id: 'PROBE',
  modified: null,
  calendar: { isOpen: () => null, next: () => null, previous: () => null },
}

/** The parts of both days as they can stand in a request, the longest first. */
const tokens: readonly (readonly [text: string, group: string, pattern: string])[] = [
  ['PROBE', 'id', '.+?'],
  ['1987', 'fromYear', '\\d{4}'],
  // Growth needs the year before, which is requested too.
  ['1986', 'fromYear', '\\d{4}'],
  ['1989', 'toYear', '\\d{4}'],
  ['076', 'fromRoc', '\\d{3}'],
  ['078', 'toRoc', '\\d{3}'],
  ['76', 'fromRoc', '\\d{2,3}'],
  ['78', 'toRoc', '\\d{2,3}'],
  ['11', 'fromMonth', '\\d{1,2}'],
  ['12', 'toMonth', '\\d{1,2}'],
  ['23', 'fromDay', '\\d{1,2}'],
  ['27', 'toDay', '\\d{1,2}'],
]

/** The pattern of a text of the probe; a part that comes twice is matched once. */
function patternOf(text: string): RegExp {
  const seen = new Set<string>()
  const source = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(new RegExp(tokens.map(([token]) => token).join('|'), 'g'), (token) => {
      const [, group, pattern] = tokens.find(([one]) => one === token)!
      if (seen.has(group)) return pattern
      seen.add(group)
      return `(?<${group}>${pattern})`
    })
  return new RegExp(`^${source}$`)
}

export type RequestPattern = {
  readonly path: RegExp
  readonly fields: Readonly<Record<string, RegExp>>
  /** The same for feeds that ask the same question. */
  readonly key: string
}

/** How the requests of a feed look. The id of an event is made of a code and a day. */
export function requestPattern(feed: Feed): RequestPattern {
  const { path, query, form, json } = feed.request(feed.detailOf ? { ...probe, id: 'PROBE,19871123' } : probe)
  const below = path.replace(/^https?:\/\/[^/]+/, '')
  const fields = Object.entries({ ...query, ...form, ...json }).map(([name, value]) => [name, String(value)] as const)
  return {
    path: patternOf(below),
    fields: Object.fromEntries(fields.map(([name, value]) => [name, patternOf(value)])),
    key: `${feed.publisher.id} ${below} ${JSON.stringify(fields)}`,
  }
}

const padded = (part: string): string => part.padStart(2, '0')

/** The parts of a request that match the pattern, or null where it is another feed's. */
export function matched(
  { path, fields }: RequestPattern,
  request: ReceivedRequest,
): Readonly<Record<string, string>> | null {
  const found = [
    path.exec(request.path),
    ...Object.entries(fields).map(([name, form]) => form.exec(request.fields[name] ?? '')),
  ]
  return found.some((match) => match === null) ? null : Object.assign({}, ...found.map((match) => match!.groups ?? {}))
}

/** The days a request is about; null where it names none. */
export function daysIn(parts: Readonly<Record<string, string>>, span: Feed['span']): Days | null {
  const day = (end: 'from' | 'to', month: string, date: string): string | null => {
    const year = parts[`${end}Year`] ?? (parts[`${end}Roc`] && String(Number(parts[`${end}Roc`]) + 1911))
    return year === undefined
      ? null
      : `${year}-${padded(parts[`${end}Month`] ?? month)}-${padded(parts[`${end}Day`] ?? date)}`
  }
  const from = day('from', '01', '01')
  if (from === null) return null
  const to = day('to', '12', '31')
  if (to !== null) return { from, to }
  const month = from.slice(0, 7)
  if (span === 'month') return { from: `${month}-01`, to: lastOfMonth(month) }
  return span === 'year' ? { from: `${from.slice(0, 4)}-01-01`, to: `${from.slice(0, 4)}-12-31` } : { from, to: from }
}
