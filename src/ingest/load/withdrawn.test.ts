import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../../../test/support/client.ts'
import { type Live, startLive } from '../../../test/support/live.ts'
import { formosa } from '../../../test/support/run.ts'
import { select } from '../../../test/support/select.ts'
import { keyOf, startService } from '../../../test/support/service.ts'
import { TaiwanStockMarketValue } from '../../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMarketValueWeight } from '../../catalogue/fundamentals/TaiwanStockMarketValueWeight.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { openIngest } from '../context.ts'
import { detailIn } from '../gaps/detail.ts'
import { backfill } from '../refresh.ts'
import { openQuarantine } from '../rules/quarantine.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-vanished-'))
after(() => rmSync(root, { recursive: true, force: true }))

const evening = (day: string) => `${day}T23:50:00+08:00`
const [first, day, next] = ['2026-11-11', '2026-11-12', '2026-11-13'] as const

const read = (market: Live, sql: string) => select(market.lake, sql)
const daysOf = async (market: Live, table: string, id = '2330', date = 'trade_date') =>
  (await read(market, `SELECT ${date}::VARCHAR FROM ${table} WHERE stock_id = '${id}' ORDER BY 1`)).flat()

test('a row that its publisher removes is withdrawn with the rows computed from it, recorded as a revision, and no longer served', async () => {
  await using market = await startLive(join(root, 'few'), { only: ['TaiwanStockPrice', 'TaiwanStockShareholding'] })
  await market.refreshAt(evening(day), day)
  const before = await daysOf(market, 'TaiwanStockMarketValue')
  const removeFault = market.exchange.addFault({
    ...{ publisher: 'twse', path: 'MI_INDEX', day: first },
    fault: { kind: 'left out', ids: ['2330', '1101'] },
  })
  const { report } = await market.refreshAt(evening(next), next)
  const { withdrawn, removed, refused, rejected } = report.datasets.TaiwanStockPrice!
  assert.deepEqual({ withdrawn, removed, refused, rejected }, { withdrawn: 2, removed: 2, refused: [], rejected: 0 })
  for (const table of ['TaiwanStockPrice', 'TaiwanStockPriceAdj'])
    assert.deepEqual(await daysOf(market, table), ['2026-11-10', day, next], table)
  // The price of the day before is carried over a day without one.
  assert.deepEqual(await daysOf(market, 'TaiwanStockMarketValue'), [...before, next])
  const weeks = await read(market, "SELECT trading_days::INTEGER FROM TaiwanStockWeekPrice WHERE stock_id = '2330'")
  assert.deepEqual(weeks, [[3]])
  const { revisions } = (await market.lake.current())!.manifest.datasets.TaiwanStockPrice!
  assert.equal(revisions[0]?.rows, 2)

  // As before an event that is missing.
  await market.lake.change(
    (base) => ({ through: base!.through, maker: base!.maker }),
    async (draft) => {
      const unknown = `stock_id = '1101' AND trade_date < DATE '${next}'`
      const sql = `SELECT * REPLACE (NULL AS close, NULL AS adjustment_factor) FROM TaiwanStockPriceAdj WHERE ${unknown}`
      await draft.upsert(TaiwanStockPriceAdj, sql)
    },
  )
  const home = { FORMOSA_HOME: market.home, FORMOSA_ORIGIN: 'live', FORMOSA_SOURCES_URL: 'http://127.0.0.1:9' }
  const made = await formosa(['rebuild'], home)
  assert.equal(made.code, 0, made.err)
  const service = await startService(market.home, { ...home, WORKERS: '1' })
  const client = createClient(service.url)
  try {
    const key = await keyOf(market.home, 'plus', home)
    const { json } = await client.send('/v1/data/TaiwanStockPrice?stock_id=2330', { key })
    assert.deepEqual(
      json.data.map((row: { trade_date: string }) => row.trade_date),
      [next, day, '2026-11-10'],
    )
    for (const [query, warning] of [
      ['?stock_id=1101', `event_missing; before=${next}`],
      ['/explain?stock_id=1101', `event_missing; before=${next}`],
      [`?stock_id=1101&start_date=${next}`, undefined],
      ['?stock_id=2330', undefined],
    ] as const) {
      const { headers } = await client.send(`/v1/data/TaiwanStockPriceAdj${query}`, { key })
      assert.equal(headers['x-warning'], warning, query)
    }
    const none = await client.send('/v1/data/TaiwanStockSplitPrice?start_date=2026-01-01', { key })
    assert.deepEqual([none.json.count, none.headers['x-warning']], [0, 'no_rows'])
  } finally {
    client.close()
    await service.stop()
  }

  removeFault()
  await market.refreshAt('2026-11-16T23:50:00+08:00', next)
  assert.deepEqual(await daysOf(market, 'TaiwanStockPrice'), ['2026-11-10', day, next])
})

test('a day that loses many of its rows is refused by name: the rows stay, the other market is loaded', async () => {
  await using market = await startLive(join(root, 'many'), { only: ['TaiwanStockPrice'] })
  await market.refreshAt(evening(first), first)
  const count = () => read(market, `SELECT count(*)::INTEGER FROM TaiwanStockPrice WHERE trade_date = DATE '${first}'`)
  const before = await count()
  const removeFault = market.exchange.addFault({
    ...{ publisher: 'twse', path: 'MI_INDEX', day: first },
    fault: { kind: 'fewer rows', share: 0.93 },
  })
  const { rows } = await market.market.select(
    `SELECT min(stock_id) FROM TaiwanStockDailyPriceLimit WHERE market = 'TPEX' AND trade_date = DATE '${first}'`,
  )
  market.exchange.addFault({
    ...{ publisher: 'tpex', path: 'dailyQuotes', day: first, times: 1 },
    fault: { kind: 'wrong', title: '成交筆數', text: '77', id: String(rows[0]![0]) },
  })
  const { report } = await market.refreshAt(evening(day), day)
  const { withdrawn, removed, refused, changed } = report.datasets.TaiwanStockPrice!
  assert.deepEqual({ withdrawn, removed, changed }, { withdrawn: 0, removed: 0, changed: 1 })
  assert.equal(refused.length, 1)
  assert.match(refused[0]!, /^twse MI_INDEX leaves out \d+ of \d+ rows that it told of 2026-11-11: none /)
  assert.deepEqual(await count(), before)
  using kept = openQuarantine(join(market.home, 'live/ingest'))
  const open = kept.list({ isOpen: true })
  assert.deepEqual(
    open.map(({ rule, key }) => [rule, JSON.parse(key)]),
    [['shrinking_history', { market: null, date: first }]],
  )
  removeFault()
  await market.refreshAt(evening(next), next)
  assert.deepEqual(await count(), before)
})

test('rows of other sources and of a market without a new response stay', async () => {
  await using market = await startLive(join(root, 'others'), { only: ['TaiwanStockPER'] })
  await market.refreshAt(evening(day), day)
  await market.lake.change({ through: day, maker: {} }, async (draft) => {
    await draft.upsert(
      TaiwanStockPER,
      `SELECT * REPLACE ('9999' AS stock_id) FROM TaiwanStockPER WHERE stock_id = '2330'`,
    )
  })
  const removeFault = market.exchange.addFault({ publisher: 'tpex', path: 'peQryDate', fault: { kind: 'page' } })
  const count = () =>
    read(
      market,
      `SELECT market, count(*)::INTEGER FROM TaiwanStockPER WHERE trade_date = DATE '${first}' GROUP BY 1 ORDER BY 1`,
    )
  const before = await count()
  const { report } = await market.refreshAt(evening(next), next)
  removeFault()
  assert.equal(report.datasets.TaiwanStockPER!.withdrawn, 0)
  assert.deepEqual(await count(), before)
  assert.equal((await daysOf(market, 'TaiwanStockPER', '9999')).length, 3)
})

test('rows removed from ranges and from lists of events are withdrawn too', async () => {
  const only = ['TaiwanFuturesDaily', 'TaiwanStockDividendResult']
  await using market = await startLive(join(root, 'ranges'), { only })
  await market.refreshAt(evening(day), day)
  const [[event]] = (await read(
    market,
    "SELECT stock_id FROM TaiwanStockDividendResult WHERE market = 'TWSE' ORDER BY ex_date DESC, stock_id LIMIT 1",
  )) as [[string]]
  const [[product]] = (await read(
    market,
    `SELECT futures_id FROM TaiwanFuturesDaily WHERE trade_date = DATE '${day}' GROUP BY 1 ORDER BY count(*), 1 LIMIT 1`,
  )) as [[string]]
  market.exchange.addFault({ publisher: 'twse', path: 'TWT49U', fault: { kind: 'left out', ids: [event] } })
  market.exchange.addFault({ publisher: 'taifex', path: 'futDataDown', fault: { kind: 'left out', ids: [product] } })
  const had = (await daysOf(market, 'TaiwanStockDividendResult', event, 'ex_date')).length
  const { report } = await market.refreshAt(evening(next), next)
  assert.deepEqual(await daysOf(market, 'TaiwanStockDividendResult', event, 'ex_date'), [])
  assert.equal(report.datasets.TaiwanStockDividendResult!.withdrawn, had)
  // Five of some ninety are too many.
  const { withdrawn, refused } = report.datasets.TaiwanFuturesDaily!
  assert.equal(withdrawn, 0)
  assert.deepEqual(
    refused.map((message) => /^taifex futDataDown leaves out 5 of \d+ rows that it told of (\S+):/.exec(message)?.[1]),
    [first, day],
  )
})

test('a withdrawn corporate action leaves no older adjusted price as it was', async () => {
  await using market = await startLive(join(root, 'action'), {
    only: ['TaiwanStockPrice', 'TaiwanStockDividendResult'],
  })
  const days = await market.days('2026-07-01', '2026-07-31')
  const { rows } = await market.market.select(
    `SELECT stock_id, CAST(ex_date AS VARCHAR) FROM TaiwanStockDividendResult
     WHERE market = 'TWSE' AND ex_date BETWEEN DATE '${days[5]}' AND DATE '${days[8]}' AND reference_price < close_before ORDER BY 2, 1`,
  )
  const [id, exDay] = rows[0] as [string, string]
  const until = days.slice(0, days.indexOf(exDay) + 1)
  for (const day of until) await market.refreshAt(evening(day), day)
  const adjusted = `SELECT count(*) FILTER (adjustment_factor <> 1)::INTEGER, count(*) FILTER (a.close <> p.close)::INTEGER
    FROM TaiwanStockPriceAdj a JOIN TaiwanStockPrice p USING (stock_id, trade_date) WHERE stock_id = '${id}'`
  const [[before]] = (await read(market, adjusted)) as [[number, number]]
  assert.ok(before >= until.length - 1, `${before} of ${until.length} days`)
  market.exchange.addFault({ publisher: 'twse', path: 'TWT49U', fault: { kind: 'left out', ids: [id] } })
  const after = days[until.length]!
  const { report } = await market.refreshAt(evening(after), after)
  assert.equal(report.datasets.TaiwanStockDividendResult!.withdrawn, 1)
  assert.deepEqual(await read(market, adjusted), [[0, 0]])
})

test('computed rows of a release with other rules are computed again once', async () => {
  await using market = await startLive(join(root, 'rules'), { only: ['TaiwanStockPrice', 'TaiwanStockShareholding'] })
  await market.refreshAt(evening(first), first)
  const values = (): Promise<unknown[][]> =>
    read(
      market,
      `SELECT stock_id, market_value::DOUBLE FROM TaiwanStockMarketValue WHERE trade_date = DATE '${first}' ORDER BY 1`,
    )
  const made = await values()
  const { manifest } = (await market.lake.current())!
  const { rules, ...older } = manifest.maker
  assert.equal(typeof rules, 'number')
  const changed = async (maker: Record<string, unknown>) => {
    await market.lake.change({ through: first, maker }, async (draft) => {
      await draft.upsert(
        TaiwanStockMarketValue,
        `SELECT * REPLACE ('9999' AS stock_id, 1 AS market_value) FROM TaiwanStockMarketValue WHERE stock_id = '2330'
         UNION ALL SELECT * REPLACE (1 AS market_value) FROM TaiwanStockMarketValue WHERE stock_id = '2330'`,
      )
    })
    return values()
  }
  const wrong = await changed(older)
  assert.equal(wrong.length, made.length + 1)
  await market.refreshAt(evening(day), day)
  assert.deepEqual(await values(), made)
  // Rows of this release's rules are not computed again.
  await changed((await market.lake.current())!.manifest.maker)
  await market.refreshAt(evening(next), next)
  assert.deepEqual(await values(), wrong)
})

test('a stock with another name, or listed late, has its weights of earlier days computed again', async () => {
  const only = ['TaiwanStockPrice', 'TaiwanStockShareholding', 'TaiwanStockOverview']
  await using market = await startLive(join(root, 'names'), { only })
  const late = '1101'
  const removeFault = market.exchange.addFault({
    ...{ path: /t187ap03_L|class_main/, fault: { kind: 'left out', ids: [late] } },
  })
  await market.refreshAt(evening(first), first)
  removeFault()
  const { manifest } = (await market.lake.current())!
  // The lists of that day had another name of 2330.
  await market.lake.change({ through: first, maker: manifest.maker }, async (draft) => {
    for (const dataset of [TaiwanStockOverview, TaiwanStockMarketValueWeight])
      await draft.upsert(
        dataset,
        `SELECT * REPLACE ('台積' AS stock_name) FROM ${dataset.name} WHERE stock_id = '2330'`,
      )
  })
  const weights = () =>
    read(
      market,
      `SELECT stock_id, stock_name, trade_date::VARCHAR FROM TaiwanStockMarketValueWeight
       WHERE stock_id IN ('${late}', '2330') AND trade_date = DATE '${first}' ORDER BY 1`,
    )
  const before = await weights()
  await market.refreshAt(evening(day), day)
  const names = await read(
    market,
    `SELECT stock_id, stock_name, '${first}' FROM TaiwanStockOverview WHERE stock_id IN ('${late}', '2330') ORDER BY 1`,
  )
  assert.deepEqual(before, [['2330', '台積', first]])
  assert.equal(names.length, 2)
  assert.deepEqual(await weights(), names)
  const totals = await read(
    market,
    `SELECT DISTINCT round(sum(weight_percent), 1)::DOUBLE FROM TaiwanStockMarketValueWeight GROUP BY market, trade_date`,
  )
  assert.deepEqual(totals, [[100]])
})

test('a first answer with half of the rows is loaded, doubted, reported and asked again until it is whole', async () => {
  await using market = await startLive(join(root, 'half'), { only: ['TaiwanStockPrice'], accepted: [] })
  await market.refreshAt(evening(first), first)
  const removeFault = market.exchange.addFault({
    ...{ publisher: 'twseOpenApi', path: 'STOCK_DAY_ALL' },
    fault: { kind: 'fewer rows', share: 0.6 },
  })
  const count = async () =>
    (
      await read(market, `SELECT count(*)::INTEGER FROM TaiwanStockPrice WHERE trade_date = DATE '${day}'`)
    )[0]![0] as number
  const problemsOf = ({ report }: Awaited<ReturnType<Live['refreshAt']>>) =>
    [report.problems, report.missing].map((list) =>
      list.flatMap((one) =>
        one.dataset === 'TaiwanStockPrice' ? [`${one.endpoint} ${one.to} ${one.kind} ${one.reason}`] : [],
      ),
    )
  const half = await market.refreshAt(evening(day), day)
  const [problems, missing] = problemsOf(half)
  assert.equal(problems!.length, 1)
  assert.match(problems![0]!, /^STOCK_DAY_ALL 2026-11-12 blocked much fewer rows than for 2026-11-11: /)
  assert.deepEqual(
    missing!.map((one) => one.split(';')[0]),
    problems,
  )
  assert.equal(half.report.datasets.TaiwanStockPrice!.doubts.length, 1)
  const stored = await count()
  const { datasets } = await market.gaps(half)
  const lacking = datasets.TaiwanStockPrice!.gaps.filter(
    ({ from, reason }) => from === day && reason === 'source_failed',
  )
  assert.ok(lacking.length > 0 && lacking.every(({ detail }) => detailIn('en', detail).includes('much fewer rows')))

  // Asked again within the evening: still half, so that the doubt stays.
  const again = await market.refreshAt(`${day}T23:55:00+08:00`, day)
  assert.deepEqual(
    problemsOf(again).map((list) => list.length),
    [1, 1],
  )
  assert.equal(await count(), stored)
  removeFault()
  const whole = await market.refreshAt(`${day}T23:58:00+08:00`, day)
  assert.deepEqual(problemsOf(whole), [[], []])
  assert.ok((await count()) > stored)
  const asked = market.exchange.requests().filter(({ path }) => path.includes('STOCK_DAY_ALL')).length
  assert.equal(asked, 4)
  await market.refreshAt(`${day}T23:59:00+08:00`, day)
  assert.equal(market.exchange.requests().filter(({ path }) => path.includes('STOCK_DAY_ALL')).length, asked)
})

test('two half answers of a day do not make a half answer of the next one complete, nor does a journal that is gone', async () => {
  await using market = await startLive(join(root, 'halves'), {
    ...{ only: ['TaiwanStockPrice', 'TaiwanStockOverview'], accepted: [] },
  })
  await market.refreshAt(evening(first), first)
  market.exchange.addFault({
    ...{ publisher: 'twseOpenApi', path: 'STOCK_DAY_ALL' },
    fault: { kind: 'fewer rows', share: 0.6 },
  })
  const lackingAt = async (at: string, through: string) =>
    (await market.refreshAt(at, through)).report.missing.flatMap(({ dataset, to, reason }) =>
      dataset === 'TaiwanStockPrice' ? [`${to} ${reason.split(':')[0]}`] : [],
    )
  const half = (of: string) => `${of} much fewer rows than for ${first}`
  assert.deepEqual(await lackingAt(evening(day), day), [half(day)])
  assert.deepEqual(await lackingAt(`${day}T23:55:00+08:00`, day), [half(day)])
  assert.deepEqual(await lackingAt(`${next}T18:00:00+08:00`, next), [half(day), half(next)])

  // Another machine has no journal; the lake tells it how many rows the market had.
  rmSync(join(market.home, 'live/ingest'), { recursive: true })
  await market.lake.change(
    (base) => ({ through: base!.through, maker: base!.maker }),
    async (draft) => {
      await draft.replace(TaiwanStockPrice, `SELECT * FROM TaiwanStockPrice WHERE trade_date <= DATE '${first}'`)
    },
  )
  assert.deepEqual(await lackingAt(`${next}T18:30:00+08:00`, next), [half(next)])
})

test('a publisher that repeats the few rows on the next day means them', async () => {
  await using market = await startLive(join(root, 'repeated'), { only: ['TaiwanStockPrice'] })
  await market.refreshAt(evening(first), first)
  market.exchange.addFault({
    ...{ publisher: 'twse', path: 'MI_INDEX', day },
    fault: { kind: 'fewer rows', share: 0.6 },
  })
  const doubts = async (at: string, through: string) =>
    (await market.refreshAt(at, through)).report.problems.map(({ endpoint, to }) => `${endpoint} ${to}`)
  assert.deepEqual(await doubts(evening(day), day), [`MI_INDEX ${day}`])
  assert.deepEqual(await doubts(evening(next), next), [])
  assert.deepEqual(await doubts(`${next}T23:55:00+08:00`, next), [])
})

test('a list of ex-dates that loses many events loses none until the operator allows it, and gains its new ones', async () => {
  await using market = await startLive(join(root, 'list'), { only: ['TaiwanStockDividendResult'] })
  const events = "FROM TaiwanStockDividendResult WHERE market = 'TWSE'"
  const heldOf = async (ids: readonly string[]) =>
    (await read(market, `SELECT DISTINCT stock_id ${events} ORDER BY 1`))
      .flat()
      .filter((id) => ids.includes(id as string))
  const { rows } = await market.market.select(
    `SELECT CAST(ex_date AS VARCHAR) FROM TaiwanStockDividendResult WHERE market = 'TWSE'
     AND ex_date BETWEEN DATE '2026-07-13' AND DATE '2026-08-20' GROUP BY 1 ORDER BY 1`,
  )
  const exDays = rows.flat() as string[]
  const [before, after] = [exDays.at(-2)!, exDays.at(-1)!]
  await market.refreshAt(evening(before), before)
  const stored = (await read(market, `SELECT stock_id ${events} ORDER BY ex_date DESC, 1`)).flat() as string[]
  const lost = [...new Set(stored)].slice(0, 6).sort()
  assert.equal(lost.length, 6)
  const removeFault = market.exchange.addFault({
    publisher: 'twse',
    path: 'TWT49U',
    fault: { kind: 'left out', ids: lost },
  })
  const { report } = await market.refreshAt(evening(after), after)
  const { withdrawn, removed, added, refused } = report.datasets.TaiwanStockDividendResult!
  assert.deepEqual({ withdrawn, removed }, { withdrawn: 0, removed: 0 })
  assert.ok(added > 0)
  assert.deepEqual(await read(market, `SELECT max(ex_date)::VARCHAR ${events}`), [[after]])
  assert.deepEqual(await heldOf(lost), lost)
  assert.equal(refused.length, 1)
  assert.match(
    refused[0]!,
    /^twse TWT49U leaves out \d+ of \d+ rows that it told of \S+ to \S+: they stay, and its other rows are loaded/,
  )
  for (const id of lost.slice(0, 1)) assert.ok(refused[0]!.includes(id))

  const openEntries = () => {
    using kept = openQuarantine(join(market.home, 'live/ingest'))
    return kept.list({ isOpen: true })
  }
  // A list of other days says nothing about the lost events.
  const context = openIngest(market.context)
  await backfill(context, { from: '2026-05-04', to: '2026-05-29' }).finally(() => context.close())
  assert.deepEqual(
    openEntries().map(({ rule, key, row }) => [rule, JSON.parse(key), JSON.parse(row).lost.length >= lost.length]),
    [['shrinking_history', { market: 'TWSE', date: null }, true]],
  )

  // The command in the message, to the letter.
  const [, command] = /to remove them: formosa (.*)$/.exec(refused[0]!)!
  const home = { FORMOSA_HOME: market.home, FORMOSA_SOURCES_URL: market.exchange.url, FORMOSA_ACCEPT_TERMS: 'all' }
  const done = await formosa(command!.split(' '), { ...home, FORMOSA_NOW: `${after}T23:58:00+08:00` })
  assert.equal(done.code, 0, done.err)
  assert.deepEqual(await heldOf(lost), [])
  assert.deepEqual(openEntries(), [])

  // What the publisher names again comes back.
  removeFault()
  const [next] = (await market.days(after, '2026-09-30')).slice(1)
  await market.refreshAt(evening(next!), next!)
  assert.deepEqual(await heldOf(lost), lost)
})
