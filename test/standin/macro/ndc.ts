import { businessIndicators } from '../../../src/sources/ndc/TaiwanMonthlyEconomicIndicator.ts'
import { archived } from '../../support/zipped.ts'
import { csvBody } from '../csv.ts'
import { type Part, sheetOf } from '../layouts.ts'
import { jsonBody, type Page } from '../page.ts'
import type { Sheet, Spelling } from '../sheet.ts'
import { divided } from '../spell.ts'

/** Business indicators: a response that tells where the archive lies, and the archive, a file for each layout. */

const { dataset } = businessIndicators
const spelling: Spelling = { date: String, grouped: false, none: '-', places: 0 }
const select = 'SELECT * FROM TaiwanMonthlyEconomicIndicator WHERE report_month <= :through ORDER BY report_month'
const lights: Readonly<Record<string, string>> = {
  ...{ blue: '藍', yellow_blue: '黃藍', green: '綠', yellow_red: '黃紅', red: '紅' },
}
/** An amount in a large unit, exact to the cent. */
const moved = (digits: number) => (value: string | null) => (value === null ? '-' : divided(value, digits))
const cells: Part['cells'] = {
  report_month: (value) => value!.replaceAll('-', '').slice(0, 6),
  monitoring_light: (value) => lights[value ?? ''] ?? '-',
  m1b: moved(6),
  exports: moved(9),
}

const path = '/Download.ashx'

const bytesOf = (sheet: Sheet): Uint8Array => new TextEncoder().encode(csvBody(sheet, { bom: true }).body as string)

export const ndcPages: readonly Page[] = [
  {
    publisher: 'ndc',
    path: '/api/v2/rest/dataset/6099',
    requestedDays: () => null,
    sheets: async () => [
      { title: '', titles: ['resourceDownloadUrl'], rows: [[`https://ws.ndc.gov.tw${path}?u=6099`]] },
    ],
    write: (sheets) => {
      const { titles, rows } = sheets.at(-1)!
      return jsonBody({ success: true, result: { distribution: [{ [titles[0]!]: rows[0]?.[0] }] } })
    },
    nothing: () => jsonBody({ success: true, result: { distribution: [] } }),
  },
  {
    publisher: 'ndc',
    path,
    requestedDays: () => null,
    sheets: (market, days) =>
      Promise.all(
        businessIndicators.layouts.map((layout) =>
          sheetOf([{ feeds: [{ dataset, layouts: [layout] }], select, cells }], market, days, spelling),
        ),
      ),
    write: (sheets) => ({ body: archived(sheets.map(bytesOf)), type: 'application/zip' }),
    nothing: () => ({ body: archived([]), type: 'application/zip' }),
  },
]
