import type { Label } from '../fields.ts'

/** Other words for the columns that several datasets share, as questions and searches read them. */
export const called = {
  stockId: { en: 'stock code, ticker, symbol', zh: '股票代號、股號' },
  stockName: { en: 'stock name', zh: '股票名稱、股名' },
  securityType: { en: 'asset type', zh: '證券種類' },
  industryCategory: { en: 'sector', zh: '產業、類股' },
  isinCode: { en: 'ISIN code', zh: 'ISIN代碼' },
  listingDate: { en: 'IPO date', zh: '上市日、掛牌日' },
  issuedShares: { en: 'shares outstanding, share count', zh: '股本、流通股數' },
  open: { en: 'open, open at, opened at, opening level', zh: '開盤、開、開在' },
  high: { en: 'high, day high, daily high, intraday high, session high', zh: '最高、盤中最高' },
  low: { en: 'low, day low, daily low, intraday low, session low', zh: '最低、盤中最低' },
  /** Closing prices, indices and other series with one price per day. */
  price: {
    en: 'close, closed, close at, closed at, finish at, finished at, price, priced, last price, closing level, closing price, index level',
    zh: '收盤、收、收在、收到、收盤價、價格、價位、報價、現價、多少錢、點數',
  },
  change: {
    en: 'change, price change, point change, change in points',
    zh: '漲跌、漲跌價差、漲跌點數、漲跌多少、漲跌幾點、漲跌幾元',
  },
  volume: { en: 'volume, trading volume, traded volume, share volume', zh: '成交量、交易量、成交張數、量' },
  turnover: {
    en: 'turnover, trading value, dollar volume, traded value, by value, in value terms, trading turnover',
    zh: '成交值、成交額、成交總值、總成交值',
  },
  tradeCount: { en: 'transactions, trade count, transaction count', zh: '筆數、成交筆、交易筆數' },
  limitUp: { en: 'upper limit', zh: '漲停' },
  limitDown: { en: 'lower limit', zh: '跌停' },
  marginPurchaseBuy: { en: 'margin buying', zh: '融資買入' },
  marginPurchaseBalance: {
    en: 'margin purchase balance, margin long balance, margin purchases, margin positions, margin financing',
    zh: '融資今日餘額、融資、融資張數',
  },
  marginPurchaseBalanceAmount: { en: 'margin debt, margin loan balance, margin loans', zh: '融資金額、融資餘額金額' },
  shortSaleBuy: { en: 'short covering', zh: '融券回補' },
  shortSaleSell: { en: 'short selling', zh: '放空' },
  shortSaleBalance: {
    en: 'short sale balance, short interest, margin short balance',
    zh: '融券今日餘額、融券、融券張數',
  },
  sblShortSaleBalance: {
    en: 'SBL short balance, securities lending short balance, SBL balance, borrowed short balance',
    zh: '借券空單、借券餘額、借券空單餘額',
  },
  reportDate: { en: 'quarter end', zh: '季底' },
  fiscalQuarter: { en: 'quarter', zh: '季度' },
  type: { en: 'line item, account', zh: '會計科目、科目' },
  yoyPercent: {
    en: 'YoY, year-on-year growth, annual growth, revenue growth, monthly revenue growth, revenue growth rate, sales growth, YoY revenue growth',
    zh: '年增、年成長率、去年同月增減、營收年增率、月營收年增率、營收年增、營收成長率、營收成長',
  },
  contractMonth: { en: 'expiry month, delivery month', zh: '到期月、契約月份' },
  strikePrice: { en: 'strike, exercise price', zh: '履約價格' },
  spreadPercent: { en: 'percent change, return', zh: '漲跌百分比、漲幅、跌幅' },
  contractVolume: { en: 'volume', zh: '成交量、口數' },
  settlementPrice: { en: 'settlement, settlement price', zh: '結算價' },
  openInterest: { en: 'OI, positions', zh: '未沖銷契約數、未平倉、留倉、部位、倉位、留倉部位、未平倉口數、留多少倉' },
  finalSettlementPrice: { en: 'expiry settlement price', zh: '到期結算價、結算價' },
  settlementDate: { en: 'expiry date', zh: '到期日' },
  merchantVolume: { en: 'broker volume', zh: '交易量、口數' },
  longDealVolume: { en: 'long volume', zh: '買方口數、多單' },
  shortDealVolume: { en: 'short volume', zh: '賣方口數、空單' },
  netDealVolume: { en: 'net volume', zh: '交易淨口數' },
  longOpenInterestVolume: {
    en: 'long positions, longs, long contracts',
    zh: '未平倉多單、多單留倉、多單、多方部位、多單口數',
  },
  shortOpenInterestVolume: {
    en: 'short positions, shorts, short contracts',
    zh: '未平倉空單、空單留倉、空單、空方部位、空單口數',
  },
  netOpenInterestVolume: {
    en: 'net position, net long, net short, net long position, net short position',
    zh: '淨未平倉、未平倉淨額、未平倉淨口數、淨未平倉口數、淨多單、淨空單、淨部位、淨口數、淨留倉、多空淨額、淨倉位',
  },
} satisfies Readonly<Record<string, Label>>
