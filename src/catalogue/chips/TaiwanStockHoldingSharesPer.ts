import { date, decimal, integer, nullable, text } from '../../fields.ts'
import { stockId } from '../columns.ts'
import { dataset } from '../dataset.ts'

/** The brackets of the depository's table but for the last one, which has no end. */
export const holdingBrackets = [
  ...['1-999', '1,000-5,000', '5,001-10,000', '10,001-15,000', '15,001-20,000', '20,001-30,000', '30,001-40,000'],
  ...['40,001-50,000', '50,001-100,000', '100,001-200,000', '200,001-400,000', '400,001-600,000', '600,001-800,000'],
  '800,001-1,000,000',
] as const

export const TaiwanStockHoldingSharesPer = dataset({
  name: 'TaiwanStockHoldingSharesPer',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Shareholder distribution by size', zh: '集保戶股權分散表' },
  about: {
    en: 'Number of holders, shares and percentage in each holding-size bracket of a security, once a week, from the central depository.',
    zh: '集保戶股權分散表：每週各持股級距之人數、股數與占比。',
  },
  notes: {
    en: 'Weekly: seventeen rows per security, dated the last business day of the week and published at the weekend. Levels 1 to 15 are brackets in shares, 16 is a difference adjustment (signed shares, people null) and 17 the total, so leave out 16 and 17 when adding up. Holders above 400,000 shares are levels 12 to 15, above 1,000,000 level 15. Fund and ETF codes are included.',
    zh: '每週一次，每檔 17 列，日期為該週最後營業日，週末公布。level 1 至 15 為持股級距，16 為差異數調整（股數可為負，人數為 null），17 為合計，加總時請排除 16 與 17。400 張以上大戶為 12 至 15 級，千張大戶為 15 級。含基金與 ETF。',
  },
  also: {
    en: 'shareholder distribution, ownership distribution, large holders, holding brackets',
    zh: '集保分級、股權分散表、大戶持股、千張大戶、散戶持股、集保庫存',
  },
  columns: {
    stock_id: stockId,
    record_date: date('Last business day of the week', '資料日期（週最後營業日）'),
    level: integer('Bracket number, 17 is the total', '持股分級序號（17 為合計）'),
    level_name: text('Bracket in shares', '持股分級'),
    people: nullable(
      integer('Number of holders', '人數', { unit: 'people', also: { en: 'shareholders', zh: '股東人數、戶數' } }),
    ),
    shares: integer('Shares held', '股數', { unit: 'shares' }),
    percent: decimal(2, 'Share of the depository holdings', '占集保庫存數比例', {
      unit: 'percent',
      also: { en: 'holding percentage', zh: '持股比例、占比' },
    }),
  },
  key: ['stock_id', 'record_date', 'level'],
  date: 'record_date',
  accumulation: 'weekly snapshot',
  update: '10:00',
  complete: { every: 'week', each: 'stock', due: 2 },
  sources: ['tdcc', 'tdccSite'],
})
