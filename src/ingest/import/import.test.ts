import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { encoded } from '../../../test/support/encoded.ts'
import { type ImportCase, importInto } from '../../../test/support/importing.ts'
import { select } from '../../../test/support/select.ts'
import { catalogue, find } from '../../catalogue/index.ts'
import { decimal } from '../../fields.ts'
import { openEngine } from '../../lake/engine.ts'
import { type Lake, openLake } from '../../lake/lake.ts'
import { openQuarantine } from '../rules/quarantine.ts'
import { importDecoder } from './cells.ts'
import { csvRecords } from './csvRecords.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const now = () => new Date('2026-07-24T18:00:00+08:00')
let made = 0

const newLake = (origin: 'demo' | 'live' = 'live'): Lake =>
  openLake({ root: join(folder, `lake-${++made}`), origin, datasets: catalogue, now, memory: '500MB' })

/** Files of this test's folder that this process holds open; none where the system does not list them. */
const openFiles = (ending: string): string[] => {
  const listed = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []
  const paths = listed.flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)]
    } catch {
      // The descriptor of the listing itself is gone by now.
      return []
    }
  })
  return paths.filter((path) => path.startsWith(folder) && path.endsWith(ending))
}

const write = (name: string, bytes: string | Uint8Array): string => {
  const path = join(folder, `${++made}-${name}`)
  writeFileSync(path, bytes)
  return path
}

const importData = (lake: Lake, dataset: string, file: string, options: ImportCase = {}) =>
  importInto(lake, dataset, file, { now, ...options })

const finmind = `date,stock_id,Trading_Volume,Trading_money,open,max,min,close,spread,Trading_turnover
2026-07-22,2330,1000,1200000,1195.0,1205.0,1190.0,1200.0,5.0,10
2026-07-23,2330,2000,2420000,1200.0,1215.0,1200.0,1210.0,10.0,20
2026-07-23,0050,0,0,0.0,0.0,0.0,0.0,0.0,0
`

test('a file in the shape of FinMind is read by its own column names, and what follows from it is computed', async () => {
  const lake = newLake()
  const report = await importData(lake, 'TaiwanStockPrice', write('price.csv', finmind))
  assert.deepEqual(report.change, { added: 3, changed: 0, removed: 0 })
  assert.deepEqual([report.rejected, report.unread, report.lacking], [0, [], []])
  assert.equal(report.version!.manifest.origin, 'live')
  assert.equal(report.version!.manifest.through, '2026-07-23')
  assert.deepEqual(await select(lake, 'SELECT * FROM TaiwanStockPrice ORDER BY 1, 2'), [
    // Prices of 0 are how FinMind says that there was no trade; then nothing changed either.
    ['0050', '2026-07-23', null, null, null, null, '0', '0.00', '0', null],
    ['2330', '2026-07-22', '1195.0000', '1205.0000', '1190.0000', '1200.0000', '1000', '1200000.00', '10', '5.0000'],
    ['2330', '2026-07-23', '1200.0000', '1215.0000', '1200.0000', '1210.0000', '2000', '2420000.00', '20', '10.0000'],
  ])
  assert.equal(report.derived.TaiwanStockPriceAdj!.added, 3)
  assert.deepEqual(await select(lake, "SELECT close FROM TaiwanStockWeekPrice WHERE stock_id = '2330'"), [
    ['1210.0000'],
  ])
})

test('events imported later change the adjusted prices through the ledger', async () => {
  const lake = newLake()
  await importData(lake, 'TaiwanStockPrice', write('price.csv', finmind))
  const events = `date,stock_id,before_price,after_price,stock_and_cache_dividend,stock_or_cache_dividend,reference_price
2026-07-23,2330,1200.0,1194.0,6.0,息,1194.0\n`
  const report = await importData(lake, 'TaiwanStockDividendResult', write('events.csv', events), {
    set: { market: 'TWSE' },
  })
  assert.deepEqual(report.derived.TaiwanStockPriceAdj, { added: 0, changed: 2, removed: 0 })
  assert.deepEqual(
    await select(
      lake,
      "SELECT close, adjustment_factor FROM TaiwanStockPriceAdj WHERE stock_id = '2330' ORDER BY trade_date",
    ),
    [
      ['1194.0000', '0.995000'],
      ['1210.0000', '1.000000'],
    ],
  )
  assert.deepEqual(
    await select(lake, 'SELECT reference_price, dividend_reference_price, event_type FROM TaiwanStockDividendResult'),
    [['1194.0000', '1194.0000', 'dividend']],
  )
})

test('a file gives the same rows compressed, in Big5, with byte order marks, with other line ends and as Parquet', async () => {
  const csv = 'stock_id,date,備註,end_date,reason\r\n2330,2026-07-20,"a, ""b""",2026-07-22,股東常會\r\n'
  const parquet = join(folder, 'suspended.parquet')
  const engine = await openEngine({ memory: '500MB', scratch: join(folder, 'spill') })
  await engine.connection.run(`COPY (SELECT '2330' AS stock_id, TIMESTAMP '2026-07-20' AS date, 'a, "b"' AS "備註",
    DATE '2026-07-22' AS end_date, '股東常會' AS reason) TO '${parquet}' (FORMAT parquet)`)
  engine.close()
  for (const file of [
    write('a.csv', csv),
    write('b.csv', `\ufeff${csv.replaceAll('\r', '')}`),
    write('c.csv.gz', gzipSync(csv)),
    write('d.csv', encoded(csv, 'big5')),
    write('e.csv', csv.trimEnd()),
    parquet,
  ]) {
    const lake = newLake()
    const report = await importData(lake, 'TaiwanStockMarginShortSaleSuspension', file, { set: { market: 'TWSE' } })
    assert.deepEqual(report.unread, ['備註'])
    assert.deepEqual(report.lacking, ['stock_name'])
    assert.deepEqual(await select(lake, 'SELECT * FROM TaiwanStockMarginShortSaleSuspension'), [
      ['2330', null, 'TWSE', '2026-07-20', '2026-07-22', '股東常會'],
    ])
  }
})

test('the encoding of a file is that of all its bytes, however late the first Chinese character is', async () => {
  const ascii = Array.from({ length: 20_000 }, (_, i) => `${1000 + i},plain text\n`).join('')
  assert.ok(ascii.length > 4 * 65_536)
  const csv = `${ascii}2330,台積電\n3443,創意\n`
  for (const [name, bytes] of [
    ['late.csv', encoded(csv, 'big5')],
    ['late.csv.gz', gzipSync(encoded(csv, 'big5'))],
    ['utf8.csv', Buffer.from(csv)],
    // One damaged byte does not make UTF-8 Big5, nor Big5 UTF-8.
    ['damaged.csv', Buffer.concat([Buffer.from([0xa7, 0x2c, 0x0a]), Buffer.from(csv)])],
    ['damaged5.csv', Buffer.concat([Buffer.from([0xa7, 0x2c, 0x0a]), encoded(csv, 'big5')])],
  ] as const) {
    const read: (readonly string[])[] = []
    for await (const { cells } of csvRecords(write(name, bytes))) read.push(cells)
    assert.deepEqual(
      read.slice(-2),
      [
        ['2330', '台積電'],
        ['3443', '創意'],
      ],
      name,
    )
    assert.equal(
      read.some(([first]) => first === '\ufffd'),
      name.startsWith('damaged'),
      name,
    )
  }
})

test('the operator can map unknown columns and set one value for all rows', async () => {
  const lake = newLake()
  const file = write('oil.csv', 'Tag,Preis\n2026-07-23,71.5\n')
  await assert.rejects(
    importData(lake, 'CrudeOilPrices', file),
    /has no name, trade_date, price, .* --map THEIRS=name.*Recognised: nothing/,
  )
  const report = await importData(lake, 'CrudeOilPrices', file, {
    map: { Tag: 'trade_date', Preis: 'price' },
    set: { name: 'WTI' },
  })
  assert.deepEqual(report.columns, [
    { ours: 'name', from: '"WTI"' },
    { ours: 'trade_date', from: 'Tag' },
    { ours: 'price', from: 'Preis' },
  ])
  assert.deepEqual(await select(lake, 'SELECT * FROM CrudeOilPrices'), [['WTI', '2026-07-23', '71.5000']])
})

test('a column that the file lacks keeps what the lake has', async () => {
  const lake = newLake()
  await importData(lake, 'TaiwanStockPrice', write('price.csv', finmind))
  const without = finmind.replaceAll(/,[^,\n]*(,\d+|,Trading_turnover)\n/g, '$1\n').replace('1200.0,10', '1201.0,10')
  assert.ok(!without.includes('spread'))
  const report = await importData(lake, 'TaiwanStockPrice', write('price.csv', without))
  assert.deepEqual(report.lacking, ['spread'])
  assert.deepEqual([report.change, report.unchanged], [{ added: 0, changed: 1, removed: 0 }, 2])
  assert.deepEqual(
    await select(lake, "SELECT close, spread FROM TaiwanStockPrice WHERE stock_id = '2330' ORDER BY trade_date"),
    [
      ['1201.0000', '5.0000'],
      ['1210.0000', '10.0000'],
    ],
  )
})

test('a row that cannot be read or breaks a rule is rejected with its reason and kept out of the lake', async () => {
  const lake = newLake()
  using quarantine = openQuarantine(join(folder, 'quarantine'))
  const file = write(
    'price.csv',
    `${finmind}2026-07-24,2330,3000,3600000,1200.0,1199.0,1190.0,1195.0,5.0,10
2026-02-30,2330,1,1,1,1,1,1,1,1
2026-07-24,2317,many,1,1,1,1,1,1,1
2026-07-24,2318,,1,1,1,1,1,1,1
2026-07-24,2319,1,1
`,
  )
  const report = await importData(lake, 'TaiwanStockPrice', file, { quarantine })
  assert.deepEqual([report.read, report.change.added, report.rejected], [8, 3, 5])
  assert.deepEqual(
    report.unreadable.map(({ column, why, rows, lines, example }) => [column, why, rows, lines, example]),
    [
      ['trade_date', 'cannot be read', 1, [6], '2026-02-30'],
      ['volume', 'cannot be read', 1, [7], 'many'],
      ['volume', 'has no value', 1, [8], ''],
      ['', 'has not as many cells as there are titles (10)', 1, [9], '2026-07-24,2319,1,1'],
    ],
  )
  assert.deepEqual(
    report.broken.map(({ rule, rows }) => [rule, rows]),
    [['ohlc_order', 1]],
  )
  assert.deepEqual(
    quarantine.list().map(({ dataset, rule, answer }) => [dataset, rule, answer]),
    [['TaiwanStockPrice', 'ohlc_order', null]],
  )
  // A file that has it right settles what is kept.
  const right = finmind.replaceAll('2026-07-23', '2026-07-24')
  const rightFile = write('price.csv', right)
  const full: Lake = {
    ...lake,
    change: (request, work, lock) =>
      lake.change(
        request,
        async (draft, current) => {
          await work(draft, current)
          throw new Error('the disk is full')
        },
        lock,
      ),
  }
  await assert.rejects(importData(full, 'TaiwanStockPrice', rightFile, { quarantine }), /the disk is full/)
  assert.equal(quarantine.list({ isOpen: true }).length, 1)
  await importData(lake, 'TaiwanStockPrice', rightFile, { quarantine })
  assert.deepEqual(quarantine.list({ isOpen: true }), [])
})

test('an X in the difference column is a day without a comparison, not a bad row, under any title', async () => {
  const rows = ['X', 'X0.00', 'X 0.00', 'Ｘ0.00', '-1.5'].map(
    (spread, i) => `2026-07-${20 + i},2330,1000,1200000,1195.0,1205.0,1190.0,1200.0,${spread},10`,
  )
  for (const [titles, map] of [
    ['date,stock_id,Trading_Volume,Trading_money,open,max,min,close,spread,Trading_turnover', {}],
    ['日期,證券代號,成交股數,成交金額,開盤價,最高價,最低價,收盤價,漲跌價差,成交筆數', {}],
    [
      'date,stock_id,Trading_Volume,Trading_money,open,max,min,close,differenz,Trading_turnover',
      { differenz: 'spread' },
    ],
  ] as const) {
    const lake = newLake()
    const file = write('x.csv', `${titles}\n${rows.join('\n')}\n`)
    const report = await importData(lake, 'TaiwanStockPrice', file, { map })
    assert.deepEqual([report.change.added, report.rejected], [5, 0], titles)
    assert.deepEqual(await select(lake, 'SELECT spread FROM TaiwanStockPrice ORDER BY trade_date'), [
      ...Array.from({ length: 4 }, () => [null]),
      ['-1.5000'],
    ])
  }
})

test('rows from before a listing are counted as such where the lake has the date, and are all kept', async () => {
  const lake = newLake()
  const listed = `stock_id,stock_name,market,security_type,listing_date,is_active,as_of_date
2330,台積電,TWSE,stock,2026-07-23,true,2026-07-24
`
  await importData(lake, 'TaiwanStockOverview', write('overview.csv', listed))
  const outside = '1000,1200000,1210.0,1205.0,1190.0,1200.0,5.0,10'
  const file = write(
    'price.csv',
    `${finmind.split('\n')[0]}
2026-07-21,2330,${outside}
2026-07-22,2330,${outside}
2026-07-24,2330,${outside}
2026-07-24,2331,${outside}
`,
  )
  using quarantine = openQuarantine(join(folder, 'unlisted'))
  const report = await importData(lake, 'TaiwanStockPrice', file, { quarantine })
  assert.deepEqual(
    report.broken.map(({ rule, rows, examples }) => [rule, rows, examples[0]]),
    [
      [
        'before_listing',
        2,
        '2330 2026-07-21: the security was listed on 2026-07-23; ohlc_order: open 1210.0000 is above the high 1205.0000',
      ],
      ['ohlc_order', 2, '2330 2026-07-24: open 1210.0000 is above the high 1205.0000'],
    ],
  )
  // Not one row was good, and none is lost.
  assert.deepEqual([report.version, report.kept, quarantine.list({ rule: 'before_listing' }).length], [null, 4, 2])
})

test('rows with the same key and different values are rejected, unless the operator chooses one', async () => {
  const file = write('gold.csv', 'date,Price\n2026-07-22,1\n2026-07-22,2\n2026-07-23,3\n2026-07-23,3\n2026-07-24,4\n')
  for (const [repeats, expected, counts] of [
    ['reject', ['3', '4'], [1, 0, 2]],
    ['first', ['1', '3', '4'], [0, 2, 0]],
    ['last', ['2', '3', '4'], [0, 2, 0]],
  ] as const) {
    const lake = newLake()
    const report = await importData(lake, 'GoldPrice', file, { repeats })
    assert.deepEqual([report.repeated, report.superseded, report.rejected], counts, repeats)
    const prices = await select(lake, 'SELECT price FROM GoldPrice ORDER BY trade_date')
    assert.deepEqual(
      prices.map(([price]) => String(Number(price))),
      expected,
    )
  }
})

test('the market of a row is that of the security, where the lake has a list of them', async () => {
  const lake = newLake()
  const file = write(
    'per.csv',
    'date,stock_id,dividend_yield,PER,PBR\n2026-07-23,2330,1.5,20.1,6\n2026-07-23,9999,1,1,1\n',
  )
  await assert.rejects(importData(lake, 'TaiwanStockPER', file), /has no market/)
  const securities =
    'stock_id,name,industry,type\n2330,台積電,半導體業,twse\n0050,元大台灣50,ETF,twse\nTAIEX,加權指數,Index,twse\n'
  const list = await importData(lake, 'TaiwanStockOverview', write('info.csv', securities), {
    set: { is_active: 'true', as_of_date: '2026-07-24' },
  })
  assert.deepEqual(
    [list.change.added, list.unreadable.map(({ column, example }) => [column, example])],
    [2, [['security_type', 'Index']]],
  )
  assert.deepEqual(await select(lake, 'SELECT stock_id, market, security_type FROM TaiwanStockOverview ORDER BY 1'), [
    ['0050', 'TWSE', 'etf'],
    ['2330', 'TWSE', 'stock'],
  ])
  const report = await importData(lake, 'TaiwanStockPER', file)
  assert.deepEqual(report.filled, ['market'])
  assert.deepEqual(
    report.unreadable.map(({ column, example }) => [column, example]),
    [['market', '9999']],
  )
  assert.deepEqual(await select(lake, 'SELECT market, pe_ratio FROM TaiwanStockPER'), [['TWSE', '20.10']])
})

test('a dry run says the same and changes nothing; whatever fails leaves the lake as it was', async () => {
  const lake = newLake()
  await importData(lake, 'TaiwanStockPrice', write('price.csv', finmind))
  const before = (await lake.current())!
  const files = () =>
    readdirSync(lake.root, { recursive: true })
      .map(String)
      .filter((file) => !file.startsWith('tmp'))
      .sort()
  const kept = files()
  const more = write('price.csv', finmind.replaceAll('2026-07', '2026-06'))
  const dry = await importData(lake, 'TaiwanStockPrice', more, { isDry: true })
  assert.deepEqual(
    [dry.version, dry.change, dry.derived.TaiwanStockPriceAdj!.added],
    [null, { added: 3, changed: 0, removed: 0 }, 3],
  )
  const cut = gzipSync(finmind.repeat(100)).subarray(0, 200)
  const bad: [string, string, ImportCase, RegExp][] = [
    ['TaiwanStockPrice', write('cut.csv.gz', cut), {}, /cut or damaged/],
    [
      'TaiwanStockPrice',
      write('open.csv', `${finmind}"2026,1\n`),
      {},
      /breaks off inside a quoted cell of the row that begins in line 5/,
    ],
    ['TaiwanStockPrice', write('empty.csv', ''), {}, /is empty/],
    ['TaiwanStockPrice', write('twice.csv', 'date,date\n'), {}, /two columns named "date"/],
    ['TaiwanStockPrice', join(folder, 'nowhere.csv'), {}, /There is no file/],
    ['TaiwanStockPriceAdj', more, {}, /is computed from TaiwanStockPrice/],
    ['TaiwanStockPrice', more, { map: { nothing: 'close' } }, /the file has no column "nothing"/],
    ['TaiwanStockPrice', more, { map: { close: 'nothing' } }, /has no column "nothing"; it has stock_id/],
    ['TaiwanStockPrice', more, { set: { volume: 'x' } }, /"x" is no value of volume/],
  ]
  for (const [dataset, file, options, why] of bad)
    await assert.rejects(importData(lake, dataset, file, options), (error: Error) => {
      assert.equal(error.name, 'OperatorError')
      assert.match(error.message, why)
      return true
    })
  assert.deepEqual(openFiles('.csv'), [], 'a refused file is closed')
  const nothing = await importData(
    lake,
    'TaiwanStockPrice',
    write('none.csv', `${finmind.split('\n')[0]}\nx,y,,,,,,,,\n`),
  )
  assert.deepEqual([nothing.version, nothing.rejected], [null, 1])
  assert.deepEqual(await lake.current(), before)
  assert.deepEqual(files(), kept)
  await assert.rejects(importData(newLake('demo'), 'TaiwanStockPrice', more), /into the origin live only/)
})

test('codes that a Parquet file holds as numbers are refused: their zeros are lost', async () => {
  const file = join(folder, 'numbers.parquet')
  const engine = await openEngine({ memory: '500MB', scratch: join(folder, 'spill') })
  await engine.connection.run(
    `COPY (SELECT 50 AS stock_id, DATE '2026-07-23' AS date, 10.1::DOUBLE AS close) TO '${file}' (FORMAT parquet)`,
  )
  engine.close()
  await assert.rejects(
    importData(newLake(), 'TaiwanStockPrice', file, { set: { volume: '0', turnover: '0', trade_count: '0' } }),
    /leading zeros/,
  )
})

test('importing the same file again makes no new version, and an import into a lake of another maker keeps its newest day', async () => {
  const lake = newLake()
  const file = write('price.csv', finmind)
  const first = await importData(lake, 'TaiwanStockPrice', file)
  const again = await importData(lake, 'TaiwanStockPrice', file)
  assert.equal(again.version!.manifest.version, first.version!.manifest.version)
  assert.deepEqual([again.change, again.unchanged], [{ added: 0, changed: 0, removed: 0 }, 3])
  const other = newLake()
  const gold = write('gold.csv', 'date,price\n2026-07-24,1\n')
  await other.change({ through: '2026-07-22', maker: { another: 1 } }, async (draft) => {
    await draft.upsert(find('CrudeOilPrices')!, "SELECT 'WTI' AS name, DATE '2026-07-22' AS trade_date, 1 AS price")
  })
  const { manifest } = (await importData(other, 'GoldPrice', gold)).version!
  assert.deepEqual([manifest.through, manifest.maker], ['2026-07-22', { another: 1, imported: ['GoldPrice'] }])
})

test('lines are split correctly wherever a chunk of the file ends', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', '台', '1'), maxLength: 6 })
  const quoted = (text: string) => (/[",\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 40 }),
      async (rows) => {
        const path = write('lines.csv', rows.map((row) => row.map(quoted).join(',')).join('\n'))
        const read: (readonly string[])[] = []
        for await (const { cells } of csvRecords(path)) read.push(cells)
        assert.deepEqual(read, rows)
      },
    ),
    { numRuns: 60 },
  )
  // Larger than a piece of the file, so that some cell lies on its edge.
  const long = Array.from({ length: 20_000 }, (_, i) => ['台積電', `"${i}, of\n""many"""`, String(i)])
  const lines: number[] = []
  for await (const { line, cells } of csvRecords(write('long.csv', long.map((row) => row.join(',')).join('\n')))) {
    assert.deepEqual(cells, ['台積電', `${lines.length}, of\n"many"`, String(lines.length)])
    lines.push(line)
  }
  assert.deepEqual([lines.length, lines.at(-1)], [20_000, 39_999])
})

test('numbers are read to the last digit, however a program writes them', () => {
  const decode = importDecoder('close', decimal(4, 'Close', '收盤'), { title: 'close' })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (units) => {
      const value = units / 10_000
      assert.equal(decode(String(value)), units)
      assert.equal(decode(value.toExponential()), units === 0 ? 0 : units)
      // A sum of binary fractions, as a program may leave it.
      const sum = value + 0.1 - 0.1
      if (Math.abs(value) < 1e6) assert.equal(decode(String(sum)), units)
    }),
  )
  for (const [text, cell] of [
    ['1,234.5', 12_345_000],
    ['33.150000000000006', 331_500],
    ['-', null],
    ['', null],
    ['NaN', null],
    ['1.23456', undefined],
    ['4e-05', undefined],
    ['12 TWD', undefined],
  ] as const)
    assert.equal(decode(text), cell, text)
  const percent = importDecoder('yoy_percent', decimal(2, 'Change', '增減'), { title: 'yoy', times: 100, rounds: true })
  assert.deepEqual(['0.145841', '-0.213735', '4e-06'].map(percent), [1458, -2137, 0])
  const lots = importDecoder('volume', { ...decimal(0, 'Volume', '量'), kind: 'integer' }, { title: 'v', times: 1000 })
  assert.deepEqual(['12', '0.5', '1e3', '0.0005'].map(lots), [12_000, 500, 1_000_000, undefined])
})

const overview = `stock_id,stock_name,market,security_type,industry_category,is_active,as_of_date
2330,台積電,TWSE,stock,半導體業,true,2026-07-24
`

test('flows of institutions, a line for each of them, become one row; what adds up is added up', async () => {
  const lake = newLake()
  await importData(lake, 'TaiwanStockOverview', write('overview.csv', overview))
  const long = `date,stock_id,buy,name,sell
2014-11-28,2330,900,Dealer,400
2014-11-28,2330,5000,Foreign_Investor,2000
2014-11-28,2330,100,Investment_Trust,0
2026-07-23,2330,5000,Foreign_Investor,2000
2026-07-23,2330,0,Foreign_Dealer_Self,10
2026-07-23,2330,100,Investment_Trust,300
2026-07-23,2330,7,Dealer_self,5
2026-07-23,2330,11,Dealer_Hedging,1
2026-07-22,2330,1,Foreign_Investor,2
2026-07-22,2330,1,Foreign_Investor,3
2026-07-22,2330,1,Investment_Trust,2
`
  const report = await importData(lake, 'TaiwanStockInstitutionalInvestorsBuySell', write('flows.csv', long))
  assert.deepEqual([report.lines, report.read, report.change.added, report.rejected], [11, 3, 2, 1])
  assert.deepEqual(
    report.unreadable.map(({ column, example }) => [column, example]),
    [['foreign_investor_sell', '2 | 3']],
  )
  assert.deepEqual(
    await select(
      lake,
      `SELECT trade_date, market, foreign_investor_net, foreign_dealer_net, investment_trust_net, dealer_self_net,
         dealer_hedging_net, dealer_buy, dealer_sell, dealer_net, total_net
       FROM TaiwanStockInstitutionalInvestorsBuySell ORDER BY 1`,
    ),
    [
      ['2014-11-28', 'TWSE', '3000', null, '100', null, null, '900', '400', '500', '3600'],
      ['2026-07-23', 'TWSE', '3000', '-10', '-200', '2', '10', '18', '6', '12', '2812'],
    ],
  )
  const strange = write('strange.csv', 'date,stock_id,buy,name,sell\n2026-07-23,2330,1,Retail,2\n')
  await assert.rejects(
    importData(lake, 'TaiwanStockInstitutionalInvestorsBuySell', strange),
    /name holds "Retail", which/,
  )
})

test('totals of the market in long form become one row, lots as shares and money as it is', async () => {
  const lake = newLake()
  const margin = `TodayBalance,YesBalance,buy,date,name,Return,sell
5470000,5471770,236127,2026-07-23,MarginPurchase,4806,233091
91965082000,91898116000,4046643000,2026-07-23,MarginPurchaseMoney,196619000,3783058000
541704,556742,57266,2026-07-23,ShortSale,6151,48379
`
  await importData(lake, 'TaiwanStockTotalMarginPurchaseShortSale', write('margin.csv', margin), {
    set: { market: 'TWSE' },
  })
  assert.deepEqual(
    await select(
      lake,
      `SELECT margin_purchase_buy, margin_purchase_cash_repayment, margin_purchase_balance_amount,
         short_sale_stock_repayment, short_sale_previous_balance FROM TaiwanStockTotalMarginPurchaseShortSale`,
    ),
    [['236127000', '4806000', '91965082000.00', '6151000', '556742000']],
  )
  const flows = `date,name,buy,sell
2026-07-23,Dealer_self,100,50
2026-07-23,Dealer_Hedging,10,20
2026-07-23,Foreign_Investor,1000,400
2026-07-23,Foreign_Dealer_Self,0,0
2026-07-23,Investment_Trust,30,0
2026-07-23,total,1140,470
`
  const set = { market: 'TWSE' }
  const report = await importData(lake, 'TaiwanStockTotalInstitutionalInvestors', write('total.csv', flows), { set })
  assert.deepEqual([report.lines, report.read, report.rejected], [6, 1, 0])
  assert.deepEqual(
    await select(lake, 'SELECT dealer_net_amount, total_net_amount FROM TaiwanStockTotalInstitutionalInvestors'),
    [['40.00', '670.00']],
  )
})

test('statements by date and type take account, unit and quarter from what the filing calls them', async () => {
  const lake = newLake()
  const income = `date,stock_id,type,value,origin_name
2026-03-31,2330,Revenue,839253664000.0,營業收入合計
2026-03-31,2330,EPS,13.94,基本每股盈餘合計
2026-03-31,2330,EquityAttributableToOwnersOfParent,361564000000.0,淨利（淨損）歸屬於母公司業主
2025-12-31,2330,EPS,15.0,基本每股盈餘合計
2026-05-15,2330,EPS,1.0,基本每股盈餘合計
`
  const file = write('income.csv', income)
  await assert.rejects(
    importData(lake, 'TaiwanStockFinancialStatement', file),
    /has no statement_scope, which every row/,
  )
  const set = { statement_scope: 'consolidated' }
  const report = await importData(lake, 'TaiwanStockFinancialStatement', file, { set })
  assert.deepEqual(
    report.unreadable.map(({ column, rows, lines }) => [column, rows, lines]),
    [['fiscal_year', 1, [6]]],
  )
  assert.deepEqual(
    await select(
      lake,
      `SELECT report_date, period, fiscal_year, fiscal_quarter, type, value, unit, is_derived
       FROM TaiwanStockFinancialStatement ORDER BY 1, 5`,
    ),
    [
      ['2025-12-31', 'quarterly', '2025', '4', 'EPS', '15.0000', 'TWD_per_share', true],
      ['2026-03-31', 'quarterly', '2026', '1', 'EPS', '13.9400', 'TWD_per_share', false],
      [
        ...['2026-03-31', 'quarterly', '2026', '1', 'NetIncomeAttributableToOwnersOfParent'],
        ...['361564000000.0000', 'TWD', false],
      ],
      ['2026-03-31', 'quarterly', '2026', '1', 'Revenue', '839253664000.0000', 'TWD', false],
    ],
  )
  const balance = `date,stock_id,type,value,origin_name
2026-03-31,2330,TotalAssets,1000.0,資產總額
2026-03-31,2330,TotalAssets_per,100.0,資產總額
2026-03-31,2330,Liabilities,400.0,負債總額
2026-03-31,2330,Equity,600.0,權益總額
2026-03-31,2330,Goodwill,5.0,商譽
`
  const sheet = await importData(lake, 'TaiwanStockBalanceSheet', write('balance.csv', balance), { set })
  assert.deepEqual(
    [sheet.change.added, sheet.unreadable.map(({ why }) => why)],
    [4, ['is a share of the total, and no amount']],
  )
  const types = await select(lake, 'SELECT type FROM TaiwanStockBalanceSheet ORDER BY 1')
  assert.match(String(types.at(-1)), /^X_[0-9a-f]{8}$/)
})

test('the ratio of foreign holders is cut off after two places, as publishers print it', async () => {
  const lake = newLake()
  const held = 'stock_id,date,market,issued_shares,foreign_holding_shares\n2330,2026-07-23,TWSE,30000,11000\n'
  const report = await importData(lake, 'TaiwanStockShareholding', write('held.csv', held))
  assert.deepEqual(report.filled, ['foreign_shareholding_ratio'])
  assert.deepEqual(await select(lake, 'SELECT foreign_shareholding_ratio FROM TaiwanStockShareholding'), [['36.6600']])
})
