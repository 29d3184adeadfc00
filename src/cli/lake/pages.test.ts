import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { builtAt, copyOfFew } from '../../../test/support/fixture.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { readConfig } from '../../config.ts'
import { currentPages } from '../../pages/publish.ts'
import { createContext } from '../context.ts'
import { makePages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-newest-pages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('pages of a version that is no longer the newest do not stay current', async () => {
  const home = await copyOfFew(join(folder, 'home'))
  const settings: Record<string, string> = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt, LOG_LEVEL: 'silent' }
  const config = readConfig((name) => settings[name])
  const context = createContext(config, { release: '0.0.0', groups: [] })
  const older = (await context.lake.current())!
  const refreshed = await formosaHere(['refresh', '--days', '1'], settings)
  assert.equal(refreshed.code, 0, refreshed.err)
  const newer = (await context.lake.current())!.manifest.version
  assert.notEqual(newer, older.manifest.version)
  // What a refresh does that was held up between its version and its pages.
  await makePages(context, older, () => {})
  assert.equal((await currentPages(context.pages.root))?.list.manifest.version, newer)
})
