import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { allOf } from '../outcome.ts'
import { column, constant, fromRequest, inOpenApi, type Named, onSite, part, type Reading, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { borrowedRollsForward, shortRollsForward } from './rollforward.ts'
import { isTotal } from './securities.ts'
import { tpexDayFeed, tpexDayRows, tpexKey } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

const identities = { ...shortRollsForward, ...borrowedRollsForward }
const [short, borrowed] = [{ under: '融券' }, { under: '借券賣出' }]

/** In shares, unlike the margin table. */
const listed = whole(
  TaiwanDailyShortSaleBalances,
  {
    ...twseKey(),
    stock_id: column('代號', { also: ['股票代號'] }),
    short_sale_previous_balance: column('前日餘額', short),
    short_sale_sell: column('賣出', short),
    short_sale_buy: column('買進', short),
    short_sale_stock_repayment: column('現券', short),
    short_sale_balance: column('今日餘額', short),
    short_sale_limit: column('限額', { ...short, also: ['次一營業日限額'] }),
    sbl_short_sale_previous_balance: column('前日餘額', borrowed),
    sbl_short_sale_sell: column('當日賣出', borrowed),
    sbl_short_sale_return: column('當日還券', borrowed),
    sbl_short_sale_adjustment: column('當日調整', borrowed),
    sbl_short_sale_balance: column('當日餘額', borrowed),
    sbl_short_sale_limit: column('次一營業日可限額', { ...borrowed, also: ['次一營業日可借券賣出限額'] }),
    note: '備註',
  },
  { ignore: ['名稱', '股票名稱'], leave: [['totals', ['名稱', '股票名稱'], isTotal]], identities },
)

/** In shares. Two titles stand on both sides; which is which is proved by the balances rolling forward. */
const otc = (named: Named) =>
  whole(
    TaiwanDailyShortSaleBalances,
    {
      ...tpexKey(named, '股票代號'),
      short_sale_previous_balance: named('前日餘額', 'SaleBalancePreviousDay', { nth: [0, 2] }),
      short_sale_sell: named('賣出', 'SaleSell'),
      short_sale_buy: named('買進', 'SaleBuy'),
      short_sale_stock_repayment: named('現券', 'SaleSpotSecurities'),
      short_sale_balance: named('當日餘額', 'SaleBalanceOfTheMarketDay', { nth: [0, 2] }),
      short_sale_limit: named('限額', 'SaleAvailableVolumes'),
      sbl_short_sale_previous_balance: named('前日餘額', 'SecuritiesBorrowingBalancePreviousDay', { nth: [1, 2] }),
      sbl_short_sale_sell: named('當日賣出', 'SecuritiesBorrowingSale'),
      sbl_short_sale_return: named('當日還券', 'SecuritiesBorrowingReturn'),
      sbl_short_sale_adjustment: named('當日調整數額', 'SecuritiesBorrowingAdjustment'),
      sbl_short_sale_balance: named('當日餘額', 'SecuritiesBorrowingBalanceOfTheMarketDay', { nth: [1, 2] }),
      sbl_short_sale_limit: named('次一營業日可借券賣出限額', 'AvailableVolumesForSBLShortSale'),
      note: named('備註', 'Note'),
    },
    named === onSite
      ? { ignore: ['股票名稱'], leave: [['totals', '股票名稱', isTotal]], identities }
      : { ignore: ['CompanyName'], identities },
  )
const onTpexSite = otc(onSite)

/** The titles of rows that came without titles. */
const oldTitles = [
  ...['股票代號', '股票名稱', '前日餘額', '賣出', '買進', '現券', '當日餘額', '限額'],
  ...['前日餘額', '當日賣出', '當日還券', '當日調整數額', '當日餘額', '次一營業日可借券賣出限額', '備註'],
]

/** Both markets stand side by side, and the shorter list is filled up with `_`. */
const isFiller = (code: string): boolean => code.trim() === '_' || code.trim() === ''

const quotas = (market: 'TWSE' | 'TPEX', prefix: string, other: string) =>
  part(
    TaiwanDailyShortSaleBalances,
    {
      stock_id: `${prefix}Code`,
      trade_date: fromRequest(dayMade),
      market: constant(market),
      sbl_short_sale_limit: `${prefix}AvailableVolume`,
    },
    { ignore: [`${other}Code`, `${other}AvailableVolume`], leave: [['fillers', `${prefix}Code`, isFiller]] },
  )

const [listedQuotas, otcQuotas] = [quotas('TWSE', 'TWSE', 'GRETAI'), quotas('TPEX', 'GRETAI', 'TWSE')]

const bothQuotas: Reading = {
  ...listedQuotas,
  layouts: [...listedQuotas.layouts, ...otcQuotas.layouts],
  read(tables, request) {
    const [first, second] = [listedQuotas.read(tables, request), otcQuotas.read(tables, request)]
    return { ...allOf([first, second]), unread: first.unread }
  },
}

export const shortSaleBalances = [
  twseDayFeed(listed, 'marginTrading/TWT93U', { since: '2005-07-01', recording: 'twse/TWT93U_20230130.json' }),
  // Borrowed shares that may be sold on the next day, of both markets.
  twseOpenApi.rows(bothQuotas, '/SBL/TWT96U', { market: null, role: 'witness', recorded: '.json' }),
  tpexOpenApi.daily(otc(inOpenApi), '/tpex_margin_sbl', { recorded: '.json' }),
  tpexDayFeed(onTpexSite, 'margin/sbl', {
    query: { id: '' },
    since: '2012-10-02',
    recording: 'tpex/margin_sbl_20230130.json',
    parse: tpexDayRows(onTpexSite, [{ titles: oldTitles }]),
  }),
]
