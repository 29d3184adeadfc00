import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Live, startLive } from '../../test/support/live.ts'
import { select } from '../../test/support/select.ts'
import { catalogue } from '../catalogue/index.ts'
import { openLake } from '../lake/lake.ts'
import type { Manifest } from '../lake/manifest.ts'
import { type IngestContext, openIngest } from './context.ts'
import { readJournal } from './fetching/journal.ts'
import { backfill, type RunOptions, refresh } from './refresh.ts'
import { openQuarantine, type QuarantineEntry } from './rules/quarantine.ts'

/* Restores, changes of leader, back-fills and kills, after which the lake must be as without them. */

const only = ['TaiwanStockPrice', 'TaiwanStockPER', 'TaiwanStockDividendResult', 'TaiwanStockOverview']
const root = mkdtempSync(join(tmpdir(), 'formosa-same-'))
const evening = (day: string) => `${day}T23:50:00+08:00`
let market: Live
let days: string[]
/** Securities of which the exchange withdraws an ex-day, and a row of the second day. */
let withdrawn: string
const leftOut = '1101'
before(async () => {
  market = await startLive(join(root, 'market'), { only })
  days = (await market.days('2026-07-01', '2026-07-31')).slice(0, 6)
  const { rows } = await market.market.select(
    `SELECT stock_id FROM TaiwanStockDividendResult WHERE market = 'TWSE' AND ex_date BETWEEN DATE '2026-06-20' AND DATE '${days[1]}' ORDER BY 1`,
  )
  withdrawn = rows[0]![0] as string
})
after(async () => {
  await market.stop()
  rmSync(root, { recursive: true, force: true })
})

class Kill extends Error {}

/** A run that is killed: after so many requests, before the commit, after it, before it is marked, or while aligning. */
type KillPoint = {
  readonly at: 'fetch' | 'load' | 'commit' | 'mark' | 'align'
  readonly step: number
  readonly leader: 0 | 1
  readonly isPast: boolean
}

type Evening = {
  /** The lake is replaced by its copy of so many evenings ago. */
  readonly restored: number | null
  /** The machine that leads: each has its own journal and archive. */
  readonly leader: 0 | 1
  readonly kills: readonly KillPoint[]
  /** A back-fill begins before the refresh, and gives the journal up for it after so many steps. */
  readonly pausedAfter: number | null
}

/** A lake, and the machines that write it. */
function createHome(name: string, datasets = only) {
  const folder = join(root, name)
  const lakeRoot = join(folder, 'lake')
  const lake = openLake({
    ...{ root: lakeRoot, origin: 'live', memory: '512MB', now: market.context.now },
    datasets: catalogue,
  })
  return {
    folder,
    lake,
    /** Runs work as one machine does, which may be killed. */
    async run<T>(
      leader: number,
      kill: KillPoint | null,
      work: (context: IngestContext, options: RunOptions) => Promise<T>,
    ): Promise<T | null> {
      const stop = new AbortController()
      let step = 0
      const change: typeof lake.change = async (request, load, lock) => {
        const version = await lake.change(
          request,
          async (draft, current) => {
            await load(draft, current)
            if (kill?.at === 'load') throw new Kill()
          },
          lock,
        )
        if (kill?.at === 'commit') throw new Kill()
        return version
      }
      const opened = openIngest({
        ...market.context,
        only: datasets,
        lake: { ...lake, change },
        folder: join(folder, `ingest-${leader}`),
        scratch: join(folder, 'spill'),
      })
      const { journal } = opened
      const unload: typeof journal.unload = (...given) => {
        journal.unload(...given)
        if (kill?.at === 'align') throw new Kill()
      }
      const endLoad: typeof journal.endLoad = (...given) => {
        if (kill?.at === 'mark') throw new Kill()
        journal.endLoad(...given)
      }
      const onStep = () => {
        if (kill?.at === 'fetch' && ++step === kill.step) stop.abort(new Kill())
      }
      try {
        return await work({ ...opened, journal: { ...journal, unload, endLoad } }, { signal: stop.signal, onStep })
      } catch (error) {
        if (!(error instanceof Kill)) throw error
        return null
      } finally {
        opened.close()
      }
    },
    copy: (at: number) =>
      existsSync(lakeRoot) && cpSync(lakeRoot, join(folder, `copy-${at}`), { recursive: true, verbatimSymlinks: true }),
    restore(at: number) {
      const copy = join(folder, `copy-${at}`)
      if (!existsSync(copy)) return
      rmSync(lakeRoot, { recursive: true, force: true })
      cpSync(copy, lakeRoot, { recursive: true, verbatimSymlinks: true })
    },
  }
}

type Home = ReturnType<typeof createHome>

/** What the exchange answers on an evening: figures to be corrected, and rows that are withdrawn after two. */
function answersOf(at: number): () => void {
  const undo = [
    market.exchange.addFault({
      ...{ publisher: 'twse', path: 'BWIBBU_d', day: days[at]! },
      fault: { kind: 'wrong', title: '本益比', text: `1${at}.34`, id: '2330' },
    }),
    ...(at < 2
      ? []
      : [
          market.exchange.addFault({
            ...{ publisher: 'twse', path: 'TWT49U?' },
            fault: { kind: 'left out', ids: [withdrawn] },
          }),
          market.exchange.addFault({
            ...{ publisher: 'twse', path: 'BWIBBU_d', day: days[1]! },
            fault: { kind: 'left out', ids: [leftOut] },
          }),
        ]),
  ]
  return () => {
    for (const one of undo) one()
  }
}

const rowsOf = ({ datasets }: Manifest) =>
  Object.entries(datasets)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, parts }]) => `${name} ${rows} ${parts.map(({ sha256 }) => sha256)}`)

/** A back-fill of a week, which may be paused. */
const fillPast = (pausedAfter?: number) => (context: IngestContext, options: RunOptions) => {
  const pause = new AbortController()
  let step = 0
  const onStep: RunOptions['onStep'] = (done) => {
    options.onStep?.(done)
    if (++step === pausedAfter) pause.abort()
  }
  return backfill(context, { from: '2026-06-08', to: '2026-06-12' }, { ...options, onStep, pause: pause.signal })
}

/** The lake after the last evening. */
async function lived(home: Home, evenings: readonly Evening[]): Promise<Manifest> {
  for (const [at, { restored, leader, kills, pausedAfter }] of [...evenings, calm].entries()) {
    market.turn(evening(days[at]!), days[at]!)
    const removeFaults = answersOf(at)
    try {
      if (restored !== null) home.restore(Math.max(1, at - restored))
      home.copy(at)
      if (pausedAfter !== null) await home.run(leader, null, fillPast(pausedAfter))
      for (const kill of kills) await home.run(kill.leader, kill, kill.isPast ? fillPast() : refresh)
      const done = await home.run(leader, null, refresh)
      assert.deepEqual(done!.report.missing, [])
    } finally {
      removeFaults()
    }
  }
  await home.run(0, null, fillPast())
  return (await home.lake.current())!.manifest
}

const calm: Evening = { restored: null, leader: 0, kills: [], pausedAfter: null }
const machine = fc.constantFrom<(0 | 1)[]>(0, 0, 1)
const killPoint: fc.Arbitrary<KillPoint> = fc.record({
  at: fc.constantFrom<KillPoint['at'][]>('fetch', 'load', 'commit', 'mark', 'align'),
  step: fc.integer({ min: 1, max: 12 }),
  leader: machine,
  isPast: fc.boolean(),
})
const anyEvening: fc.Arbitrary<Evening> = fc.record({
  restored: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
  leader: machine,
  kills: fc.array(killPoint, { maxLength: 2 }),
  pausedAfter: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
})
const anyEvenings = fc
  .array(anyEvening, { minLength: 5, maxLength: 5 })
  // A lake that begins with a back-fill also has the days after it.
  .map(([first, ...others]) => [
    { ...first!, pausedAfter: null, kills: first!.kills.filter(({ isPast }) => !isPast) },
    ...others,
  ])

test('after restores, changes of leader, back-fills and kills the next refresh makes the lake that there is without them', async () => {
  const quiet = createHome('quiet')
  const expected = await lived(quiet, Array(5).fill(calm))
  assert.deepEqual(
    await select(
      quiet.lake,
      `SELECT (SELECT count(*)::INTEGER FROM TaiwanStockDividendResult WHERE stock_id = '${withdrawn}'),
         (SELECT count(*)::INTEGER FROM TaiwanStockPER WHERE stock_id = '${leftOut}' AND trade_date = DATE '${days[1]}')`,
    ),
    [[0, 0]],
  )
  let run = 0
  const property = fc.asyncProperty(anyEvenings, async (evenings) => {
    const home = createHome(`home-${run++}`)
    const found = await lived(home, evenings)
    assert.deepEqual(rowsOf(found), rowsOf(expected))
    rmSync(home.folder, { recursive: true, force: true })
  })
  const kill = (at: KillPoint['at'], more: Partial<KillPoint> = {}): KillPoint => ({
    ...{ at, step: 8, leader: 0, isPast: false },
    ...more,
  })
  /** The rows are withdrawn while the other machine leads, and killed runs leave responses that are outdated then. */
  const other: Evening[] = [
    { ...calm, leader: 1, kills: [kill('fetch')] },
    { ...calm, leader: 1, kills: [kill('load')], pausedAfter: 8 },
    { ...calm, kills: [kill('mark', { leader: 1 })] },
    calm,
    { ...calm, restored: 2, kills: [kill('align', { leader: 1 }), kill('fetch', { isPast: true })] },
  ]
  /** A run is killed between its parts, while the version is an older one and both machines have newer responses. */
  const parts: Evening[] = [
    { ...calm, leader: 1 },
    calm,
    { ...calm, leader: 1 },
    { ...calm, restored: 3, kills: [kill('load', { leader: 1, isPast: true }), kill('fetch', { leader: 1 })] },
    { ...calm, leader: 1, restored: 2, kills: [kill('commit', { leader: 1 }), kill('commit')] },
  ]
  const numRuns = Number(process.env.TORTURE ?? 2)
  await fc.assert(property, { numRuns, examples: [[other], [parts]], endOnFailure: true })
})

/** Days of 2330 in the lake. */
const daysIn = async ({ lake }: Home, table: string) =>
  (await select(lake, `SELECT trade_date::VARCHAR FROM ${table} WHERE stock_id = '2330' ORDER BY 1`)).flat()

/** Refreshes on these evenings, and copies the lake before one of them. */
async function refreshed(home: Home, evenings: readonly string[], copied: string): Promise<void> {
  for (const day of evenings) {
    if (day === copied) home.copy(0)
    market.turn(evening(day), day)
    await home.run(0, null, refresh)
  }
}

test('a lake restored from an older copy has every later day again after one refresh, from the archive', async () => {
  const home = createHome('restored', ['TaiwanStockPER'])
  const all = (await market.days('2026-07-01', '2026-07-31')).slice(0, 11)
  const first = (await market.days('2026-06-20', '2026-06-30')).slice(-2)
  await refreshed(home, all, all[5]!)
  const held = rowsOf((await home.lake.current())!.manifest)
  home.restore(0)
  assert.deepEqual(await daysIn(home, 'TaiwanStockPER'), [...first, ...all.slice(0, 5)])
  const before = market.exchange.requests().length
  const done = await home.run(0, null, refresh)
  assert.deepEqual(done!.report.missing, [])
  assert.deepEqual(await daysIn(home, 'TaiwanStockPER'), [...first, ...all])
  assert.deepEqual(rowsOf((await home.lake.current())!.manifest), held)
  assert.equal(market.exchange.requests().length, before)
})

test('what a restored lake lacks and the archive no longer has is asked for again, and named until it is there', async () => {
  const home = createHome('pruned', ['TaiwanStockPER', 'TaiwanStockOverview'])
  const all = (await market.days('2026-07-01', '2026-07-31')).slice(0, 6)
  await refreshed(home, all, all[2]!)
  const archive = join(home.folder, 'ingest-0/raw')
  rmSync(archive, { recursive: true, force: true })
  home.restore(0)
  const removeFault = market.exchange.addFault({
    ...{ publisher: 'tpex', path: 'peQryDate', day: all[2]! },
    fault: { kind: 'status', status: 500 },
  })
  const done = await home.run(0, null, refresh)
  removeFault()
  const lacks = done!.report.missing.filter(({ dataset }) => dataset === 'TaiwanStockPER')
  assert.deepEqual(
    lacks.map(({ market: of, from, to }) => [of, from, to]),
    [['TPEX', all[2], all[2]]],
  )
  assert.deepEqual((await daysIn(home, 'TaiwanStockPER')).slice(-6), all)
  const again = await home.run(0, null, refresh)
  assert.deepEqual(again!.report.missing, [])
  const [[markets]] = (await select(
    home.lake,
    `SELECT count(DISTINCT market)::INTEGER FROM TaiwanStockPER WHERE trade_date = DATE '${all[2]}'`,
  )) as [[number]]
  assert.equal(markets, 2)
})

test('an archived response that cannot be read is told, asked for again, and stops nothing else', async () => {
  const home = createHome('damaged')
  const [first, second] = days as [string, string]
  market.turn(evening(first), first)
  await home.run(0, { at: 'load', step: 0, leader: 0, isPast: false }, refresh)
  const ingest = join(home.folder, 'ingest-0')
  const journal = readJournal(ingest)!
  const response = [...journal.responses({ dataset: 'TaiwanStockPER', isWaiting: true })].at(-1)!
  journal.close()
  writeFileSync(join(ingest, response.file!), 'rubbish')
  const quarantined = (): QuarantineEntry[] => {
    const kept = openQuarantine(ingest)
    try {
      return kept.list()
    } finally {
      kept.close()
    }
  }
  const removeFault = market.exchange.addFault({
    path: /BWIBBU|peratio|peQryDate/,
    fault: { kind: 'status', status: 500 },
  })
  const done = await home.run(0, null, refresh)
  removeFault()
  assert.ok((await daysIn(home, 'TaiwanStockPrice')).includes(first))
  assert.deepEqual(
    quarantined().map(({ rule, key, answer, message }) => [rule, JSON.parse(key), answer, message]),
    [
      [
        'unreadable',
        { question: response.key },
        String(response.id),
        `the lake lacks its rows, and its archived file ${response.file} is missing or damaged`,
      ],
    ],
  )
  assert.ok(done!.report.missing.some(({ dataset, from }) => dataset === 'TaiwanStockPER' && from === response.from))
  market.turn(evening(second), second)
  const again = await home.run(0, null, refresh)
  assert.deepEqual(again!.report.missing, [])
  assert.ok(quarantined().every(({ settledAt }) => settledAt !== null))
  const [[rows]] = (await select(
    home.lake,
    `SELECT count(*)::INTEGER FROM TaiwanStockPER WHERE trade_date = DATE '${response.from}' AND market = '${response.market}'`,
  )) as [[number]]
  assert.ok(rows > 0)
})
