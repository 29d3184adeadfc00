import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { dayOf } from '../../days.ts'
import { dateFrom } from '../dates.ts'
import { quotient, scaled, times } from '../numbers.ts'
import { changed, leftOut, type ParsedRows, type Rejected, type Row } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { readBy } from '../reading.ts'
import type { Table } from '../tables.ts'
import { twseOpenApi } from './openApi.ts'

/** The monthly earnings that financial holding companies announce in free text, as a small table of their companies. */

const members = new Set('2880 2881 2882 2883 2884 2885 2886 2887 2888 2889 2890 2891 2892 5880'.split(' '))

const units: readonly (readonly [RegExp, number])[] = [
  [/億元/, 100_000_000],
  [/百萬元/, 1_000_000],
  [/[仟千]元/, 1000],
]

const kinds: readonly (readonly [RegExp, string])[] = [
  [/金控|金融控股|合併/, 'holding'],
  [/產險|產物/, 'property_insurance'],
  [/人壽|壽險/, 'life'],
  [/銀行|商銀|銀$/, 'bank'],
  [/證券|證$/, 'securities'],
]

/** `12.3` of a unit of `factor` TWD, in hundredths of a TWD. */
const money = (text: string, factor: number): number | null | undefined => {
  const value = scaled(text, 4)
  if (typeof value !== 'number') return value
  const cents = times(value, factor)
  return cents === undefined ? undefined : quotient(cents, 100, 0)
}

/** The line of an entity: its name, and four amounts and perhaps the earnings a share behind it. */
const line =
  /^\s*([\p{Script=Han}A-Za-z()（）]+?)[:：\s]+((?:\(?[-+]?[\d,]+(?:\.\d+)?\)?[\s,，、/|]+){3,4}\(?[-+]?[\d,]+(?:\.\d+)?\)?)\s*$/u

function entitiesIn(text: string): { name: string; numbers: string[] }[] {
  return text.split(/\r?\n/).flatMap((one) => {
    const [, name, rest] = line.exec(one.normalize('NFKC')) ?? []
    return name === undefined ? [] : [{ name, numbers: rest!.trim().split(/[\s、/|]+/) }]
  })
}

/** The month an announcement is about, from its subject: `114年10月`. */
const monthIn = (text: string): number | undefined => {
  const [, year, month] = /(\d{2,3})年(?:度)?(?:\d{1,2}[-至])?(\d{1,2})月/.exec(text.normalize('NFKC')) ?? []
  const date = year === undefined ? undefined : dateFrom(`${year}/${month}/1`)
  return date ? dayOf(date) : undefined
}

function earningsIn(table: Table): ParsedRows {
  const at = (title: string) => {
    const place = table.titles.indexOf(title)
    if (place < 0) throw changed(`no table with the columns ${title}`)
    return place
  }
  const [id, name, subject, body, day] = ['公司代號', '公司名稱', '主旨', '說明', '發言日期'].map(at)
  const rows: Row[] = []
  const rejected: Rejected[] = []
  let others = 0
  for (const cells of table.rows) {
    const texts = cells.map(textOf)
    const stockId = texts[id!]!.trim()
    if (!members.has(stockId) || !/自結/.test(texts[subject!]!)) {
      others++
      continue
    }
    const reject = (column: string) => rejected.push({ column, why: 'cannot be read', cells: texts })
    const factor = units.find(([word]) => word.test(texts[body!]!))?.[1]
    const month = monthIn(texts[subject!]!) ?? monthIn(texts[body!]!)
    const announced = dateFrom(texts[day!]!)
    const entities = entitiesIn(texts[body!]!)
    if (announced === undefined) {
      reject('announce_date')
      continue
    }
    if (factor === undefined || month === undefined || entities.length === 0) {
      reject(factor === undefined ? 'unit' : month === undefined ? 'report_month' : 'entity_name')
      continue
    }
    for (const { name: entity, numbers } of entities) {
      const amounts = numbers.slice(0, 4).map((text) => money(text, factor))
      const eps = numbers[4] === undefined ? null : scaled(numbers[4], 4)
      if (amounts.length < 4 || amounts.includes(undefined) || eps === undefined) {
        reject('entity_name')
        continue
      }
      const entity_type = kinds.find(([word]) => word.test(entity))?.[1] ?? 'other'
      const [pre, after, preYear, afterYear] = amounts as (number | null)[]
      rows.push({
        stock_id: stockId,
        report_month: month,
        stock_name: texts[name!]!.trim(),
        entity_name: entity,
        entity_type,
        pre_tax_income_month: pre!,
        net_income_month: after!,
        pre_tax_income_ytd: preYear!,
        net_income_ytd: afterYear!,
        eps_ytd: eps,
        net_revenue_month: null,
        announce_date: announced ? dayOf(announced) : null,
        link: null,
      })
    }
  }
  const known = ['出表日期', '發言日期', '發言時間', '公司代號', '公司名稱', '主旨', '符合條款', '事實發生日', '說明']
  const unread = table.titles.filter((title) => !known.includes(title))
  return { rows, rejected, unread, left: leftOut('other announcements', others) }
}

const holdingEarnings = readBy(TaiwanFinancialHoldingsCompany, ([table]) => earningsIn(table!))

/** Self-assessed earnings among the announcements of the day. */
export const holdingCompanies = [
  twseOpenApi.events(holdingEarnings, '/opendata/t187ap04_L', { inParts: true, recorded: '.json' }),
]
