import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockTotalInstitutionalInvestors = dataset({
  name: 'TaiwanStockTotalInstitutionalInvestors',
  tier: 'free',
  category: 'chips',
  title: { en: 'Market-wide institutional flows', zh: '整體市場三大法人買賣金額' },
  about: {
    en: 'Value bought and sold each day by foreign investors, investment trusts and dealers in each market.',
    zh: '上市、上櫃三大法人每日買賣金額。',
  },
  notes: {
    en: 'One row per market and day, in TWD; a positive net is buying. Foreign-dealer trades are already inside the dealer figures: total = foreign_investor + investment_trust + dealer, and dealer = dealer_self + dealer_hedging. Categories that did not exist yet are null, not 0: the dealer split begins on 2014-12-01, foreign dealers in January 2018.',
    zh: '每市場每日一列，單位為新台幣元，淨額為正即買超。外資自營商已計入自營商，故合計＝外資及陸資＋投信＋自營商，自營商＝自行買賣＋避險。尚未有該分類的期間為 null 而非 0：自營商分列自 2014-12-01 起，外資自營商自 2018 年 1 月起。',
  },
  also: {
    en: 'institutional investors total, foreign net buying, market institutional flows, fund flows',
    zh: '三大法人買賣超、三大法人買賣金額、外資買賣超、法人動向、大盤法人',
  },
  columns: {
    trade_date: column.tradeDate,
    market: column.market('TWSE', 'TPEX'),
    foreign_investor_buy_amount: column.amountBought(column.foreignInvestor),
    foreign_investor_sell_amount: column.amountSold(column.foreignInvestor),
    foreign_investor_net_amount: column.amountNet(column.foreignInvestor),
    foreign_dealer_buy_amount: nullable(column.amountBought(column.foreignDealer)),
    foreign_dealer_sell_amount: nullable(column.amountSold(column.foreignDealer)),
    foreign_dealer_net_amount: nullable(column.amountNet(column.foreignDealer)),
    investment_trust_buy_amount: column.amountBought(column.investmentTrust),
    investment_trust_sell_amount: column.amountSold(column.investmentTrust),
    investment_trust_net_amount: column.amountNet(column.investmentTrust),
    dealer_self_buy_amount: nullable(column.amountBought(column.dealerSelf)),
    dealer_self_sell_amount: nullable(column.amountSold(column.dealerSelf)),
    dealer_self_net_amount: nullable(column.amountNet(column.dealerSelf)),
    dealer_hedging_buy_amount: nullable(column.amountBought(column.dealerHedging)),
    dealer_hedging_sell_amount: nullable(column.amountSold(column.dealerHedging)),
    dealer_hedging_net_amount: nullable(column.amountNet(column.dealerHedging)),
    dealer_buy_amount: nullable(column.amountBought(column.dealer)),
    dealer_sell_amount: nullable(column.amountSold(column.dealer)),
    dealer_net_amount: nullable(column.amountNet(column.dealer)),
    total_buy_amount: column.amountBought(column.allInstitutions),
    total_sell_amount: column.amountSold(column.allInstitutions),
    total_net_amount: column.amountNet(column.allInstitutions),
  },
  key: ['trade_date', 'market'],
  oddLots: true,
  update: '15:30',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
