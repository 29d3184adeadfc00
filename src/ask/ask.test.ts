import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { copyOfBrief } from '../../test/support/fixture.ts'
import { versionIn } from '../../test/support/sandbox.ts'
import { until } from '../../test/support/until.ts'
import { catalogue, find } from '../catalogue/index.ts'
import { createBatch } from '../lake/batch.ts'
import { openLake, type Version } from '../lake/lake.ts'
import { type AskState, createAsk } from './ask.ts'
import { openGuess } from './reader/guess.ts'
import { SandboxError } from './sandbox/errors.ts'
import { createSandbox, type Query, type Sandbox } from './sandbox/sandbox.ts'

const guessing = openGuess()!
const { guess } = guessing

const folder = mkdtempSync(join(tmpdir(), 'formosa-ask-tests-'))
const quiet = { warn() {}, error() {} }
const usual = { size: 1, memoryBytes: 1e9, deadlineMs: 60_000, log: quiet }
let version: Version
/** Every test has an engine of its own, which may share the processes that run its SQL. */
let shared: Sandbox
before(async () => {
  version = await versionIn(await copyOfBrief(join(folder, 'home')))
  shared = createSandbox(usual)
})
after(async () => {
  await shared.close()
  await guessing.close()
  rmSync(folder, { recursive: true, force: true })
})

// First, while the sandbox has no processes: nobody has asked it yet.
for (const isLazy of [true, false])
  test(`what questions need is read ${isLazy ? 'at the first question' : 'when a version is opened'}`, async () => {
    const ran: string[] = []
    const recording = { ...shared, run: (query: Query) => shared.run(query).finally(() => ran.push(query.sql)) }
    const states: AskState[] = []
    const onState = (state: AskState) => void states.push(state)
    // What is read of a version names its tables without an alias.
    const isQuestion = (sql: string) => / t WHERE /.test(sql)
    const options = {
      engine: 'embedded',
      model: null,
      guess,
      sandbox: recording,
      datasets: catalogue,
      log: quiet,
    } as const
    const ask = createAsk({ ...options, onState, isLazy })
    ask.use(version)
    if (isLazy) {
      assert.deepEqual([states, ran, shared.state().pids], [['ok'], [], []])
    } else {
      assert.deepEqual(states, ['warming_up'])
      await until('the state changes', () => states.length > 1)
      assert.deepEqual(states, ['warming_up', 'ok'])
      assert.ok(ran.some(isQuestion), 'example questions were asked')
      ran.length = 0
    }
    const question = '個股日行情：2330（台積電），最新一日的收盤價。'
    assert.equal((await ask.answer({ question, maxRows: 5 })).kind, 'rows')
    assert.equal(ran.filter(isQuestion).length, 1)
    if (!isLazy) assert.equal(ran.length, 1, 'the question runs its own SQL and nothing else')
  })

test('a lake without prices is not ready for questions, and one that gets them is', async () => {
  const root = mkdtempSync(join(tmpdir(), 'formosa-ask-empty-'))
  const said: string[] = []
  const log = {
    warn: (_: object, text: string) => said.push(text),
    error: (_: object, text: string) => said.push(text),
  }
  const sandbox = createSandbox({ size: 1, memoryBytes: 1e9, deadlineMs: 60_000, log })
  try {
    const lake = openLake({ root, origin: 'live', datasets: catalogue, now: () => new Date(), memory: '256MB' })
    const ask = createAsk({ engine: 'embedded', model: null, guess, sandbox, datasets: catalogue, log })
    const question = { question: 'Gold price today', maxRows: 5 }
    assert.deepEqual(await ask.answer(question), { kind: 'unavailable', part: 'rows', retryAfterSeconds: 5 })

    const gold = createBatch(find('GoldPrice')!)
    gold.push({
      trade_date: 20_000,
      price: 40_000_000,
      price_am: null,
      price_pm: 40_000_000,
      price_gbp: null,
      price_eur: null,
    })
    ask.use(
      (await lake.change(
        { through: '2024-10-04', maker: {} },
        async (draft) => void (await draft.upsert(find('GoldPrice')!, gold)),
      ))!,
    )
    assert.deepEqual(await ask.answer(question), { kind: 'unavailable', part: 'rows', retryAfterSeconds: 60 })

    const prices = createBatch(find('TaiwanStockPrice')!)
    prices.push({
      stock_id: '2330',
      trade_date: 20_000,
      open: 1_000_000,
      high: 1_000_000,
      low: 1_000_000,
      close: 1_000_000,
      volume: 1_000,
      turnover: 10_000_000,
      trade_count: 10,
      spread: 0,
    })
    ask.use(
      (await lake.change(
        { through: '2024-10-04', maker: {} },
        async (draft) => void (await draft.upsert(find('TaiwanStockPrice')!, prices)),
      ))!,
    )
    const answer = await ask.answer(question)
    assert.equal(answer.kind, 'rows')
    assert.ok(answer.kind === 'rows' && answer.rows.length === 1)
    assert.deepEqual(
      said.filter((text) => !text.includes('root')),
      [],
    )
  } finally {
    await sandbox.close()
    rmSync(root, { recursive: true, force: true })
  }
})

test('SQL of ours that the engine refuses is a question not understood, and a defect in the log', async () => {
  const errors: { fields: object; message: string }[] = []
  const log = { warn() {}, error: (fields: object, message: string) => void errors.push({ fields, message }) }
  let made = ''
  // The statement of the question alone begins so.
  const spoilt = { ...shared, run: (query: Query) => shared.run({ ...query, ...spoil(query, made) }) }
  const options = { engine: 'embedded', model: null, guess, sandbox: spoilt, datasets: catalogue, log } as const
  const ask = createAsk({ ...options, isLazy: true })
  ask.use(version)
  for (const [sql, fault] of [
    ['SELECT sum(stock_id) AS x FROM TaiwanStockPrice', /^Binder Error/],
    ["SELECT CAST(stock_id AS DATE) AS x FROM TaiwanStockPrice WHERE stock_id = '2330'", /^Conversion Error/],
    ['SELECT nothing FROM TaiwanStockPrice', /./],
  ] as const) {
    made = sql
    // A canonical sentence has one reading, which is run once.
    const answer = await ask.answer({ question: '個股日行情：2330（台積電），最新一日的收盤價。', maxRows: 5 })
    assert.ok(answer.kind === 'declined', JSON.stringify(answer))
    assert.equal(answer.code, 'not_understood')
    assert.equal(answer.language, 'zh')
    assert.match(answer.detail, /理解不足/)
    const [defect, ...more] = errors.splice(0)
    assert.deepEqual(more, [])
    assert.match(defect!.message, /^defect/)
    assert.match((defect!.fields as { fault: string }).fault, fault)
  }
})
const spoil = ({ sql }: Query, made: string): Partial<Query> => (sql.startsWith('WITH ') ? { sql: made } : {})

test('a reading that may be meant instead and takes too long is left, and the question is answered or offered', async () => {
  let [asked, left] = [0, 0]
  const hanging = async ({ limitMs }: Query): Promise<never> => {
    assert.ok(limitMs !== undefined && limitMs <= 1_500)
    left++
    throw new SandboxError('deadline', 'it took too long')
  }
  // Of the statements of a question, which name their table by an alias, the first alone comes to an end.
  const run = (query: Query) => (/ t WHERE /.test(query.sql) && asked++ > 0 ? hanging(query) : shared.run(query))
  const options = {
    engine: 'embedded',
    model: null,
    guess,
    sandbox: { ...shared, run },
    datasets: catalogue,
    log: quiet,
  }
  const ask = createAsk({ ...options, engine: 'embedded', isLazy: true })
  ask.use(version)
  const { kind } = await ask.answer({ question: 'TSMC closing price in the last month', maxRows: 5 })
  assert.ok(left > 0 && (kind === 'rows' || kind === 'declined'), `${left} were left: ${kind}`)
})
