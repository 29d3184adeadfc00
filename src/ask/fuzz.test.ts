import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openFixture, shareGuess } from '../../test/support/ask.ts'
import { copyOfLake } from '../../test/support/fixture.ts'
import { randomFrom } from '../../test/support/random.ts'
import { versionIn } from '../../test/support/sandbox.ts'
import { columnsOf } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Ask, createAsk } from './ask.ts'
import type { Facts } from './facts.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'

/* Questions put together at random from the words the engine knows, through the real engine and the real sandbox. */

const torture = Number(process.env.TORTURE ?? 0)
const rounds = torture > 0 ? torture * 50 : 20
const seed = Number(process.env.FUZZ_SEED ?? 1)

const times = [
  [
    '今天',
    '昨天',
    '上週',
    '本月',
    '去年',
    '第三季',
    '近五日',
    '近一年',
    '2026-10-01',
    '民國114年',
    '下個月',
    '盤中最高',
  ],
  ['today', 'yesterday', 'last week', 'this month', 'last year', 'Q3', 'past 20 sessions', '2026-10-01', 'next month'],
] as const
const markets = [
  ['上市', '上櫃', '興櫃', '大盤', '半導體業', 'ETF', '權證', '加權指數'],
  ['TWSE', 'TPEX', 'OTC', 'TAIEX', 'ETF', 'listed', 'index level', 'warrants'],
] as const
const numbers = [
  ['5', '前十名', '三成', '1000張', '10億', '大於20', '連續三天', '5%', '第一'],
  ['5', 'top 10', '1000 lots', 'above 20', '5%', '3 days in a row', 'between 1 and 2', 'lots'],
] as const
const joints = [
  ['的', '和', '最高', '最低', '多少', '哪些', '總和', '平均', '幾檔', '比', '增加', '買超', '各產業', '不含', '排行'],
  ['of', 'and', 'highest', 'lowest', 'how many', 'which', 'total', 'average', 'by', 'more than', 'net buying', 'each'],
] as const

/** Words by what they are, in Chinese and in English. */
function vocabularyOf({ securities, named }: Facts): readonly (readonly (readonly string[])[])[] {
  const columns = catalogue.flatMap((dataset) => columnsOf(dataset).map(([, field]) => field))
  return (['zh', 'en'] as const).map((language, at) => [
    securities.map(({ id, name }) => (language === 'zh' ? name : id)),
    Object.values(named).flatMap((list) => list.map(({ id, name }) => (language === 'zh' ? name : id))),
    columns.flatMap(({ label, also }) => [label[language], ...(also?.[language] ?? [])]),
    catalogue.flatMap(({ title, also }) => [title[language], ...(also?.[language] ?? [])]),
    times[at]!,
    markets[at]!,
    numbers[at]!,
    joints[at]!,
  ])
}

let sandbox: Sandbox
let ask: Ask
let facts: Facts
const folder = mkdtempSync(join(tmpdir(), 'formosa-fuzz-'))
const defects: string[] = []
const guessing = await shareGuess()

before(async () => {
  const log = {
    warn() {},
    error: (fields: object, message: string) => void defects.push(`${message} ${JSON.stringify(fields)}`),
  }
  const fixture = await openFixture()
  facts = fixture.facts
  fixture.close()
  sandbox = createSandbox({ size: 1, memoryBytes: 1e9, deadlineMs: 20_000, log })
  ask = createAsk({ engine: 'embedded', model: null, guess: guessing.guess, sandbox, datasets: catalogue, log })
  ask.use(await versionIn(await copyOfLake(join(folder, 'home'))))
})
after(async () => {
  await sandbox.close()
  await guessing.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(`none of ${rounds} random questions is a fault of the service or waits for data (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const vocabulary = vocabularyOf(facts)
  const faults: string[] = []
  const kinds: Record<string, number> = {}
  for (let n = 0; n < rounds; n++) {
    const language = pick([0, 1])
    const words = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      // Now and then a word of the other language.
      pick(pick(vocabulary[random() < 0.1 ? 1 - language : language]!)),
    )
    const question = words.join(language === 0 ? '' : ' ').slice(0, 200)
    const answer = await ask.answer({ question, maxRows: 5 })
    kinds[answer.kind] = (kinds[answer.kind] ?? 0) + 1
    if (answer.kind === 'broken' || answer.kind === 'unavailable')
      faults.push(`${question}: ${answer.kind === 'broken' ? answer.message : answer.part}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(defects, [])
  assert.ok(kinds.rows! > 0 && kinds.declined! > 0, JSON.stringify(kinds))
})

test('questions that were faults of the service once are answered or declined', async () => {
  for (const question of [
    'TWSE',
    'OTC',
    '上櫃',
    'TPEX index level',
    '盤中最高第三季',
    'Tell me the volume of 2454 lots yesterday',
    'yesterday Opening price',
    '和市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃',
  ]) {
    const { kind } = await ask.answer({ question, maxRows: 5 })
    assert.ok(kind === 'rows' || kind === 'declined', `${question}: ${kind}`)
  }
})
