import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { runChild } from './child.ts'

const home = mkdtempSync(join(tmpdir(), 'formosa-child-'))
after(() => rmSync(home, { recursive: true, force: true }))

test('a service that was told to stop before its first build builds nothing', async () => {
  const env = { FORMOSA_HOME: home, FORMOSA_NOW: '2026-11-13T18:30:00+08:00' }
  const words = ['market', 'build', '--only', 'GoldPrice']
  const result = await runChild(words, env, { signal: AbortSignal.abort(), log: pino({ level: 'silent' }) })
  assert.deepEqual(result, { code: 1, reason: null })
  assert.ok(!existsSync(join(home, 'demo')))
})
