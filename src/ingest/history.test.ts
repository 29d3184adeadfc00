import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openJournal } from './fetching/journal.ts'
import { readHistory } from './history.ts'
import { openQuarantine } from './rules/quarantine.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-history-'))
after(() => rmSync(root, { recursive: true, force: true }))

const now = () => new Date('2026-11-13T10:00:00Z')

test('before the first run there are no runs and no results', () => {
  const folder = join(root, 'none')
  mkdirSync(folder)
  assert.deepEqual(readHistory(folder, ['price_limit']), {
    runs: [],
    rules: [{ rule: 'price_limit', rejected: null, open: 0, example: null }],
  })
})

test('runs are summed up without hosts, and each rule has its rejected rows and the newest example', () => {
  const folder = join(root, 'some')
  const journal = openJournal(folder, now)
  const run = journal.beginRun('refresh', '2026-11-13')
  const dataset = { added: 5, changed: 2, removed: 1, rejected: 3, rules: { price_limit: 2, unheard_of: 1 } }
  journal.finishRun(run.id, {
    ...{ version: 'abc', through: '2026-11-13', datasets: { TaiwanStockPrice: dataset } },
    problems: [{ reason: 'https://host.example refused' }],
    missing: [],
  })
  journal.close()
  const quarantine = openQuarantine(folder)
  const entry = (close: string, at: string) =>
    quarantine.put(
      [
        {
          entry: {
            ...{ dataset: 'TaiwanStockPrice', rule: 'price_limit', message: `close ${close}` },
            ...{ key: { stock_id: close }, row: { stock_id: close, close } },
          },
          answer: null,
        },
      ],
      new Date(at),
    )
  entry('1', '2026-11-12T10:00:00Z')
  entry('2', '2026-11-13T10:00:00Z')
  quarantine.close()

  const history = readHistory(folder, ['ohlc_order', 'price_limit'])
  assert.equal(history.runs.length, 1)
  const { startedAt: _, endedAt, ...rest } = history.runs[0]!
  assert.ok(endedAt)
  assert.deepEqual(rest, {
    ...{ kind: 'refresh', version: 'abc', through: '2026-11-13' },
    ...{ added: 5, changed: 2, removed: 1, rejected: 3, problems: 1, missing: 0 },
  })
  assert.deepEqual(
    history.rules.map(({ rule, rejected, open, example }) => [rule, rejected, open, example?.message ?? null]),
    [
      ['ohlc_order', 0, 0, null],
      ['price_limit', 2, 2, 'close 2'],
      ['unheard_of', 1, 0, null],
    ],
  )
  assert.ok(!JSON.stringify(history).includes('host.example'))
})
