import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { flipBit } from '../../test/support/flipBit.ts'
import { TaiwanStockPriceAdj as dataset } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { type Engine, openEngine } from '../lake/engine.ts'
import { openLake } from '../lake/lake.ts'
import { sqlColumns } from '../lake/schema.ts'
import { FileReader } from './file.ts'
import { openPages } from './open.ts'
import { publishPages } from './publish.ts'
import { namesOf } from './rowFile.ts'
import { type Range, selectOne } from './select.ts'
import { rangesOf } from './slices.ts'
import { idStream, wholeStream } from './stream.ts'
import { verifyPages } from './verify.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-ranges-'))
let engine: Engine
before(async () => {
  engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
})
after(() => {
  engine.close()
  rmSync(root, { recursive: true, force: true })
})

const options = { datasets: [dataset], memory: '256MB', now: () => new Date('2026-11-13T12:00:00Z') }
const lake = openLake({ root: join(root, 'lake'), origin: 'demo', ...options })

/** Prices of 300 stocks on 10 days of a closed year and 4 of the current one; not every stock has every day. */
const select = (ids: string, close = '10'): string => {
  const columns = sqlColumns(dataset).map(([name, type]) => {
    if (name === 'stock_id') return 'CAST(s AS VARCHAR) AS stock_id'
    if (name === 'trade_date') return "DATE '2025-12-22' + CAST(d AS INTEGER) AS trade_date"
    return `CAST(${name === 'close' ? close : 'd + 1'} AS ${type}) AS "${name}"`
  })
  return `SELECT ${columns.join(', ')} FROM range(1000, 1300) a(s), range(14) b(d) WHERE (s + d) % 11 <> 0 AND ${ids}`
}

const change = async (sql: string, removed?: string) =>
  (await lake.change({ through: '2026-01-04', maker: {} }, async (draft) => {
    await draft.upsert(dataset, sql, removed)
  }))!

const pages = join(root, 'pages')
const publish = (version: Awaited<ReturnType<typeof change>>, to = pages) =>
  publishPages({ root: to, ...options }, version)
const faultsOf = (made: Made, version: Awaited<ReturnType<typeof change>>) =>
  verifyPages(made, version, [dataset], engine, join(root, 'scratch'))
type Made = Awaited<ReturnType<typeof publishPages>>

const inodesOf = ({ folder, list }: Made) =>
  new Map(
    list.datasets[dataset.name]!.flatMap(({ part, files }) =>
      files.flatMap(namesOf).map((name) => [name, { part, inode: statSync(join(folder, name)).ino }] as const),
    ),
  )

/** Names of the parts with a file that the earlier pages do not have. */
const rewritten = (earlier: Made, later: Made): string[] => {
  const old = inodesOf(earlier)
  const written = [...inodesOf(later)].filter(([name, { inode }]) => old.get(name)?.inode !== inode)
  return [...new Set(written.map(([, { part }]) => part))]
}

/** All rows by date, and those of some stocks. */
function textOf(made: Made): string {
  const parts = openPages(made).datasets[dataset.name]!
  const reader = new FileReader()
  const range: Range = { from: null, to: null, includeHidden: true, ascending: false }
  const streams = [wholeStream(parts), ...['1000', '1100', '1299'].flatMap((id) => idStream(parts, id)?.stream ?? [])]
  const texts = streams.map((stream) => {
    const page = selectOne(reader, stream, range, null, 100_000)
    const target = Buffer.alloc(page.room)
    for (const _ of page.copy(target, 0));
    return target.subarray(0, page.length).toString()
  })
  reader.close(made.folder)
  return texts.join('\n')
}

test('a changed stock rewrites the range of its id alone, and the rows are those of pages made anew', async () => {
  const first = await publish(await change(select('true')))
  const ranges = first.list.datasets[dataset.name]!.filter(({ part }) => part.startsWith('history@'))
  assert.ok(ranges.length >= 2, `${ranges.length} ranges`)
  const rangeOf = (id: string) => ranges.findLast(({ groups }) => groups[0]!.id <= id)!.part
  let last = first
  for (const [what, sql, removed, ids] of [
    ['two stocks change', select('s IN (1003, 1290) AND d < 10', '20'), undefined, ['1003', '1290']],
    [
      'a stock loses its first days, another one goes',
      select('false'),
      "stock_id = '1290' AND trade_date < DATE '2025-12-25' OR stock_id = '1001' AND trade_date < DATE '2026-01-01'",
      ['1290', '1001'],
    ],
    ['it comes again, and a day comes', select('s = 1001 AND d < 10 OR d = 13', '30'), undefined, ['1001']],
  ] as const) {
    const next = await publish(await change(sql, removed))
    const parts = rewritten(last, next).filter((part) => part.startsWith('history'))
    assert.deepEqual(parts.sort(), [...new Set(ids.map(rangeOf))].sort(), what)
    last = next
  }
  const anew = await publish((await lake.current())!, join(root, 'anew'))
  assert.deepEqual(await faultsOf(last, (await lake.current())!), [])
  assert.equal(textOf(last), textOf(anew))

  const [damaged] = last.list.datasets[dataset.name]!.filter(({ part }) => part.startsWith('history@'))
  for (const file of damaged!.files) {
    flipBit(join(last.folder, file.packed), 0.5)
    const found: Error[] = []
    const version = (await lake.current())!
    const mended = await publishPages({ root: pages, ...options }, version, { mend: (damage) => found.push(damage) })
    assert.equal(found.length, 1)
    assert.deepEqual(rewritten(last, mended), [damaged!.part])
    assert.deepEqual(await faultsOf(mended, version), [])
    last = mended
  }
})

test('an id that comes or goes leaves the other ranges as they are', () => {
  const prints = Array.from({ length: 2_000 }, (_, i) => ({ id: String(1_000 + i), rows: 1, print: '' }))
  const partsOf = (ids: typeof prints) => rangesOf(dataset, 'history', ids)
  const all = partsOf(prints)
  assert.ok(all.length > 10, `${all.length} ranges`)
  assert.deepEqual(
    all.flatMap((range) => range.prints),
    prints,
  )
  for (const gone of [0, 1, 777, 1_500, 1_999]) {
    const rest = partsOf(prints.toSpliced(gone, 1)).map(({ where }) => where)
    const kept = all.filter(({ where }) => rest.includes(where))
    assert.ok(kept.length >= all.length - 2, `${kept.length} of ${all.length}`)
  }
  assert.deepEqual(
    partsOf(prints.slice(0, 20)).map(({ part, where }) => ({ part, where })),
    [{ part: 'history', where: 'true' }],
  )
})
