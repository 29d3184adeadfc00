import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  feedNamed,
  readBytes,
  recorded,
  requestFor,
  rowsIn,
  withoutSamples as skip,
} from '../../../test/support/feeds/fixture.ts'
import { t21sc03 } from '../mops/TaiwanStockMonthRevenue.ts'
import { registeredName } from './industries.ts'

const t187ap05 = feedNamed('twse-openapi TaiwanStockMonthRevenue t187ap05_L')

const month = requestFor('2024-05-01', { to: '2024-05-31' })

test("industries of monthly revenue have the registry's names for every publisher", () => {
  const list = readFileSync(
    new URL('../twse-openapi/fixtures/TaiwanStockMonthRevenue.t187ap05_L.json', import.meta.url),
    'utf8',
  )
  const [, written = ''] = /"產業別": "([^"]*)"/.exec(list)!
  const named = (name: string) => {
    const bytes = new TextEncoder().encode(list.replace(`"產業別": "${written}"`, `"產業別": "${name}"`))
    return rowsIn(t187ap05, readBytes(t187ap05, bytes, month))[0]!.industry_category
  }
  for (const [name, registered] of [
    ['建材營造', '建材營造業'],
    ['其他', '其他業'],
    ['貿易百貨', '貿易百貨業'],
    [' 觀光事業 ', '觀光餐旅'],
    ['火星開發', '火星開發'],
    [' ', null],
  ] as const)
    assert.equal(named(name), registered)
})

test('the recorded lists of both publishers use the same names', { skip }, () => {
  const industries = (rows: readonly Record<string, unknown>[]) => new Set(rows.map((row) => row.industry_category))
  const [page] = t21sc03
  const ofPage = industries(
    rowsIn(
      page!,
      readBytes(page!, recorded('mops/t21sc03_sii_112_1.html'), requestFor('2023-01-01', { to: '2023-01-31' })),
    ),
  )
  const ofList = industries(
    rowsIn(t187ap05, readBytes(t187ap05, recorded('twse-openapi/opendata_t187ap05_L.json'), requestFor('2025-11-21'))),
  )
  for (const name of [...ofPage, ...ofList]) assert.equal(registeredName(name as string), name)
  assert.deepEqual(
    ['建材營造業', '其他業', '貿易百貨業'].map((name) => ofPage.has(name) && ofList.has(name)),
    [true, true, true],
  )
})
