import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Feed, FeedRequest } from '../../../src/sources/feed.ts'
import type { Outcome } from '../../../src/sources/outcome.ts'
import { encoded } from '../encoded.ts'
import { checkDamaged } from './damaged/check.ts'
import { calendarOf, printed, readBytes } from './fixture.ts'

/** The tests of every feed, on a response of our own making. */

const encode = (text: string): Uint8Array => encoded(text, 'utf-8')
const newTitle = '全新欄位'

/** Every title of a JSON answer, each with the response in which that one alone has another name. */
function renamed(response: unknown, within: string): { title: string; bytes: Uint8Array }[] {
  const found: { title: string; bytes: Uint8Array }[] = []
  const tryEach = (titles: string[], rename: (at: number) => () => void) => {
    for (const [at, title] of titles.entries()) {
      const undo = rename(at)
      found.push({ title: title.trim(), bytes: encode(JSON.stringify(response)) })
      undo()
    }
  }
  const tryObjects = (list: Record<string, unknown>[]) => {
    const whole = [...list]
    tryEach(Object.keys(list[0] ?? {}), (at) => {
      const old = Object.keys(whole[0]!)[at]!
      for (const [i, row] of whole.entries())
        list[i] = Object.fromEntries(Object.entries(row).map(([key, value]) => [key === old ? newTitle : key, value]))
      return () => list.splice(0, list.length, ...whole)
    })
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const isRead = !('title' in node) || String(node.title).includes(within)
    for (const [key, value] of Object.entries(node))
      if (/^fields\d*$/.test(key) && Array.isArray(value)) {
        if (!isRead) continue

        tryEach([...value], (at) => {
          const before = value[at]
          value[at] = newTitle
          return () => {
            value[at] = before
          }
        })
      } else visit(value)
  }
  const list = Array.isArray(response) ? response : (response as { msgArray?: unknown }).msgArray
  if (Array.isArray(list) && list.every((row) => typeof row === 'object' && !Array.isArray(row))) tryObjects(list)
  else visit(response)
  return found
}

/** The same for a table written as text: the titles as they stand in it. */
const renamedText = (text: string, titles: readonly string[], { encoding }: Feed) =>
  titles.map((title) => ({ title, bytes: encoded(text.replace(title, newTitle), encoding) }))

const plain = (title: string): string => title.normalize('NFKC').replace(/<[^>]*>|\s/g, '')

/** A renamed column is named as missing or as new where it is needed, and reported as unknown where it is not. */
function expectNoticed(outcome: Outcome, title: string): void {
  if (outcome.kind === 'rows') assert.deepEqual(outcome.unread, [newTitle], `${title} was renamed and nobody noticed`)
  else {
    assert.equal(outcome.kind, 'changed', title)
    const isNamed = outcome.kind === 'changed' && [plain(title), newTitle].some((name) => outcome.reason.includes(name))
    assert.ok(isNamed, `${title}: ${JSON.stringify(outcome)}`)
  }
}

const blockPage = `<html><head><title>安全性提醒</title></head><body>因為安全性考量，您所執行的頁面無法呈現。
  THE PAGE CANNOT BE ACCESSED FOR SECURITY REASONS</body></html>`

type FeedTestOptions = {
  readonly text: string
  readonly request: FeedRequest
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** What is left out of the response by rule. */
  readonly left?: Readonly<Record<string, number>>
  /** Titles of a CSV or HTML answer, as they stand in it. */
  readonly titles?: readonly string[]
  /** What the titles of the tables it reads have in common, where the response holds others too. */
  readonly within?: string
}

export function testFeed(feed: Feed, { text, request, rows, left = {}, titles, within = '' }: FeedTestOptions): void {
  const bytes = encoded(text, feed.encoding)
  const name = `${feed.publisher.id} ${feed.dataset.name} ${feed.endpoint}`
  const readWith = (change: Partial<FeedRequest> = {}, given: Uint8Array = bytes, status = 200) =>
    readBytes(feed, given, { ...request, ...change }, status)

  test(`${name}: rows are read to the last digit`, () => {
    const outcome = readWith()
    assert.equal(outcome.kind, 'rows', JSON.stringify(outcome))
    assert.ok(outcome.kind === 'rows')
    assert.deepEqual(
      outcome.rows.map((row) => printed(feed.dataset, row)),
      rows,
    )
    assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
    assert.deepEqual(Object.fromEntries(outcome.left.map(({ why, rows: count }) => [why, count])), left)
    for (const row of outcome.rows)
      assert.deepEqual(
        Object.keys(row).filter((column) => !(column in feed.dataset.columns)),
        [],
      )
  })

  test(`${name}: any renamed column is rejected`, () => {
    const cases = titles ? renamedText(text, titles, feed) : renamed(JSON.parse(text), within)
    assert.ok(cases.length > 0)
    for (const { title, bytes: given } of cases) expectNoticed(readWith({}, given), title)
  })

  test(`${name}: a refusal, a throttle and a cut answer are blocked, never empty`, () => {
    const page = readWith({}, encode(blockPage))
    assert.ok(page.kind === 'blocked' && page.evidence.includes('FOR SECURITY REASONS'), JSON.stringify(page))
    for (const status of [307, 403, 428, 429, 503]) assert.equal(readWith({}, encode(''), status).kind, 'blocked')
    const cut = readWith({}, bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    assert.ok(cut.kind === 'blocked' || cut.kind === 'changed', JSON.stringify(cut))
    assert.equal(readWith({}, encode('')).kind, 'blocked')
  })

  test(`${name}: damaged`, (context) => checkDamaged(feed, bytes, request, context))

  if (feed.span === 'day' || feed.span === 'month')
    test(`${name}: another day is told, not taken`, () => {
      const month =
        feed.span === 'month' ? { from: '2011-02-01', to: '2011-02-28' } : { from: '2011-02-14', to: '2011-02-14' }
      const outcome = readWith(month)
      assert.ok(
        outcome.kind === 'other_day' && outcome.served.slice(0, 7) === request.from.slice(0, 7),
        JSON.stringify(outcome),
      )
    })
}

/** The publisher's own way to say that it has nothing: closed or still to come, as the calendar knows. */
export function testEmptyResponse(feed: Feed, response: string, request: FeedRequest): void {
  test(`${feed.publisher.id} ${feed.dataset.name} ${feed.endpoint}: no rows means closed only where the calendar says so`, () => {
    const kindWhen = (isOpen: boolean | null) =>
      readBytes(feed, encode(response), { ...request, calendar: { ...calendarOf(), isOpen: () => isOpen } }).kind
    assert.deepEqual([false, true, null].map(kindWhen), ['closed', 'not_yet', 'not_yet'])
  })
}
