import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openApi } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'

const { send, keys } = await openApi(shareService())

type Target = { url: string; root_selector: string; columns: { selector: string; type: string }[] }

test('every panel of the dashboard for Grafana reads rows with its columns', async () => {
  const file = join(import.meta.dirname, '../../../deploy/grafana.json')
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: { title: string; targets: Target[] }[] }
  assert.ok(panels.length > 5)
  for (const { title, targets } of panels)
    for (const { url, root_selector, columns } of targets) {
      const path = url
        .replaceAll(/\$\{stock\}/g, '2330')
        .replace(/\$\{__from:[^}]+\}/, '2026-08-01')
        .replace(/\$\{__to:[^}]+\}/, '2026-12-31')
      const { status, json, text } = await send(path, { key: keys.lite })
      assert.equal(status, 200, `${title}: ${text.slice(0, 200)}`)
      const rows = json[root_selector]
      assert.ok(rows.length > 2 && json.cursor === null, title)
      for (const { selector, type } of columns) {
        const known = rows
          .map((row: Record<string, unknown>) => row[selector])
          .filter((value: unknown) => value !== null)
        assert.ok(known.length > 0, `${title} ${selector}`)
        for (const value of known) assert.equal(typeof value, type === 'number' ? 'number' : 'string', selector)
      }
    }
})
