import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { readJournal } from './fetching/journal.ts'
import { openReadOnly } from './openReadOnly.ts'
import { readQuarantine } from './rules/quarantine.ts'

test('a file whose making was killed is read as one that is not there yet', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-unfinished-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'whole.sqlite')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA cache_size = 1; CREATE TABLE rows (text); BEGIN')
  const insert = database.prepare('INSERT INTO rows VALUES (?)')
  for (let n = 0; n < 200; n++) insert.run('x'.repeat(500))
  // What a killed process leaves: pages of a transaction, and the journal to roll them back by.
  for (const name of ['journal', 'quarantine'])
    for (const suffix of ['', '-journal']) copyFileSync(path + suffix, join(folder, `${name}.sqlite${suffix}`))
  database.exec('COMMIT')
  assert.equal(openReadOnly(join(folder, 'journal.sqlite')), null)
  assert.equal(readJournal(folder), null)
  assert.equal(readQuarantine(folder), null)
  const whole = openReadOnly(path)!
  assert.deepEqual({ ...whole.prepare('SELECT count(*) AS n FROM rows').get() }, { n: 200 })
  whole.close()
  database.close()
})

test('a file that is no database is an error', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-unfinished-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'other.sqlite')
  copyFileSync(import.meta.filename, path)
  assert.throws(() => openReadOnly(path), /not a database/)
})
