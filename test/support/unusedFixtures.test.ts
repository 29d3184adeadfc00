import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixturePrefix, removeUnused } from './unusedFixtures.ts'

test('markets of other code go once no test has taken them for an hour; the current one and all else stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-unused-'))
  const minutesAgo = (name: string, minutes: number) => {
    const time = new Date(Date.now() - minutes * 60_000)
    utimesSync(join(folder, name), time, time)
  }
  try {
    for (const name of ['now', 'now-few', 'old', 'old-few', 'taken']) {
      mkdirSync(join(folder, fixturePrefix + name))
      writeFileSync(join(folder, fixturePrefix + name, 'rows'), 'rows')
      minutesAgo(fixturePrefix + name, name === 'taken' ? 50 : 90)
    }
    mkdirSync(join(folder, 'other'))
    minutesAgo('other', 90)
    removeUnused(folder, join(folder, `${fixturePrefix}now`))
    const kept = ['now', 'now-few', 'taken'].map((name) => fixturePrefix + name)
    assert.deepEqual(readdirSync(folder).sort(), [...kept, 'other'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
