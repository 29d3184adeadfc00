import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockInstitutionalInvestorsBuySell = dataset({
  name: 'TaiwanStockInstitutionalInvestorsBuySell',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Institutional flows per stock', zh: '個股三大法人買賣超' },
  about: {
    en: 'Shares bought and sold each day by foreign investors, investment trusts and dealers, one wide row per security.',
    zh: '個股每日三大法人買進、賣出與買賣超股數，一檔一日一列。',
  },
  notes: {
    en: 'In shares, not lots; a positive net is buying. Foreign-dealer trades are already inside the dealer figures: total = foreign_investor + investment_trust + dealer, and dealer = dealer_self + dealer_hedging. Categories that did not exist yet are null, not 0: the dealer split begins on 2014-12-01, foreign dealers in January 2018. Figures may be corrected for one or two days.',
    zh: '單位為股（非張），淨額為正即買超。外資自營商已計入自營商，故合計＝外資及陸資＋投信＋自營商，自營商＝自行買賣＋避險。尚未有該分類的期間為 null 而非 0：自營商分列自 2014-12-01 起，外資自營商自 2018 年 1 月起。公布後一至兩日內可能更正。',
  },
  also: {
    en: 'institutional investors, foreign net buying, investment trust net buying, institutional flows',
    zh: '三大法人、三大法人買賣超、外資買賣超、投信買賣超、自營商買賣超、法人籌碼',
  },
  columns: {
    ...column.securityDay,
    foreign_investor_buy: column.sharesBought(column.foreignInvestor),
    foreign_investor_sell: column.sharesSold(column.foreignInvestor),
    foreign_investor_net: column.sharesNet(column.foreignInvestor),
    foreign_dealer_buy: nullable(column.sharesBought(column.foreignDealer)),
    foreign_dealer_sell: nullable(column.sharesSold(column.foreignDealer)),
    foreign_dealer_net: nullable(column.sharesNet(column.foreignDealer)),
    investment_trust_buy: column.sharesBought(column.investmentTrust),
    investment_trust_sell: column.sharesSold(column.investmentTrust),
    investment_trust_net: column.sharesNet(column.investmentTrust),
    dealer_self_buy: nullable(column.sharesBought(column.dealerSelf)),
    dealer_self_sell: nullable(column.sharesSold(column.dealerSelf)),
    dealer_self_net: nullable(column.sharesNet(column.dealerSelf)),
    dealer_hedging_buy: nullable(column.sharesBought(column.dealerHedging)),
    dealer_hedging_sell: nullable(column.sharesSold(column.dealerHedging)),
    dealer_hedging_net: nullable(column.sharesNet(column.dealerHedging)),
    dealer_buy: nullable(column.sharesBought(column.dealer)),
    dealer_sell: nullable(column.sharesSold(column.dealer)),
    dealer_net: nullable(column.sharesNet(column.dealer)),
    total_net: nullable(column.sharesNet(column.allInstitutions)),
  },
  key: ['stock_id', 'trade_date'],
  oddLots: true,
  update: '17:30',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
