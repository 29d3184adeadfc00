import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { runChild } from './child.ts'

const home = mkdtempSync(join(tmpdir(), 'formosa-child-'))
after(() => rmSync(home, { recursive: true, force: true }))

test('the stack of a command that crashed is a warning, in one line', {
  skip: process.stderr.isTTY ? 'on a terminal the stack is printed' : false,
}, async () => {
  const lines: { readonly level: number; readonly lines?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const crash = `data:text/javascript,${encodeURIComponent("throw new Error('broken')")}`
  const env = { FORMOSA_HOME: home, NODE_OPTIONS: `--import=${crash}` }
  const { code, reason } = await runChild(['user', 'list'], env, { signal: new AbortController().signal, log })
  assert.deepEqual([code, reason], [1, null])
  assert.deepEqual(
    lines.map(({ level }) => level),
    [pino.levels.values.warn],
  )
  assert.match(lines[0]!.lines!, /Error: broken\n\s+at /)
})

test('a service that was told to stop before its first build builds nothing', async () => {
  const env = { FORMOSA_HOME: home, FORMOSA_NOW: '2026-11-13T18:30:00+08:00' }
  const words = ['market', 'build', '--only', 'GoldPrice']
  const result = await runChild(words, env, { signal: AbortSignal.abort(), log: pino({ level: 'silent' }) })
  assert.deepEqual(result, { code: 1, reason: null })
  assert.ok(!existsSync(join(home, 'demo')))
})
