import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { checkDamaged } from '../../test/support/feeds/damaged/check.ts'
import {
  feedNamed,
  readBytes,
  recorded,
  requestFor,
  rowsIn,
  samples,
  withoutSamples as skip,
} from '../../test/support/feeds/fixture.ts'
import type { Feed, FeedRequest } from './feed.ts'
import type { Outcome } from './outcome.ts'

/** Recorded responses of the publishers, each with its outcome as `<publisher>/recorded.json` has it. */

type Printed = Readonly<Record<string, unknown>>

type Recording = Pick<FeedRequest, 'from'> &
  Partial<FeedRequest> & {
    readonly file: string
    readonly feed: string
    readonly count?: number
    /** The rows that are left out by rule, by the reason. */
    readonly left?: Readonly<Record<string, number>>
    /** Rows by their place, from the end where it is negative; the columns named are compared. */
    readonly at?: Readonly<Record<string, Printed>>
    /** Rows that must be among them, each the only one with the columns of the key that it names. */
    readonly has?: readonly Printed[]
    /** How many rows have a value, by column. */
    readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>
    /** How many values a column has. */
    readonly distinct?: Readonly<Record<string, number>>
    /** The outcome where the response holds no rows for the request. */
    readonly is?: Exclude<Outcome['kind'], 'rows'>
    readonly message?: string
    /** A part of the message, and of the evidence. */
    readonly includes?: string
    readonly shows?: string
    readonly served?: string
  }

type Recorded = {
  readonly folder: string
  readonly responses: readonly Recording[]
  /** Recorded responses that no dataset takes, and why. */
  readonly others?: Readonly<Record<string, string>>
}

/** The row with the key of an expected one. */
function found(rows: readonly Printed[], expected: Printed, { dataset }: Feed): Printed {
  const key = dataset.key.filter((name) => name in expected)
  const same = rows.filter((row) => key.every((name) => row[name] === expected[name]))
  assert.equal(same.length, 1, `${same.length} rows with ${key.map((name) => `${name} ${expected[name]}`).join(', ')}`)
  return same[0]!
}

/** The columns of a row that an expected one names. */
const partOf = (row: Printed | undefined, expected: Printed): Printed =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, row?.[name]]))

function checkRows(feed: Feed, { count, left, at, has, counts, distinct }: Recording, outcome: Outcome): void {
  const rows = rowsIn(feed, outcome)
  if (count !== undefined) assert.equal(rows.length, count)
  if (left !== undefined && outcome.kind === 'rows')
    assert.deepEqual(Object.fromEntries(outcome.left.map(({ why, rows: number }) => [why, number])), left)
  for (const [place, row] of Object.entries(at ?? {}))
    assert.deepEqual(partOf(rows.at(Number(place)), row), row, `row ${place}`)
  for (const row of has ?? []) assert.deepEqual(partOf(found(rows, row, feed), row), row)
  for (const [column, values] of Object.entries(counts ?? {}))
    for (const [value, number] of Object.entries(values))
      assert.equal(rows.filter((row) => String(row[column]) === value).length, number, `${column} ${value}`)
  for (const [column, number] of Object.entries(distinct ?? {}))
    assert.equal(new Set(rows.map((row) => row[column])).size, number, column)
}

function checkNone({ is, message, includes = '', served, shows = '' }: Recording, outcome: Outcome): void {
  assert.equal(outcome.kind, is, JSON.stringify(outcome))
  const reason = 'reason' in outcome ? outcome.reason : ''
  if (message !== undefined) assert.equal(reason, message)
  assert.ok(reason.includes(includes), reason)
  if (served !== undefined) assert.equal('served' in outcome && outcome.served, served)
  assert.ok(shows === '' || ('evidence' in outcome && outcome.evidence.includes(shows)), JSON.stringify(outcome))
}

for (const path of globSync('*/recorded.json', { cwd: import.meta.dirname })) {
  const publisher = dirname(path)
  const written = readFileSync(`${import.meta.dirname}/${path}`, 'utf8')
  const { folder, responses, others = {} } = JSON.parse(written) as Recorded

  for (const recording of responses) {
    const { file, from } = recording
    const feed = feedNamed(`${publisher} ${recording.feed}`)
    const { to = from, id = null, modified = null } = recording
    const request = requestFor(from, { to, id, modified })
    test(`${folder}/${file} for ${recording.feed}${recording.is ? `, ${recording.is}` : ''}`, { skip }, () => {
      const outcome = readBytes(feed, recorded(`${folder}/${file}`), request)
      if (recording.is) checkNone(recording, outcome)
      else checkRows(feed, recording, outcome)
    })
    if (recording.is) continue
    test(`${folder}/${file} for ${recording.feed}, damaged`, { skip }, (context) =>
      checkDamaged(feed, recorded(`${folder}/${file}`), request, context),
    )
    test(`${recording.feed} is marked as recorded`, () => assert.notEqual(feed.recording, null))
  }

  test(`every recorded response in ${folder} is read, or is no dataset's`, { skip }, () => {
    const known = [...responses.map(({ file }) => file), ...Object.keys(others)]
    assert.deepEqual(readdirSync(`${samples}/raw/${folder}`).toSorted(), [...new Set(known)].toSorted())
  })
}
