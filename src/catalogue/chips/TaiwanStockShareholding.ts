import { date, decimal, integer, nullable, nullableDecimal, text } from '../../fields.ts'
import { isinCode, issuedShares, securityDay } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockShareholding = dataset({
  name: 'TaiwanStockShareholding',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Foreign shareholding', zh: '個股外資持股' },
  about: {
    en: 'Shares held by foreign and mainland Chinese investors, room left and legal ceilings, per security and day.',
    zh: '個股外資及陸資持股數、比率、尚可投資股數與法令上限。',
  },
  notes: {
    en: 'Ratios are percent numbers; those of the listed market are cut off rather than rounded. issued_shares changes when the issuer files, so it can lag the real share count. change_reason holds the published codes, separated by commas; null means ordinary trading only.',
    zh: '比率為百分比數字，上市比率採無條件捨去。issued_shares 於公司申報後才更新，可能落後實際股數。change_reason 為公告代碼，以逗號分隔，null 代表僅一般買賣異動。',
  },
  also: {
    en: 'foreign ownership, foreign holding, foreign shareholding ratio, QFII holdings',
    zh: '外資持股、外資持股比率、外資持股比例、陸資持股',
  },
  columns: {
    ...securityDay,
    isin_code: nullable(isinCode),
    issued_shares: issuedShares,
    foreign_available_shares: nullable(
      integer('Shares foreigners may still buy', '外資及陸資尚可投資股數', { unit: 'shares' }),
    ),
    foreign_shares: integer('Shares held by foreign investors', '外資及陸資持有股數', {
      unit: 'shares',
      also: { en: 'foreign holdings, shares held by foreigners', zh: '外資持股數、外資持股張數、外資持有股數' },
    }),
    foreign_available_ratio: nullableDecimal(4, 'Share foreigners may still buy', '外資及陸資尚可投資比率', {
      unit: 'percent',
    }),
    foreign_shareholding_ratio: decimal(4, 'Share held by foreign investors', '外資及陸資持股比率', {
      unit: 'percent',
      also: {
        en: 'foreign ownership, foreign ownership ratio, foreign shareholding, foreign shareholding ratio, foreign holding, foreign holding ratio, foreign stake, owned by foreigners, held by foreign investors, held by foreigners, owned by foreign investors, foreign owned, foreign held',
        zh: '外資持股比率、外資持股比例、外資持股、外資持股率、外資持股比',
      },
    }),
    foreign_limit_ratio: nullableDecimal(4, 'Legal ceiling, foreign and mainland', '外資及陸資共用法令投資上限', {
      unit: 'percent',
    }),
    mainland_limit_ratio: nullableDecimal(4, 'Legal ceiling, mainland investors', '陸資法令投資上限', {
      unit: 'percent',
    }),
    change_reason: nullable(text('Reason of change, codes', '與前日異動原因代碼')),
    last_report_date: nullable(date('Latest filing by the issuer', '最近一次申報異動日期')),
  },
  key: ['stock_id', 'trade_date'],
  update: '22:00',
  complete: { every: 'trading_day', each: 'stock' },
  sources: ['twse', 'tpex', 'tpexOpenApi', 'mops'],
})
