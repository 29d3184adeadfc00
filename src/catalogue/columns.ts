import {
  boolean,
  date,
  decimal,
  type Field,
  integer,
  type Label,
  nullable,
  nullableDecimal,
  oneOf,
  text,
} from '../fields.ts'
import { called } from './synonyms.ts'

/** Columns that several datasets share: one name, one meaning, one label. */

// Securities

export const stockId = text('Security code', '證券代號', { also: called.stockId })
export const stockName = text('Short Chinese name', '證券簡稱', { also: called.stockName })
export const market = <const V extends readonly string[]>(...values: V): Field<V[number]> =>
  oneOf(values, 'Market: TWSE listed, TPEX OTC, ESB emerging board', '市場別：TWSE 上市、TPEX 上櫃、ESB 興櫃')
export const securityType = <const V extends readonly string[]>(...values: V): Field<V[number]> =>
  oneOf(values, 'Security type', '有價證券別', { also: called.securityType })
export const industryCode = text('Industry code', '產業別代碼')
export const industryCategory = text('Industry', '產業別', { also: called.industryCategory })
export const isinCode = text('ISIN', '國際證券編碼（ISIN）', { also: called.isinCode })
export const listingDate = date('Listing date', '上市（櫃）日期', { also: called.listingDate })
export const delistingDate = date('Delisting date', '終止上市（櫃）日期', { also: { zh: '下市日、下櫃日' } })
export const asOfDate = date('Date the row was last confirmed', '資料確認日')
export const listing = {
  industry_code: nullable(industryCode),
  industry_category: nullable(industryCategory),
  isin_code: nullable(isinCode),
  cfi_code: nullable(text('CFI code', 'CFI 分類碼')),
  listing_date: nullable(listingDate),
  delisting_date: nullable(delistingDate),
  is_active: boolean('Still listed', '是否仍掛牌'),
  as_of_date: asOfDate,
}
export const issuedShares = integer('Issued shares', '發行股數', { unit: 'shares', also: called.issuedShares })
export const underlyingStockId = text('Underlying security code', '標的證券代號')

// Dates and times

export const tradeDate = date('Trading date', '交易日期')
export const tradeTime = text('Time of day, HH:MM:SS', '時間（HH:MM:SS）')
export const reportMonth = date('First day of the month reported', '資料月份（當月首日）')
export const announceDate = date('Announcement date', '公告日期')
export const haltDate = date('First day of the halt', '停止買賣日期')
export const resumptionDate = date('Day trading resumes', '恢復買賣日期')
/** Each security of both exchanges, day by day. */
export const securityDay = { stock_id: stockId, trade_date: tradeDate, market: market('TWSE', 'TPEX') }
export const seq = integer('Row number within stock and day', '序號')

// Prices and trading of securities

export const openHighLow = (unit: string) => ({
  open: nullableDecimal(4, 'Opening price', '開盤價', { unit, also: called.open }),
  high: nullableDecimal(4, 'Highest price', '最高價', { unit, also: called.high }),
  low: nullableDecimal(4, 'Lowest price', '最低價', { unit, also: called.low }),
})
export const close = (unit: string) =>
  decimal(4, 'Closing price', '收盤價', {
    unit,
    also: { en: `${called.price.en}, stock price, share price`, zh: `${called.price.zh}、股價、收盤指數` },
  })
export const ohlc = (unit: string) => ({ ...openHighLow(unit), close: nullable(close(unit)) })

/** `spread` is the interface's name for a price change; its base differs by dataset. */
export const change = (en: string, zh: string, unit = 'TWD') =>
  decimal(4, en, zh, {
    unit,
    also: called.change,
  })

export const volume = integer('Shares traded', '成交股數', { unit: 'shares', also: called.volume })
export const turnover = decimal(2, 'Value traded', '成交金額', { unit: 'TWD', also: called.turnover })
const tradeCount = integer('Number of trades', '成交筆數', { unit: 'trades', also: called.tradeCount })
export const traded = { volume, turnover, trade_count: tradeCount }
export const tradingDays = integer('Days with a closing price', '有收盤價的天數')

export const limitUp = (unit = 'TWD') => decimal(4, 'Limit-up price', '漲停價', { unit, also: called.limitUp })
export const limitDown = (unit = 'TWD') => decimal(4, 'Limit-down price', '跌停價', { unit, also: called.limitDown })

/** An exchange resets the price of a security after a corporate action. */
export const repricing = {
  close_before: nullableDecimal(4, 'Last close before the event', '事件前收盤價', { unit: 'TWD' }),
  reference_price: nullableDecimal(4, 'Reference price after the event', '事件後參考價', { unit: 'TWD' }),
}
export const repricingLimits = {
  limit_up: nullable(limitUp()),
  limit_down: nullable(limitDown()),
  opening_reference_price: nullableDecimal(4, 'Opening auction base price', '開盤競價基準', { unit: 'TWD' }),
}

/** A change of the shares, after which trading resumes at a new price. */
export const resumption = {
  stock_id: stockId,
  resumption_date: resumptionDate,
  stock_name: nullable(stockName),
  market: market('TWSE', 'TPEX'),
  halt_date: nullable(haltDate),
  ...repricing,
  ...repricingLimits,
}

// Indices

export const headlineIndex = oneOf(['TAIEX', 'TPEX'], 'Index: TAIEX or TPEX', '指數：TAIEX 加權、TPEX 櫃買')
export const indexId = text('Index code', '指數代號')
export const indexName = text('Index name', '指數名稱')

const index = (en: string, zh: string, also: Label) => decimal(4, en, zh, { unit: 'index points', also })

export const indexBar = {
  open: nullable(index('Opening index', '開盤指數', called.open)),
  high: nullable(index('Highest index', '最高指數', called.high)),
  low: nullable(index('Lowest index', '最低指數', called.low)),
  close: index('Closing index', '收盤指數', {
    en: `${called.price.en}, closing price`,
    zh: `${called.price.zh}、收盤價`,
  }),
  spread: nullable(change('Change in index points', '漲跌點數', 'index points')),
  volume: nullable(volume),
  turnover: nullable(turnover),
  trade_count: nullable(tradeCount),
}

// Institutional investors in the stock market

type Investor = Label & { readonly short: Label }

const investor = (en: string, zh: string, shortEn: string, shortZh: string): Investor => ({
  en,
  zh,
  short: { en: shortEn, zh: shortZh },
})

export const foreignInvestor = investor('Foreign investors', '外資及陸資', 'foreign', '外資')
export const foreignDealer = investor('Foreign dealers', '外資自營商', 'foreign dealer', '外資自營商')
export const investmentTrust = investor('Investment trusts', '投信', 'investment trust', '投信')
export const dealerSelf = investor('Dealers, own account', '自營商（自行買賣）', 'dealer proprietary', '自營商自行買賣')
export const dealerHedging = investor('Dealers, hedging account', '自營商（避險）', 'dealer hedging', '自營商避險')
export const dealer = investor('Dealers, all accounts', '自營商', 'dealer', '自營商')
export const allInstitutions = investor('All institutions', '三大法人', 'institutional', '法人')

const bought = ({ short }: Investor): Label => ({ en: `${short.en} buying`, zh: `${short.zh}買進` })
const sold = ({ short }: Investor): Label => ({ en: `${short.en} selling`, zh: `${short.zh}賣出` })
const net = ({ short }: Investor): Label => ({
  en: `${short.en} net buying, ${short.en} net flow`,
  zh: `${short.zh}買超、${short.zh}賣超、${short.zh}買賣超`,
})

export const sharesBought = (who: Investor) =>
  integer(`${who.en}: shares bought`, `${who.zh}買進股數`, { unit: 'shares', also: bought(who) })
export const sharesSold = (who: Investor) =>
  integer(`${who.en}: shares sold`, `${who.zh}賣出股數`, { unit: 'shares', also: sold(who) })
export const sharesNet = (who: Investor) =>
  integer(`${who.en}: net shares bought`, `${who.zh}買賣超股數`, { unit: 'shares', also: net(who) })
export const amountBought = (who: Investor) =>
  decimal(2, `${who.en}: value bought`, `${who.zh}買進金額`, { unit: 'TWD', also: bought(who) })
export const amountSold = (who: Investor) =>
  decimal(2, `${who.en}: value sold`, `${who.zh}賣出金額`, { unit: 'TWD', also: sold(who) })
export const amountNet = (who: Investor) =>
  decimal(2, `${who.en}: net value bought`, `${who.zh}買賣超金額`, { unit: 'TWD', also: net(who) })

// Margin trading, short selling and borrowed shares

const shares = (en: string, zh: string, also?: Label) => integer(en, zh, { unit: 'shares', ...(also && { also }) })

export const marginPurchases = {
  margin_purchase_buy: shares('Bought on margin', '融資買進', called.marginPurchaseBuy),
  margin_purchase_sell: shares('Margin positions sold', '融資賣出'),
  margin_purchase_cash_repayment: shares('Margin loans repaid in cash', '融資現金償還'),
  margin_purchase_previous_balance: shares('Margin balance, previous day', '融資前日餘額'),
  margin_purchase_balance: shares('Margin balance', '融資餘額', called.marginPurchaseBalance),
}
export const marginPurchaseLimit = shares('Margin quota, next business day', '次一營業日融資限額')
export const marginPurchaseBalanceAmount = decimal(2, 'Margin loans outstanding', '融資金額餘額', {
  unit: 'TWD',
  also: called.marginPurchaseBalanceAmount,
})
export const shortSales = {
  short_sale_buy: shares('Short positions bought back', '融券買進', called.shortSaleBuy),
  short_sale_sell: shares('Sold short on margin', '融券賣出', called.shortSaleSell),
  short_sale_stock_repayment: shares('Short positions closed by delivery', '融券現券償還'),
  short_sale_previous_balance: shares('Short balance, previous day', '融券前日餘額'),
  short_sale_balance: shares('Short balance', '融券餘額', called.shortSaleBalance),
}
export const shortSaleLimit = shares('Short quota, next business day', '次一營業日融券限額')
export const sblShortSaleBalance = shares('Borrowed-share short balance', '借券賣出餘額', called.sblShortSaleBalance)
export const sblShortSaleLimit = shares('Borrowed-share quota, next business day', '次一營業日可借券賣出限額')
export const creditNote = text('Status symbols', '註記')

// Financial statements

export const statement = {
  stock_id: stockId,
  report_date: date('Last day of the fiscal period', '財報期間截止日', { also: called.reportDate }),
  period: oneOf(['quarterly', 'annual'], 'Quarterly or annual row', '期間別：quarterly 季、annual 年'),
  fiscal_year: integer('Fiscal year', '會計年度（西元）', { also: { zh: '年度' } }),
  fiscal_quarter: nullable(integer('Fiscal quarter, 1 to 4', '季別（1 至 4）', { also: called.fiscalQuarter })),
  type: text('Account code', '會計項目代碼', { also: called.type }),
  origin_name: text('Account name in the filing', '財報會計項目名稱'),
  value: decimal(4, 'Amount', '金額（單位見 unit 欄）', { unit: 'see unit column' }),
  unit: oneOf(['TWD', 'TWD_per_share', 'percent', 'shares'], 'Unit of the amount', '金額單位'),
  statement_scope: oneOf(
    ['consolidated', 'individual'],
    'Consolidated or individual statement',
    '報表範圍：consolidated 合併、individual 個別',
  ),
  is_derived: boolean('Computed rather than printed in a filing', '是否為計算所得'),
  announce_date: nullable(date('Filing date', '申報日期')),
}
/** Income accumulates over its period: lists of filings report it from 1 January. */
export const incomeStatement = {
  ...statement,
  period: oneOf(
    [...statement.period.values!, 'cumulative'],
    'Quarterly, annual, or cumulative from 1 January',
    '期間別：quarterly 季、annual 年、cumulative 自 1 月 1 日累計',
  ),
}
export const yoyPercent = decimal(2, 'Change from a year earlier', '年增率', {
  unit: 'percent',
  also: called.yoyPercent,
})

// Futures and options

export const futuresId = text('Futures product code', '期貨商品代號', { also: { zh: '期貨代碼、契約' } })
export const futuresName = text('Product name', '商品名稱')
export const optionId = text('Option product code', '選擇權商品代號', { also: { zh: '選擇權代碼' } })
export const optionName = text('Product name', '商品名稱')
export const productId = text('Product code', '商品代號')
export const productType = oneOf(['futures', 'option'], 'Futures or option', '商品種類：futures 期貨、option 選擇權')
export const productCategory = oneOf(
  ['index', 'stock', 'etf', 'commodity', 'fx', 'interest_rate'],
  'Product category',
  '商品類別',
)
export const contractMonth = text(
  'Contract: YYYYMM, or YYYYMMWn / YYYYMMFn weekly',
  '到期月份（週別）：YYYYMM、YYYYMMWn、YYYYMMFn',
  { also: called.contractMonth },
)
export const largeTraderContract = text(
  'Front month YYYYMM, week or all',
  '契約：近月 YYYYMM、week 週契約、all 所有契約',
)
export const callPut = oneOf(['call', 'put'], 'Call or put', '買賣權別：call 買權、put 賣權')
export const strikePrice = decimal(4, 'Strike price', '履約價', { unit: 'points or TWD', also: called.strikePrice })
export const tradingSession = <const V extends readonly string[]>(...values: V): Field<V[number]> =>
  oneOf(values, 'Session: regular by day, after_hours by night', '交易時段：regular 一般、after_hours 盤後（夜盤）')
export const spreadPercent = decimal(2, 'Change in percent', '漲跌幅', { unit: 'percent', also: called.spreadPercent })
export const contractVolume = integer('Contracts traded', '成交口數', {
  unit: 'contracts',
  also: called.contractVolume,
})
export const settlementPrice = decimal(4, 'Daily settlement price', '每日結算價', {
  unit: 'points or TWD',
  also: called.settlementPrice,
})
export const openInterest = integer('Open interest', '未平倉量', { unit: 'contracts', also: called.openInterest })
export const bestBid = decimal(4, 'Best bid', '最佳買價', { unit: 'points or TWD' })
export const bestAsk = decimal(4, 'Best ask', '最佳賣價', { unit: 'points or TWD' })
/** The quotes of a contract when its session ends. */
export const contractQuotes = {
  best_bid: nullable(bestBid),
  best_ask: nullable(bestAsk),
  historical_high: nullableDecimal(4, 'Highest price of the contract so far', '歷史最高價', { unit: 'points or TWD' }),
  historical_low: nullableDecimal(4, 'Lowest price of the contract so far', '歷史最低價', { unit: 'points or TWD' }),
}
/** A session of one contract. */
export const contractSession = {
  ...ohlc('points or TWD'),
  spread: nullable(change('Change from the previous settlement', '漲跌價', 'points or TWD')),
  spread_percent: nullable(spreadPercent),
  volume: contractVolume,
  settlement_price: nullable(settlementPrice),
  open_interest: nullable(openInterest),
  ...contractQuotes,
  is_halted: boolean('Halted on news about the underlying', '是否因訊息面暫停交易'),
}
/** The end of a contract. */
export const finalSettlement = {
  product_category: productCategory,
  final_settlement_price: decimal(4, 'Final settlement price', '最後結算價', {
    unit: 'points or TWD',
    also: called.finalSettlementPrice,
  }),
  underlying_stock_id: nullable(underlyingStockId),
  contract_value: nullableDecimal(4, 'Agreed value of the underlying', '約定標的物價值', { unit: 'TWD' }),
}
export const settlementDate = date('Final settlement date', '最後結算日', { also: called.settlementDate })
export const merchantId = text('Futures broker code', '期貨商代號')
export const merchantName = text('Futures broker name', '期貨商名稱')
export const merchantVolume = integer('Contracts traded through the broker', '期貨商交易口數', {
  unit: 'contracts',
  also: called.merchantVolume,
})

const contracts = (en: string, zh: string, also?: Label) =>
  integer(en, zh, { unit: 'contracts', ...(also && { also }) })
const contractAmount = (en: string, zh: string) => decimal(2, en, zh, { unit: 'TWD' })

export const institutionalInvestor = oneOf(
  ['dealer', 'investment_trust', 'foreign_investor'],
  'Institutional investor',
  '身份別：dealer 自營商、investment_trust 投信、foreign_investor 外資',
)
export const institutionalTrades = {
  long_deal_volume: contracts('Contracts bought', '多方交易口數', called.longDealVolume),
  long_deal_amount: contractAmount('Value bought', '多方交易契約金額'),
  short_deal_volume: contracts('Contracts sold', '空方交易口數', called.shortDealVolume),
  short_deal_amount: contractAmount('Value sold', '空方交易契約金額'),
  net_deal_volume: contracts('Net contracts bought', '多空交易口數淨額', called.netDealVolume),
  net_deal_amount: contractAmount('Net value bought', '多空交易契約金額淨額'),
}
export const institutionalPositions = {
  long_open_interest_volume: contracts('Long open interest', '多方未平倉口數', called.longOpenInterestVolume),
  long_open_interest_amount: contractAmount('Long open interest, value', '多方未平倉契約金額'),
  short_open_interest_volume: contracts('Short open interest', '空方未平倉口數', called.shortOpenInterestVolume),
  short_open_interest_amount: contractAmount('Short open interest, value', '空方未平倉契約金額'),
  net_open_interest_volume: contracts('Net open interest', '多空未平倉口數淨額', called.netOpenInterestVolume),
  net_open_interest_amount: contractAmount('Net open interest, value', '多空未平倉契約金額淨額'),
}

const long = { en: 'Long', zh: '買方' }
const short = { en: 'Short', zh: '賣方' }
const traders = (top: 5 | 10) => ({ en: `the top ${top} traders`, zh: top === 5 ? '前五大交易人' : '前十大交易人' })
const institutions = (top: 5 | 10) => ({
  en: `institutions in the top ${top}`,
  zh: top === 5 ? '前五大特定法人' : '前十大特定法人',
})

const held = (side: Label, who: Label) =>
  nullable(contracts(`${side.en} positions of ${who.en}`, `${side.zh}${who.zh}部位數`))
const heldPercent = (side: Label, who: Label) =>
  nullableDecimal(2, `${side.en} positions of ${who.en}, % of market`, `${side.zh}${who.zh}部位占比`, {
    unit: 'percent',
  })

export const largeTraderPositions = {
  buy_top5_trader_open_interest: held(long, traders(5)),
  buy_top5_trader_open_interest_percent: heldPercent(long, traders(5)),
  buy_top10_trader_open_interest: held(long, traders(10)),
  buy_top10_trader_open_interest_percent: heldPercent(long, traders(10)),
  sell_top5_trader_open_interest: held(short, traders(5)),
  sell_top5_trader_open_interest_percent: heldPercent(short, traders(5)),
  sell_top10_trader_open_interest: held(short, traders(10)),
  sell_top10_trader_open_interest_percent: heldPercent(short, traders(10)),
  buy_top5_specific_open_interest: held(long, institutions(5)),
  buy_top5_specific_open_interest_percent: heldPercent(long, institutions(5)),
  buy_top10_specific_open_interest: held(long, institutions(10)),
  buy_top10_specific_open_interest_percent: heldPercent(long, institutions(10)),
  sell_top5_specific_open_interest: held(short, institutions(5)),
  sell_top5_specific_open_interest_percent: heldPercent(short, institutions(5)),
  sell_top10_specific_open_interest: held(short, institutions(10)),
  sell_top10_specific_open_interest_percent: heldPercent(short, institutions(10)),
  market_open_interest: nullable(contracts('Open interest of the whole market', '全市場未平倉量')),
}

/** A note for datasets with prices of securities. */
export const foreignClasses = {
  en: 'ETF classes whose codes end in C, K, M, S or V are quoted in a foreign currency: their prices and amounts are in it, not in TWD.',
  zh: '代號末碼為 C、K、M、S、V 之 ETF 以外幣計價，其價格與金額為該外幣，非新臺幣。',
} as const
