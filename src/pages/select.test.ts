import assert from 'node:assert/strict'
import { linkSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { flipBit } from '../../test/support/flipBit.ts'
import { DamagedFile } from '../disk.ts'
import type { Manifest } from '../lake/manifest.ts'
import { damageOf } from './damage.ts'
import { Edges } from './edges.ts'
import { FileReader } from './file.ts'
import { blockRows, formatVersion, hiddenBit, type Order } from './format.ts'
import { planGzip, writeGzip } from './gzip.ts'
import type { PageVersion } from './list.ts'
import { selectMany } from './merge.ts'
import { openPages } from './open.ts'
import { type PageFile, RowFile } from './rowFile.ts'
import { measure, type Page, type Position, type Range, selectOne } from './select.ts'
import { idStream, wholeStream } from './stream.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-select-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** A row of the model: its key, whether it is hidden, and its bytes. */
type ModelRow = { readonly id: string; readonly date: number; readonly isHidden: boolean; readonly text: string }

let written = 0

/** Writes rows, which must be in the order of the file, as a page file with its side file. */
function writeFile(order: Order, part: string, rows: readonly ModelRow[], isFilled = false): PageFile {
  const file = new RowFile(root, part, order)
  const bytes = Buffer.from(rows.map(({ text }) => text).join(''))
  let [end, pieceStart] = [0, 0]
  for (const [i, { date, isHidden, text }] of rows.entries()) {
    const length = Buffer.byteLength(text)
    end += length
    pieceStart = file.push(isHidden ? length | hiddenBit : length, date, bytes, pieceStart, end)
    if (isFilled && rows[i + 1]?.date !== date) pieceStart = file.fill(date, bytes, pieceStart, end)
  }
  file.write(bytes, pieceStart)
  return { ...file.close(), ...(isFilled ? { entries: file.side.size } : {}) }
}

const byDate = (a: ModelRow, b: ModelRow): number => b.date - a.date || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const byId = (a: ModelRow, b: ModelRow): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : b.date - a.date)

/** Writes the rows of a dataset in two parts, cut at a day, and opens them; the older in ranges that begin at these ids. */
function openModel(rows: readonly ModelRow[], cut: number, firsts: readonly string[] = []) {
  const tag = String(++written)
  const older = rows.filter(({ date }) => date < cut)
  const rangeOf = (id: string) => firsts.filter((first) => first <= id).length
  const parts = [
    { part: 'current', rows: rows.filter(({ date }) => date >= cut) },
    ...(firsts.length === 0
      ? [{ part: 'history', rows: older }]
      : [...Map.groupBy(older.toSorted(byId), ({ id }) => rangeOf(id))].map(([n, own]) => ({
          part: `history@${n}`,
          rows: own,
        }))),
  ]
  const listed = parts
    .filter((part) => part.rows.length > 0)
    .map(({ part, rows: own }) => ({
      ...{ part, variant: 'all', count: own.length, key: '' },
      groups: [...Map.groupBy(own.toSorted(byId), ({ id }) => id)].map(([id, list]) => ({ id, rows: list.length })),
      files: [
        writeFile('id', `${tag}-${part}`, own.toSorted(byId)),
        writeFile('date', `${tag}-${part}`, own.toSorted(byDate), part.startsWith('history@')),
      ],
    }))
  const manifest = { version: tag, origin: 'demo', datasets: {} } as unknown as Manifest
  const version: PageVersion = { folder: root, list: { format: formatVersion, manifest, datasets: { Model: listed } } }
  return { parts: openPages(version).datasets.Model!, listed }
}

const ids = ['1101', '2330', '2330A', '台積電', '9958']

/** Ids at which ranges begin; none leaves the part whole. */
const rangeStarts = fc.subarray(ids).map((found) => found.toSorted())

const modelRows = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      date: fc.integer({ min: 0, max: 90 }),
      isHidden: fc.boolean(),
      padding: fc.nat(200),
    }),
    { selector: ({ id, date }) => `${id} ${date}`, maxLength: 300 },
  )
  .map((rows) =>
    rows.map(
      ({ padding, ...row }): ModelRow => ({
        ...row,
        text: `{"id":"${row.id}","d":${row.date},"p":"${'x'.repeat(padding)}"},\n`,
      }),
    ),
  )

const ranges: fc.Arbitrary<Range> = fc.record({
  from: fc.option(fc.integer({ min: -5, max: 95 })),
  to: fc.option(fc.integer({ min: -5, max: 95 })),
  includeHidden: fc.boolean(),
  ascending: fc.boolean(),
})

/** The rows that a range selects, from the plain array. */
function selected(rows: readonly ModelRow[], { from, to, includeHidden, ascending }: Range): ModelRow[] {
  const found = rows
    .filter((row) => (from === null || row.date >= from) && (to === null || row.date <= to))
    .filter((row) => includeHidden || !row.isHidden)
    .sort(byDate)
  return ascending ? found.reverse() : found
}

/** Reads page after page until the last one; returns the text of all rows. */
function readAll(next: (after: Position | null) => Page): string {
  let text = ''
  let position: Position | null = null
  for (let pages = 0; pages < 1_000; pages++) {
    const page: Page = next(position)
    const target = Buffer.alloc(page.room + 3)
    for (const _ of page.copy(target, 3));
    text += target.subarray(3, 3 + page.length).toString()
    if (page.next === null) return text
    assert.ok(page.count > 0, 'a page with a successor has rows')
    position = page.next
  }
  throw new Error('paging does not end')
}

const textOf = (rows: readonly ModelRow[]): string => rows.map(({ text }) => text).join('')

test('paging through a whole dataset gives the rows of the plain array, in either order, with any limit', () => {
  fc.assert(
    fc.property(
      modelRows,
      ranges,
      fc.integer({ min: 0, max: 91 }),
      fc.integer({ min: 1, max: 150 }),
      rangeStarts,
      (rows, range, cut, limit, firsts) => {
        const { parts } = openModel(rows, cut, firsts)
        const reader = new FileReader()
        const stream = wholeStream(parts)
        const text = readAll((position) => selectOne(reader, stream, range, position, limit))
        const expected = selected(rows, range)
        assert.equal(text, textOf(expected))
        assert.deepEqual(measure(reader, [stream], range), { rows: expected.length, bytes: Buffer.byteLength(text) })
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
})

test('paging through one id or several merged ones gives the rows of the plain array', () => {
  fc.assert(
    fc.property(
      modelRows,
      ranges,
      fc.integer({ min: 0, max: 91 }),
      fc.integer({ min: 1, max: 70 }),
      fc.subarray(ids, { minLength: 1 }),
      rangeStarts,
      (rows, range, cut, limit, wanted, firsts) => {
        const { parts } = openModel(rows, cut, firsts)
        const reader = new FileReader()
        const sorted = wanted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        const found = sorted.map((id) => idStream(parts, id))
        for (const [i, id] of sorted.entries()) {
          const own = rows.filter((row) => row.id === id)
          assert.equal(found[i] === null, own.length === 0, id)
          if (found[i])
            assert.equal(
              found[i].hidden,
              own.every(({ isHidden }) => isHidden),
              id,
            )
        }
        const streams = found.flatMap((one) => (one ? [one.stream] : []))
        const expected = selected(
          rows.filter(({ id }) => wanted.includes(id)),
          range,
        )
        if (streams.length > 0) {
          const many = readAll((position) => selectMany(reader, streams, range, position, limit))
          assert.equal(many, textOf(expected))
        } else assert.deepEqual(expected, [])
        if (streams.length === 1) {
          const one = readAll((position) => selectOne(reader, streams[0]!, range, position, limit))
          assert.equal(one, textOf(expected))
        }
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
})

const manyRows = Array.from({ length: blockRows * 3 + 7 }, (_, i): ModelRow => {
  const [id, date] = [ids[i % 3]!, Math.floor(i / 3)]
  return { id, date, isHidden: i % 5 === 0, text: `{"id":"${id}","d":${date},"i":${i}},\n` }
})

test('a long page is copied in steps, in either order and between hidden rows, and is the same', () => {
  const rows = Array.from({ length: 4_500 }, (_, n): ModelRow => {
    const [id, date] = [ids[n % 5]!, Math.floor(n / 5)]
    return { id, date, isHidden: n % 7 === 0, text: `{"id":"${id}","d":${date},"p":"${'x'.repeat(n % 90)}"},\n` }
  })
  const { parts } = openModel(rows, 400)
  const reader = new FileReader()
  for (const includeHidden of [true, false])
    for (const ascending of [true, false]) {
      const range: Range = { from: null, to: null, includeHidden, ascending }
      const page = selectOne(reader, wholeStream(parts), range, null, 10_000)
      const target = Buffer.alloc(page.room)
      let steps = 1
      for (const _ of page.copy(target, 0)) steps++
      assert.ok(steps >= 4, `${steps} steps`)
      assert.equal(target.subarray(0, page.length).toString(), textOf(selected(rows, range)))
    }
  const short = selectOne(
    reader,
    wholeStream(parts),
    { from: null, to: null, includeHidden: true, ascending: false },
    null,
    50,
  )
  assert.equal([...short.copy(Buffer.alloc(short.room), 0)].length, 0, 'a short page takes one step')
})

test('files that are linked elsewhere while a page is read, as a publication does, are read again; one that never rests is not', () => {
  const rows = Array.from({ length: 5_000 }, (_, n): ModelRow => {
    const [id, date] = [ids[n % 5]!, Math.floor(n / 5)]
    return { id, date, isHidden: n % 7 === 0, text: `{"id":"${id}","d":${date}},\n` }
  })
  const { parts, listed } = openModel(rows, 500)
  let links = 0
  const link = () => {
    for (const { files } of listed)
      for (const file of files)
        for (const kind of ['rows', 'side'] as const) linkSync(join(root, file[kind]), join(root, `link${links++}`))
  }
  const reader = new FileReader()
  for (const ascending of [true, false]) {
    const range: Range = { from: null, to: null, includeHidden: false, ascending }
    const page = reader.unchanged(() => selectOne(reader, wholeStream(parts), range, null, 10_000))
    const target = Buffer.alloc(page.room)
    for (const _ of page.copy(target, 0)) link()
    assert.equal(target.subarray(0, page.length).toString(), textOf(selected(rows, range)))
  }
  const { file } = wholeStream(parts).spans[0]!
  let readings = 0
  /** The file changes in each of the first readings. */
  const readWhileChanging = (most: number) => () => {
    reader.copy(file, 0, 1, 0, reader.offsetOf(file, 1), Buffer.alloc(1 << 10), 0)
    if (readings++ >= most) return
    // Two links in one tick of the system's clock leave the same timestamp.
    for (const { ctimeMs } = statSync(file.path); statSync(file.path).ctimeMs === ctimeMs; ) link()
  }
  reader.unchanged(readWhileChanging(6))
  assert.equal(readings, 7, 'as many files of a step may be linked one after another')
  readings = 0
  assert.throws(() => reader.unchanged(readWhileChanging(Number.POSITIVE_INFINITY)), DamagedFile)
  reader.close(root)
})

test('a changed bit or a cut end of a page file or its side file is found, by reading and by a check of the whole', async () => {
  for (const kind of ['rows', 'packed', 'side'] as const)
    for (const damage of ['bit', 'cut'] as const) {
      const { parts, listed } = openModel(manyRows, 0)
      const file = listed[0]!.files[1]!
      assert.equal(await damageOf(root, file, manyRows.length), null)
      const path = join(root, file[kind])
      if (damage === 'bit') flipBit(path, 0.4)
      else truncateSync(path, statSync(path).size - 1)
      const found = await damageOf(root, file, manyRows.length)
      assert.ok(found instanceof DamagedFile, `${damage} in ${kind}`)
      const reader = new FileReader()
      const range: Range = { from: null, to: null, includeHidden: false, ascending: false }
      const readEverything = () => {
        readAll((position) => selectOne(reader, wholeStream(parts), range, position, 50))
        const { file: opened } = wholeStream(parts).spans[0]!
        reader.copyPieces(opened, 0, opened.pieces.checksums.length, Buffer.alloc(file.packedBytes), 0)
      }
      // The last side bytes are checksums, which are read when the file is opened.
      if (kind !== 'side' || damage === 'bit') assert.throws(readEverything, DamagedFile, `${damage} in ${kind}`)
      assert.throws(() => openModelAgain(listed), kind === 'side' || damage === 'cut' ? DamagedFile : /opened/)
      reader.close(root)
    }
})

/** Opens listed pages once more; throws `opened` where nothing is found wrong. */
function openModelAgain(listed: ReturnType<typeof openModel>['listed']): never {
  const manifest = { version: 'again', origin: 'demo', datasets: {} } as unknown as Manifest
  openPages({ folder: root, list: { format: formatVersion, manifest, datasets: { Model: listed } } })
  throw new Error('opened')
}

test('a page joined from pieces is one gzip member of the same bytes as the plain page', () => {
  const long = modelRows.map((rows) =>
    rows.flatMap((row) =>
      Array.from({ length: 40 }, (_, i) => ({ ...row, date: row.date * 40 + i, text: row.text.repeat(1 + (i % 2)) })),
    ),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
      long,
      fc.boolean(),
      fc.integer({ min: 1, max: 3_000 }),
      fc.nat(3_600),
      rangeStarts,
      (chosen, all, includeHidden, limit, to, firsts) => {
        const rows = all.filter(({ id }) => chosen.includes(id))
        if (rows.length === 0) return
        const { parts } = openModel(rows, 1_800, firsts)
        const reader = new FileReader()
        const edges = new Edges(reader)
        const range: Range = { from: null, to, includeHidden, ascending: false }
        for (const stream of [wholeStream(parts), ...chosen.flatMap((id) => idStream(parts, id)?.stream ?? [])]) {
          const page = selectOne(reader, stream, range, null, limit)
          if (page.count === 0) continue
          const [head, tail] = [Buffer.from('{"data":['), Buffer.from(']}')]
          const plain = Buffer.alloc(page.room)
          for (const _ of page.copy(plain, 0));
          const text = Buffer.concat([head, plain.subarray(0, page.length - 2), tail])
          const joined = reader.unchanged(() => {
            const planned = planGzip(reader, edges, page.runs!, head, tail)
            if (!planned) return null
            const bytes = Buffer.alloc(planned.size)
            writeGzip(reader, planned, bytes)
            return { bytes, parts: planned.parts }
          })
          if (joined) {
            assert.ok(gunzipSync(joined.bytes).equals(text))
            edges.keep(joined.parts)
            const again = planGzip(reader, edges, page.runs!, head, tail)!.parts
            for (const part of again)
              if ('packed' in part)
                assert.equal(part.packed.buffer.byteLength, part.packed.length, 'no memory beside it')
            joinedPages++
          }
        }
        reader.close(root)
      },
    ),
    { numRuns: 25 },
  )
  assert.ok(joinedPages > 5, `${joinedPages} joined`)
})
let joinedPages = 0

test('a page whose rows lie in many places, between hidden ones, is not joined', () => {
  const { parts } = openModel(manyRows, 0)
  const reader = new FileReader()
  const range: Range = { from: null, to: null, includeHidden: false, ascending: false }
  const { runs } = selectOne(reader, wholeStream(parts), range, null, 100)
  assert.equal(planGzip(reader, new Edges(reader), runs!, Buffer.from('['), Buffer.from(']')), null)
  reader.close(root)
})

test('a page of several ranges of ids is joined from whole pieces, and no range is deflated again', async () => {
  /** Days of 90 rows, in ranges of 20, 45 and 25 ids. */
  const rows = Array.from({ length: 90 * 12 }, (_, i): ModelRow => {
    const [id, date] = [String(1_000 + (i % 90)), Math.floor(i / 90)]
    return { id, date, isHidden: id === '1030' && date < 3, text: `{"id":"${id}","d":${date},"v":${i % 7}},\n` }
  })
  const { parts, listed } = openModel(rows, 11, ['1020', '1065'])
  assert.equal(listed.length, 4)
  for (const { files, count } of listed) for (const file of files) assert.equal(await damageOf(root, file, count), null)
  const reader = new FileReader()
  const stream = wholeStream(parts)
  for (const includeHidden of [true, false])
    for (const ascending of [true, false])
      for (const limit of [1, 31, 90, 500, 2_000]) {
        const range: Range = { from: 1, to: 10, includeHidden, ascending }
        const text = readAll((position) => selectOne(reader, stream, range, position, limit))
        assert.equal(text, textOf(selected(rows, range)))
        assert.equal(measure(reader, [stream], range).bytes, Buffer.byteLength(text))
      }
  const range: Range = { from: 3, to: 10, includeHidden: false, ascending: false }
  const page = selectOne(reader, stream, range, null, 90 * 8)
  assert.equal(page.runs!.length, 8 * 3)
  const planned = planGzip(reader, new Edges(reader), page.runs!, Buffer.from('['), Buffer.from(']'))!
  assert.equal(planned.parts.filter((part) => 'packed' in part).length, 1, 'only the end of the page is deflated')
  const bytes = Buffer.alloc(planned.size)
  writeGzip(reader, planned, bytes)
  assert.equal(gunzipSync(bytes).toString(), `[${textOf(selected(rows, range)).slice(0, -2)}]`)
  reader.close(root)
})
