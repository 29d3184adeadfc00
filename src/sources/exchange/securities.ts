import { column, constant } from '../reading.ts'
import { plainText } from '../text.ts'

/** A mark in a column of marks: `Y` or a star is yes, a blank is no. */
export const isStarred = (text: string): boolean | undefined => {
  const mark = text.normalize('NFKC').trim()
  return mark === '' ? false : /^[Y*]$/.test(mark) ? true : undefined
}

/** Prices that stand for no limit at all. */
export const unlimited = { none: ['9999.95', '9,999.95', '0.01'] } as const

/** Codes 2 to 5 of why a holding changed, however they are joined or linked: `2,4`. */
export const reasonCodes = (text: string): string | null | undefined => {
  if (text.trim() === '') return null
  const plain = plainText(text).replace(/[\s,、]/g, '')
  if (plain === '') return null
  return /^[1-9]+$/.test(plain) ? [...plain].join(',') : undefined
}

const exEvents: Readonly<Record<string, string>> = { 息: 'dividend', 權: 'rights', 權息: 'both' }

/** `息`, `除權`, `除權息`. */
export const exEvent = (text: string): string | undefined => exEvents[text.trim().replace(/^除/, '')]

/** The name of the last row of many tables: `合計`, `總計`, `合計(張)`, padded and spaced. */
export const isTotal = (name: string): boolean => /^[合總小]計/.test(name.replace(/\s/g, ''))

const titles = {
  TWSE: { close: '停止買賣前收盤價格', reference: '恢復買賣參考價', opening: '開盤競價基準' },
  TPEX: { close: '最後交易日之收盤價格', reference: '恢復買賣開始參考價', opening: '開始交易基準價' },
} as const

/** The prices with which trading resumes after a change of the shares, by the titles of each exchange. */
export const resumption = (market: 'TWSE' | 'TPEX', reference: string = titles[market].reference) => ({
  resumption_date: '恢復買賣日期',
  market: constant(market),
  close_before: titles[market].close,
  reference_price: reference,
  limit_up: column('漲停價格', unlimited),
  limit_down: column('跌停價格', unlimited),
  opening_reference_price: titles[market].opening,
})

/** The titles of a suspension; several where they changed. */
type SuspensionTitles = Readonly<Record<'id' | 'name' | 'start' | 'end' | 'reason', readonly [string, ...string[]]>>

/** A suspension of short sales or of day trading. */
export const suspension = (market: 'TWSE' | 'TPEX', { id, name, start, end, reason }: SuspensionTitles) => {
  const of = ([title, ...also]: readonly [string, ...string[]]) => column(title, { also })
  return {
    stock_id: of(id),
    stock_name: of(name),
    market: constant(market),
    suspend_start_date: of(start),
    suspend_end_date: of(end),
    reason: column(reason[0], { blank: '' }),
  }
}

/** The titles on the site of the TWSE, in its OpenAPI and in that of the OTC market, beside those of the days. */
export const suspensionTitles = {
  twse: { id: ['股票代號', '證券代號'], name: ['股票名稱', '證券名稱'], reason: ['原因'] },
  twseOpenApi: { id: ['Code'], name: ['Name'], start: ['StartDate'], end: ['EndDate'], reason: ['Reason'] },
  tpexOpenApi: { id: ['SecuritiesCompanyCode'], name: ['CompanyName'], reason: ['Reason'] },
} as const
