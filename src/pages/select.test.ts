import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { flipBit } from '../../test/support/flipBit.ts'
import { TaiwanStockMarketValue as dataset } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { dateOf } from '../days.ts'
import { DamagedFile } from '../disk.ts'
import type { Manifest } from '../lake/manifest.ts'
import { damageOf } from './damage.ts'
import { Edges } from './edges.ts'
import { FileReader } from './file.ts'
import { formatVersion, type Order, type PageFile } from './format.ts'
import { planGzip, writeGzip } from './gzip.ts'
import { addHidden } from './hiddenFile.ts'
import type { ListedPages, PageVersion } from './list.ts'
import { selectMany } from './merge.ts'
import { openPages } from './open.ts'
import { RowFile } from './rowFile.ts'
import { countHidden, measure, type Page, type Position, type Range, selectOne } from './select.ts'
import { idStream, isHiddenId, wholeStream } from './stream.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-select-'))
mkdirSync(join(root, dataset.name))
after(() => rmSync(root, { recursive: true, force: true }))

/** A row of the model: its key and its bytes. */
type ModelRow = { readonly id: string; readonly date: number; readonly text: string }

/** The row of a security's day, with some text of this length. */
const modelRow = (id: string, date: number, padding = 0): ModelRow => {
  const values = { stock_id: id, trade_date: dateOf(date), market: '"\\'.slice(0, padding % 3) + 'x'.repeat(padding) }
  const numbers = { close: '1.0000', issued_shares: date, market_value: null }
  return { id, date, text: `${JSON.stringify({ ...values, ...numbers })},\n` }
}

const pieceRows = 32
let written = 0

/** Writes rows, which must be in the order of the file, as a page file. */
function writeFile(order: Order, part: string, rows: readonly ModelRow[], isByDay = false): PageFile {
  const file = new RowFile(root, `${dataset.name}/${part}`, order, pieceRows)
  const runs = [...Map.groupBy(rows, ({ id, date }) => (order === 'id' ? id : date)).values()]
  for (const run of runs) {
    if (isByDay) file.cut()
    else file.begin(run.length)
    for (const { text, date } of run) file.add(Buffer.from(text), 0, Buffer.byteLength(text), date)
  }
  const groups = [...Map.groupBy(rows, ({ id }) => id)].map(([id, list]) => ({ id, rows: list.length }))
  return file.close(order === 'id' ? groups : [])
}

const byDate = (a: ModelRow, b: ModelRow): number => b.date - a.date || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const byId = (a: ModelRow, b: ModelRow): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : b.date - a.date)

/** Writes rows in parts, cut at a day, and opens them; the older in ranges that begin at these ids. */
async function openModel(
  rows: readonly ModelRow[],
  cut: number,
  { firsts = [], hidden = [] }: { readonly firsts?: readonly string[]; readonly hidden?: readonly string[] } = {},
) {
  const tag = String(++written)
  const older = rows.filter(({ date }) => date < cut)
  const rangeOf = (id: string) => firsts.filter((first) => first <= id).length
  const isRange = firsts.length > 0
  const parts = [
    { part: `${tag}-new`, rows: rows.filter(({ date }) => date >= cut) },
    ...(isRange
      ? [...Map.groupBy(older, ({ id }) => rangeOf(id))].map(([n, own]) => ({ part: `${tag}-old@${n}`, rows: own }))
      : [{ part: `${tag}-old`, rows: older }]),
  ]
  const listed: ListedPages[] = []
  for (const { part, rows: own } of parts) {
    if (own.length === 0) continue
    const dates = own.map(({ date }) => date)
    const [newest, oldest] = [Math.max(...dates), Math.min(...dates)]
    const isPart = part.includes('@')
    const made = {
      ...{
        part,
        variant: 'all',
        count: own.length,
        newest,
        oldest,
        hidden: null,
        ...(isPart ? { isRange: true } : {}),
      },
      files: [
        writeFile('id', part, own.toSorted(byId)),
        ...(newest > oldest ? [writeFile('date', part, own.toSorted(byDate), isPart)] : []),
      ],
    }
    const withHidden = await addHidden(new FileReader(), dataset, made, root, new Set(hidden), null)
    listed.push({ ...withHidden, key: '', source: '' })
  }
  const manifest = { version: tag, origin: 'demo', datasets: {} } as unknown as Manifest
  const list = { format: formatVersion, manifest, inactive: hidden, datasets: { [dataset.name]: listed }, known: {} }
  const version: PageVersion = { folder: root, list }
  return { parts: openPages(version).datasets[dataset.name]!, listed, version }
}

const ids = ['1101', '2330', '2330A', '台積電', '9958']

/** Ids at which ranges begin; none leaves the part whole. */
const rangeStarts = fc.subarray(ids).map((found) => found.toSorted())

const modelRows = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      date: fc.integer({ min: 0, max: 90 }),
      padding: fc.nat(200),
    }),
    { selector: ({ id, date }) => `${id} ${date}`, maxLength: 300 },
  )
  .map((rows) => rows.map(({ id, date, padding }) => modelRow(id, date, padding)))
const hiddenIds = fc.subarray(ids)

const ranges: fc.Arbitrary<Range> = fc.record({
  from: fc.option(fc.integer({ min: -5, max: 95 })),
  to: fc.option(fc.integer({ min: -5, max: 95 })),
  includeHidden: fc.boolean(),
  ascending: fc.boolean(),
})

/** The rows that a range selects, from the plain array. */
function selected(
  rows: readonly ModelRow[],
  { from, to, includeHidden, ascending }: Range,
  hidden: readonly string[] = [],
): ModelRow[] {
  const found = rows
    .filter((row) => (from === null || row.date >= from) && (to === null || row.date <= to))
    .filter((row) => includeHidden || !hidden.includes(row.id))
    .sort(byDate)
  return ascending ? found.reverse() : found
}

/** Reads page after page until the last one; returns the text of all rows. */
function readAll(next: (after: Position | null) => Page): string {
  let text = ''
  let position: Position | null = null
  for (let pages = 0; pages < 1_000; pages++) {
    const page: Page = next(position)
    const target = Buffer.alloc(page.length + 3)
    for (const _ of page.copy(target, 3));
    text += target.subarray(3, 3 + page.length).toString()
    if (page.next === null) return text
    assert.ok(page.count > 0, 'a page with a successor has rows')
    position = page.next
  }
  throw new Error('paging does not end')
}

const textOf = (rows: readonly ModelRow[]): string => rows.map(({ text }) => text).join('')

test('paging through a whole dataset gives the rows of the plain array, in either order, with any limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...[modelRows, ranges, fc.integer({ min: 0, max: 91 }), fc.integer({ min: 1, max: 150 }), rangeStarts],
      hiddenIds,
      async (rows, range, cut, limit, firsts, hidden) => {
        const { parts } = await openModel(rows, cut, { firsts, hidden })
        const reader = new FileReader()
        const stream = () => wholeStream(reader, parts)
        const text = readAll((position) => selectOne(reader, stream(), range, position, limit))
        const expected = selected(rows, range, hidden)
        assert.equal(text, textOf(expected))
        assert.deepEqual(measure(reader, [stream()], range), { rows: expected.length, bytes: Buffer.byteLength(text) })
        const all = selected(rows, { ...range, includeHidden: true })
        assert.equal(countHidden(reader, stream(), range), all.filter(({ id }) => hidden.includes(id)).length)
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
})

test('paging through one id or several merged ones gives the rows of the plain array', async () => {
  await fc.assert(
    fc.asyncProperty(
      ...[modelRows, ranges, fc.integer({ min: 0, max: 91 }), fc.integer({ min: 1, max: 70 }), rangeStarts],
      fc.subarray(ids, { minLength: 1 }),
      hiddenIds,
      async (rows, range, cut, limit, firsts, wanted, hidden) => {
        const { parts } = await openModel(rows, cut, { firsts, hidden })
        const reader = new FileReader()
        const sorted = wanted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        const found = sorted.map((id) => idStream(reader, parts, id))
        for (const [i, id] of sorted.entries()) {
          assert.equal(found[i] === null, !rows.some((row) => row.id === id), id)
          if (found[i]) assert.equal(isHiddenId(reader, found[i], id, new Set(hidden)), hidden.includes(id), id)
        }
        const visible = sorted.filter((id) => range.includeHidden || !hidden.includes(id))
        const streams = () => visible.flatMap((id) => idStream(reader, parts, id) ?? [])
        const expected = selected(
          rows.filter(({ id }) => visible.includes(id)),
          range,
        )
        if (streams().length > 0) {
          const many = readAll((position) => selectMany(reader, streams(), range, position, limit))
          assert.equal(many, textOf(expected))
        } else assert.deepEqual(expected, [])
        if (streams().length === 1) {
          const one = readAll((position) => selectOne(reader, streams()[0]!, range, position, limit))
          assert.equal(one, textOf(expected))
        }
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
})

const manyRows = Array.from({ length: 400 }, (_, i) => modelRow(ids[i % 3]!, Math.floor(i / 3)))

test('a long page is copied in steps, in either order and between hidden rows, and is the same', async () => {
  const rows = Array.from({ length: 4_500 }, (_, n) => modelRow(ids[n % 5]!, Math.floor(n / 5), n % 90))
  const hidden = [ids[1]!]
  const { parts } = await openModel(rows, 400, { hidden })
  const reader = new FileReader()
  for (const includeHidden of [true, false])
    for (const ascending of [true, false]) {
      const range: Range = { from: null, to: null, includeHidden, ascending }
      const page = selectOne(reader, wholeStream(reader, parts), range, null, 10_000)
      const target = Buffer.alloc(page.length)
      let steps = 1
      for (const _ of page.copy(target, 0)) steps++
      assert.ok(steps >= 4, `${steps} steps`)
      assert.equal(target.toString(), textOf(selected(rows, range, hidden)))
    }
  const range: Range = { from: null, to: null, includeHidden: true, ascending: false }
  const short = selectOne(reader, wholeStream(reader, parts), range, null, 50)
  assert.equal([...short.copy(Buffer.alloc(short.length), 0)].length, 0, 'a short page takes one step')
})

test('a changed bit or a cut end of a page file is found, by reading and by a check of the whole', async () => {
  for (const at of [0.1, 0.4, 'index', 'cut'] as const) {
    const { parts, listed, version } = await openModel(manyRows, 0)
    const file = listed[0]!.files[1]!
    assert.equal(await damageOf(root, file), null)
    const path = join(root, file.name)
    if (at === 'cut') truncateSync(path, statSync(path).size - 1)
    else flipBit(path, at === 'index' ? (file.bytes - file.indexBytes / 2) / file.bytes : at)
    assert.ok((await damageOf(root, file)) instanceof DamagedFile, String(at))
    const reader = new FileReader()
    const range: Range = { from: null, to: null, includeHidden: false, ascending: false }
    const read = () => readAll((position) => selectOne(reader, wholeStream(reader, parts), range, position, 50))
    assert.throws(read, DamagedFile, String(at))
    const { byDate: opened } = parts[0]!
    const copy = () => reader.copyPieces(opened, 0, file.pieces, Buffer.alloc(file.bytes), 0)
    assert.throws(copy, DamagedFile, String(at))
    if (at === 'cut') assert.throws(() => openPages({ ...version, list: { ...version.list } }), DamagedFile)
    reader.close(root)
  }
})

test('the days of hidden rows follow ids that are delisted and listed again, by their rows alone', async () => {
  const rows = Array.from({ length: 900 }, (_, n) => modelRow(ids[n % 5]!, 50 + Math.floor(n / 5), n % 9))
  const first = await openModel(rows, 0, { hidden: [ids[0]!, ids[3]!] })
  const made = first.listed[0]!
  const before = { old: made, list: first.version.list, folder: root }
  for (const hidden of [[ids[0]!, ids[1]!, ids[3]!], [ids[4]!], [], [ids[3]!, ids[0]!]]) {
    const anew = await openModel(rows, 0, { hidden })
    const bytes = ({ hidden: file }: Pick<ListedPages, 'hidden'>, folder: string): string =>
      file ? readFileSync(join(folder, file.name), 'utf8').replace(/.*"days":/, '') : ''
    const other = mkdtempSync(join(root, 'next-'))
    mkdirSync(join(other, dataset.name))
    for (const { name } of made.files) linkSync(join(root, name), join(other, name))
    const next = await addHidden(new FileReader(), dataset, made, other, new Set(hidden), before)
    assert.equal(bytes(next, other), bytes(anew.listed[0]!, root))
    assert.equal(next.hidden?.rows ?? 0, rows.filter(({ id }) => hidden.includes(id)).length)
  }
})

test('a page joined from pieces is one gzip member of the same bytes as the plain page', async () => {
  const long = modelRows.map((rows) =>
    rows.flatMap(({ id, date, text }) =>
      Array.from({ length: 40 }, (_, i) => modelRow(id, date * 40 + i, text.length % 90)),
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      ...[long, fc.boolean(), fc.integer({ min: 1, max: 3_000 }), fc.nat(3_600), rangeStarts],
      hiddenIds,
      async (rows, includeHidden, limit, to, firsts, hidden) => {
        const { parts } = await openModel(rows, 1_800, { firsts, hidden })
        const reader = new FileReader()
        const edges = new Edges(reader)
        const range: Range = { from: null, to, includeHidden, ascending: false }
        const shown = ids.filter((id) => includeHidden || !hidden.includes(id))
        for (const stream of [
          wholeStream(reader, parts),
          ...shown.flatMap((id) => idStream(reader, parts, id) ?? []),
        ]) {
          const page = selectOne(reader, stream, range, null, limit)
          if (page.count === 0) continue
          const [head, tail] = [Buffer.from('{"data":['), Buffer.from(']}')]
          const plain = Buffer.alloc(page.length)
          for (const _ of page.copy(plain, 0));
          const text = Buffer.concat([head, plain.subarray(0, page.length - 2), tail])
          const planned = planGzip(reader, edges, page.runs!, head, tail)
          if (!planned) continue
          const bytes = Buffer.alloc(planned.size)
          writeGzip(reader, planned, bytes)
          assert.ok(gunzipSync(bytes).equals(text))
          edges.keep(planned.parts)
          for (const part of planGzip(reader, edges, page.runs!, head, tail)!.parts)
            if ('name' in part) assert.equal(part.packed.buffer.byteLength, part.packed.length, 'no memory beside it')
          joinedPages++
        }
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
  assert.ok(joinedPages > 5, `${joinedPages} joined`)
})
let joinedPages = 0

test('a page whose rows lie in many places, between hidden ones, is not joined', async () => {
  const { parts } = await openModel(manyRows, 0, { hidden: [ids[1]!] })
  const reader = new FileReader()
  const range: Range = { from: null, to: null, includeHidden: false, ascending: false }
  const { runs } = selectOne(reader, wholeStream(reader, parts), range, null, 300)
  assert.equal(planGzip(reader, new Edges(reader), runs!, Buffer.from('['), Buffer.from(']')), null)
  reader.close(root)
})

test('a page of several ranges of ids is joined from whole pieces, and no range is deflated again', async () => {
  /** Days of 90 rows, in ranges of 20, 45 and 25 ids. */
  const rows = Array.from({ length: 90 * 12 }, (_, i) => modelRow(String(1_000 + (i % 90)), Math.floor(i / 90)))
  const { parts, listed } = await openModel(rows, 11, { firsts: ['1020', '1065'] })
  assert.equal(listed.length, 4)
  for (const { files } of listed) for (const file of files) assert.equal(await damageOf(root, file), null)
  const reader = new FileReader()
  const range: Range = { from: 3, to: 10, includeHidden: false, ascending: false }
  const page = selectOne(reader, wholeStream(reader, parts), range, null, 90 * 8)
  assert.equal(page.runs!.length, 8 * 3)
  const planned = planGzip(reader, new Edges(reader), page.runs!, Buffer.from('['), Buffer.from(']'))!
  assert.equal(planned.parts.filter((part) => 'name' in part).length, 1, 'only the end of the page is deflated')
  const bytes = Buffer.alloc(planned.size)
  writeGzip(reader, planned, bytes)
  assert.equal(gunzipSync(bytes).toString(), `[${textOf(selected(rows, range)).slice(0, -2)}]`)
  reader.close(root)
})
