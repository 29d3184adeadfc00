import { date, integer, nullable, nullableDecimal, text } from '../../fields.ts'
import { announceDate, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDividend = dataset({
  name: 'TaiwanStockDividend',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Dividend announcements', zh: '股利分派公告' },
  about: {
    en: 'Dividend announcements of each company: cash and stock dividend per share by origin, record, ex and payment dates, and attached rights issues.',
    zh: '公司股利分派公告：每股現金與股票股利（盈餘／公積）、基準日、除權息日、發放日及現金增資資料。',
  },
  notes: {
    en: 'Cash dividend per share = cash_earnings_distribution + cash_statutory_surplus; stock dividend likewise, in TWD of par: 1.0 means 100 new shares per 1,000 at par 10. A correction is a new row with a later announcement, and the cash and the stock leg may come in separate rows: use the latest row per dividend_period that carries the leg. Many companies pay quarterly. Ex and payment dates may lie in the future; announce_time is 00:00:00 when unknown.',
    zh: '每股現金股利＝cash_earnings_distribution＋cash_statutory_surplus；股票股利同理，以面額元計，面額 10 元時 1.0 即每千股配 100 股。更正公告為新的一列，現金與股票可能分列公告，請取各 dividend_period 中含該項的最新一列。許多公司按季配息。除權息日與發放日可能在未來；announce_time 未知時為 00:00:00。',
  },
  also: {
    en: 'dividend, cash dividend, stock dividend, ex-dividend date, dividend policy',
    zh: '股利、現金股利、股票股利、配息、配股、除息日',
  },
  columns: {
    stock_id: stockId,
    announce_date: announceDate,
    announce_time: text('Announcement time, HH:MM:SS', '公告時間（HH:MM:SS）'),
    stock_name: nullable(stockName),
    dividend_period: text('Dividend period as announced', '股利所屬期間（公告原文）'),
    fiscal_year: nullable(integer('Year the dividend belongs to', '股利所屬年度（西元）')),
    fiscal_quarter: nullable(integer('Quarter the dividend belongs to', '股利所屬季別')),
    record_date: nullable(date('Record date', '權利分派基準日')),
    stock_earnings_distribution: nullableDecimal(6, 'Stock dividend from earnings', '盈餘轉增資配股', {
      unit: 'TWD per share',
      also: { zh: '盈餘配股、股票股利' },
    }),
    stock_statutory_surplus: nullableDecimal(6, 'Stock dividend from reserves', '公積轉增資配股', {
      unit: 'TWD per share',
      also: { zh: '公積配股' },
    }),
    stock_ex_date: nullable(date('Ex-rights date', '除權交易日', { also: { zh: '除權日' } })),
    cash_earnings_distribution: nullableDecimal(6, 'Cash dividend from earnings', '盈餘分配現金股利', {
      unit: 'TWD per share',
      also: { en: 'cash dividend', zh: '現金股利、配息、股息' },
    }),
    cash_statutory_surplus: nullableDecimal(6, 'Cash dividend from reserves', '公積發放現金', {
      unit: 'TWD per share',
      also: { zh: '公積配息' },
    }),
    cash_preferred_dividend: nullableDecimal(6, 'Cash dividend on preferred shares', '特別股現金股利', {
      unit: 'TWD per share',
    }),
    cash_ex_date: nullable(date('Ex-dividend date', '除息交易日', { also: { zh: '除息日' } })),
    cash_payment_date: nullable(date('Cash payment date', '現金股利發放日', { also: { zh: '發放日、股息發放日' } })),
    capital_increase_shares: nullable(
      integer('Shares of the attached rights issue', '現金增資股數', { unit: 'shares' }),
    ),
    capital_increase_ratio: nullableDecimal(6, 'Rights issue subscription ratio', '現金增資認股比率', {
      unit: 'percent',
    }),
    capital_increase_price: nullableDecimal(4, 'Rights issue subscription price', '現金增資認購價', { unit: 'TWD' }),
    participating_shares: nullable(
      integer('Shares entitled to the distribution', '參加分派總股數', { unit: 'shares' }),
    ),
    par_value: nullable(text('Par value as announced', '普通股每股面額（公告原文）')),
    employee_stock_bonus_shares: nullable(
      integer('Employee bonus shares, until 2015', '員工配股股數（2015 年以前）', { unit: 'shares' }),
    ),
    employee_cash_bonus: nullableDecimal(2, 'Employee cash bonus, until 2015', '員工現金紅利（2015 年以前）', {
      unit: 'TWD',
    }),
    directors_remuneration: nullableDecimal(2, 'Directors’ remuneration, until 2015', '董監酬勞（2015 年以前）', {
      unit: 'TWD',
    }),
  },
  key: ['stock_id', 'announce_date', 'announce_time', 'dividend_period'],
  date: 'announce_date',
  unit: 'TWD per share; shares; TWD',
  update: '20:00',
  filed: 'announce_date',
  knownBy: null,
  sources: ['mops', 'twseOpenApi'],
})
