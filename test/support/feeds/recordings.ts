import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import type { Feed, FeedRequest } from '../../../src/sources/feed.ts'
import type { Outcome } from '../../../src/sources/outcome.ts'
import { checkDamaged } from './damaged/check.ts'
import { readBytes, recorded, rowsIn, samples, withoutSamples as skip } from './fixture.ts'

/** What the tests of recorded responses have in common: each publisher's own holds a table of files and what they tell. */

type Printed = Readonly<Record<string, unknown>>
type ReadRecording = { readonly rows: readonly Printed[]; readonly outcome: Outcome & { readonly kind: 'rows' } }

type RecordedRequest = { readonly file: string; readonly feed: Feed; readonly request: FeedRequest }

/** A response that is read whole: nothing unknown, nothing rejected. */
type OfRows = RecordedRequest & {
  readonly count?: number
  /** What is left out of it by rule. */
  readonly left?: readonly { readonly why: string; readonly rows: number }[]
  /** Rows by their place, from the end where it is negative. */
  readonly at?: Readonly<Record<string, Printed>>
  /** The same, of which these columns alone are compared. */
  readonly some?: Readonly<Record<string, Printed>>
  /** Rows that must be among them, each the only one with its key. */
  readonly has?: readonly Printed[]
  readonly also?: (read: ReadRecording) => void
}

/** A response that holds no rows for the question. */
type OfNone = RecordedRequest & {
  readonly is: Exclude<Outcome['kind'], 'rows'>
  /** The reason, as exact text or as a pattern. */
  readonly message?: string | RegExp
  readonly served?: string
  /** What the evidence holds. */
  readonly shows?: RegExp
}

export type Recording = OfRows | OfNone

/** The rows with the key of an expected one: the columns of the key that it names. */
function found(rows: readonly Printed[], expected: Printed, { dataset }: Feed): Printed {
  const key = dataset.key.filter((name) => name in expected)
  const same = rows.filter((row) => key.every((name) => row[name] === expected[name]))
  assert.equal(same.length, 1, `${same.length} rows with ${key.map((name) => `${name} ${expected[name]}`).join(', ')}`)
  return same[0]!
}

/** The columns of a row that an expected one names. */
const partOf = (row: Printed | undefined, expected: Printed): Printed =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, row?.[name]]))

function checkRows({ feed, count, left, at = {}, some = {}, has = [], also }: OfRows, outcome: Outcome): void {
  const rows = rowsIn(feed, outcome)
  assert.ok(outcome.kind === 'rows')
  if (count !== undefined) assert.equal(rows.length, count)
  if (left !== undefined) assert.deepEqual(outcome.left, left)
  for (const [place, row] of Object.entries(at)) assert.deepEqual(rows.at(Number(place)), row, `row ${place}`)
  for (const [place, row] of Object.entries(some))
    assert.deepEqual(partOf(rows.at(Number(place)), row), row, `row ${place}`)
  for (const row of has) assert.deepEqual(found(rows, row, feed), row)
  also?.({ rows, outcome })
}

function checkNone({ is, message, served, shows }: OfNone, outcome: Outcome): void {
  assert.equal(outcome.kind, is, JSON.stringify(outcome))
  const reason = 'reason' in outcome ? outcome.reason : ''
  if (typeof message === 'string') assert.equal(reason, message)
  else if (message) assert.match(reason, message)
  if (served !== undefined) assert.equal('served' in outcome && outcome.served, served)
  if (shows) assert.match('evidence' in outcome ? outcome.evidence : '', shows)
}

/** Reads the recorded responses of a folder, each in a test of its own; none may be left over but those of no dataset. */
export function testRecordings(
  folder: string,
  recordings: readonly Recording[],
  others: Readonly<Record<string, string>> = {},
): void {
  for (const recording of recordings) {
    const { file, feed, request } = recording
    const read = 'is' in recording ? `, ${recording.is}` : ''
    test(`${folder}/${file} for ${feed.dataset.name}${read}`, { skip }, () => {
      const outcome = readBytes(feed, recorded(`${folder}/${file}`), request)
      if ('is' in recording) checkNone(recording, outcome)
      else checkRows(recording, outcome)
    })
    if (!('is' in recording))
      test(`${folder}/${file} for ${feed.dataset.name}, damaged`, { skip }, (context) =>
        checkDamaged(feed, recorded(`${folder}/${file}`), request, context),
      )
  }
  test(`feeds that a recorded response of ${folder} proves are marked as recorded`, () => {
    const unmarked = recordings.filter((one) => !('is' in one) && one.feed.recording === null)
    assert.deepEqual(
      unmarked.map(({ file, feed }) => `${file}: ${feed.dataset.name} ${feed.endpoint}`),
      [],
    )
  })
  test(`every recorded answer in ${folder} is read, or is no dataset's`, { skip }, () => {
    const there = readdirSync(`${samples}/raw/${folder}`)
    const known = new Set([...recordings.map(({ file }) => file), ...Object.keys(others)])
    assert.deepEqual(
      there.filter((file) => !known.has(file)),
      [],
      'nobody reads them',
    )
    assert.deepEqual(
      [...known].filter((file) => !there.includes(file)),
      [],
      'there are none of these',
    )
  })
}
