import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { copyOfFixture } from '../../../../test/support/fixture.ts'
import { formosaHere } from '../../../../test/support/inProcess.ts'
import { python, withoutPython } from '../../../../test/support/python.ts'
import { keyOf, type Service, startService } from '../../../../test/support/service.ts'
import { targets } from './targets.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-export-'))
let ids: string
/** A security that is no longer listed. */
let gone: string
let home: string
let service: Service
let remote: Record<string, string>
const at = (name: string) => join(folder, name)

before(async () => {
  home = await copyOfFixture(at('home'))
  const [delisted] = await stored(
    'SELECT max(stock_id) AS id FROM TaiwanStockOverview JOIN TaiwanStockPrice USING (stock_id) WHERE delisting_date IS NOT NULL AND close IS NOT NULL',
  )
  gone = delisted!.id!
  ids = `2330,0050,${gone}`
  for (const tool of Object.keys(targets)) {
    const { code, err } = await formosaHere(['export', tool, at(tool), '--stock', ids], { FORMOSA_HOME: home })
    assert.equal(code, 0, err)
  }
  service = await startService(home)
  remote = { FORMOSA_URL: service.url, FORMOSA_KEY: await keyOf(home, 'lite'), FORMOSA_HOME: at('empty') }
})
after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function stored(sql: string): Promise<Record<string, string | null>[]> {
  const { out, err } = await formosaHere(['sql', sql, '--format', 'json'], { FORMOSA_HOME: home })
  assert.ok(out !== '', err)
  return JSON.parse(out)
}

/** Reads the files with Python's own modules, as those tools do, and prints what it found. */
const script = `
import csv, json, struct, sys, zipfile, os
root = sys.argv[1]
found = {}
calendar = open(root + "/qlib/calendars/day.txt").read().split()
spans = [line.split("\\t") for line in open(root + "/qlib/instruments/all.txt").read().splitlines()]
def feature(symbol, name):
    data = open(f"{root}/qlib/features/{symbol}/{name}.day.bin", "rb").read()
    numbers = struct.unpack(f"<{len(data) // 4}f", data)
    start = int(numbers[0])
    return {calendar[start + i]: value for i, value in enumerate(numbers[1:]) if value == value}
found["qlib"] = {s: {f: feature(s, f) for f in ("open", "close", "volume", "factor")} for s in os.listdir(root + "/qlib/features")}
found["spans"] = spans
found["sorted"] = calendar == sorted(set(calendar))
def table(path):
    return list(csv.DictReader(open(path, newline="")))
found["zipline"] = {s: table(f"{root}/zipline/daily/{s}.csv") for s in ("2330", "0050")}
found["adjusted"] = {s: table(f"{root}/zipline/adjusted/daily/{s}.csv") for s in ("2330", "0050")}
found["backtrader"] = {s: table(f"{root}/backtrader/adjusted/{s}.csv") for s in ("2330", "0050")}
def lean(s):
    archive = zipfile.ZipFile(f"{root}/lean/equity/taiwan/daily/{s}.zip")
    assert archive.testzip() is None and archive.namelist() == [f"{s}.csv"]
    return list(csv.reader(archive.read(f"{s}.csv").decode().splitlines()))
found["lean"] = {s: lean(s) for s in ("2330", "0050")}
found["factors"] = {s: list(csv.reader(open(f"{root}/lean/equity/taiwan/factor_files/{s}.csv"))) for s in ("2330", "0050")}
print(json.dumps(found))
`

test('readers of Python find the raw and adjusted prices of the market in every format', {
  skip: withoutPython(),
}, async () => {
  const { code, out, err } = await python(script, {}, [folder])
  assert.equal(code, 0, err)
  const found = JSON.parse(out)
  assert.ok(found.sorted)
  for (const id of ['2330', '0050']) {
    const rows = await stored(
      `SELECT trade_date, p.open, p.close, p.volume, a.close AS adjusted, a.adjustment_factor AS factor FROM TaiwanStockPrice p
       JOIN TaiwanStockPriceAdj a USING (stock_id, trade_date) WHERE stock_id = '${id}' AND p.close IS NOT NULL AND p.open IS NOT NULL ORDER BY 1`,
    )
    const qlib = found.qlib[id]
    assert.deepEqual(
      Object.keys(qlib.close),
      rows.map(({ trade_date }) => trade_date),
    )
    const near = (a: number, b: number) => Math.abs(a - b) <= 2e-6 * Math.abs(b) + 1e-4
    for (const [i, row] of rows.entries()) {
      const day = row.trade_date!
      assert.ok(near(qlib.close[day], Number(row.adjusted)), `${id} ${day}`)
      assert.ok(near(qlib.close[day] / qlib.factor[day], Number(row.close)), `${id} ${day}`)
      const [zipline, adjusted, backtrader, lean] = [
        found.zipline[id][i],
        found.adjusted[id][i],
        found.backtrader[id][i],
        found.lean[id][i],
      ]
      assert.deepEqual(
        [zipline.date, Number(zipline.close), Number(zipline.volume)],
        [day, Number(row.close), Number(row.volume)],
      )
      assert.ok(near(Number(adjusted.close), Number(row.adjusted)))
      assert.deepEqual([backtrader.datetime, backtrader.close], [day, adjusted.close])
      assert.deepEqual(lean, [
        `${day.replaceAll('-', '')} 00:00`,
        ...lean.slice(1, 4),
        String(Math.round(Number(row.close) * 10_000)),
        String(row.volume),
      ])
    }
    // Dividends and splits of either tool lead from the raw prices to the adjusted ones.
    const events = found.zipline[id].filter(
      (row: Record<string, string>) => Number(row.dividend) > 0 || Number(row.split) !== 1,
    )
    assert.ok(events.length > 2, id)
    const [first] = rows
    let product = 1
    for (const [i, row] of found.zipline[id].entries())
      if (i > 0) product *= (1 - Number(row.dividend) / Number(found.zipline[id][i - 1].close)) / Number(row.split)
    assert.ok(Math.abs(product / Number(first!.factor) - 1) < 0.01, `${id} ${product} ${first!.factor}`)
    const [, cash, split] = found.factors[id][0].map(Number)
    assert.ok(Math.abs((cash * split) / product - 1) < 1e-4, id)
    assert.deepEqual(found.factors[id].at(-1), ['20501231', '1', '1', '0'])
  }
  const split = found.zipline['0050'].find((row: Record<string, string>) => Number(row.split) > 1.5)
  assert.ok(Number.isInteger(Number(split.split)), split.split)
})

test('the universe holds delisted securities, on the days on which they were listed', async () => {
  const lines = readFileSync(join(at('backtrader'), 'universe.csv'), 'utf8')
    .trim()
    .split('\n')
  const [overview] = await stored(`SELECT delisting_date, market FROM TaiwanStockOverview WHERE stock_id = '${gone}'`)
  const line = lines.find((one) => one.startsWith(`${gone},`))!
  assert.equal(line.split(',').at(-1), overview!.delisting_date)
  assert.equal(line.split(',')[1], overview!.market)
  const spans = readFileSync(join(at('qlib'), 'instruments/all.txt'), 'utf8')
  assert.match(spans, new RegExp(`^${gone}\\t[\\d-]+\\t${overview!.delisting_date}$`, 'm'))
})

test('a service gives the same files as its lake', async () => {
  const { code, err } = await formosaHere(['export', 'qlib', at('remote'), '--stock', ids], remote)
  assert.equal(code, 0, err)
  const files = readdirSync(at('qlib'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  assert.ok(files.length > 15)
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    assert.deepEqual(readFileSync(path.replace(at('qlib'), at('remote'))), readFileSync(path), path)
  }
})

test('wrong words are named, and nothing is left behind', async () => {
  const settings = { FORMOSA_HOME: home }
  for (const [words, code, message] of [
    [['qlip', at('x')], 2, /TOOL must be one of qlib, zipline, lean, backtrader/],
    [['qlib', at('qlib')], 1, /is not empty/],
    [['qlib', at('x'), '--stock', '9999999'], 4, /There is no security 9999999/],
    [['qlib', at('x'), '--from', '2026-13-01'], 2, /--from must be a date/],
    [['qlib', at('x'), '--from', '2030-01-01'], 4, /No security has a price/],
  ] as const) {
    const run = await formosaHere(['export', ...words], settings)
    assert.deepEqual([run.code, message.test(run.err)], [code, true], `${words} ${run.err}`)
  }
  assert.deepEqual([existsSync(at('x')), existsSync(at('x.part'))], [false, false])
})
