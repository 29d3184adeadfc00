import type { Words } from './words.ts'

/** Who trades, and what they do. */
export const investors: Words = [
  [
    '外資|外資及陸資|外資法人|外人|foreign|foreign investor|foreigner|foreign institution|foreign institutional investor|qfii|fini|foreign fund',
    { t: 'actor', who: 'foreign' },
  ],
  ['外資自營商|foreign dealer|foreign proprietary dealer', { t: 'actor', who: 'foreign_dealer' }],
  ['投信|投信法人|investment trust|trust|domestic fund|local fund|mutual fund|sitc', { t: 'actor', who: 'trust' }],
  ['外資自營商|外資自營|foreign dealer|foreign proprietary dealer', { t: 'actor', who: 'foreign_dealer' }],
  ['自營商|自營|dealer|securities dealer|proprietary dealer', { t: 'actor', who: 'dealer' }],
  [
    '自營商自行買賣|自營商自行|自行買賣|dealer proprietary|dealers own account|proprietary trading',
    { t: 'actor', who: 'dealer_self' },
  ],
  [
    '自營商避險|避險|避險部位|自營商避險部位|自營商避險專戶|dealer hedging|dealer for hedging|dealers for hedging|hedging account',
    { t: 'actor', who: 'dealer_hedging' },
  ],
  [
    '三大法人|法人|三大法人合計|institution|institutional|institutional investor|all institutional investors|three major institutional investors|total institutional|the three institutional investors|all institutions|all three institutional investors|all three institutional groups|all three kinds of institutional investors|all three types of institutions|all three institutions',
    { t: 'actor', who: 'all' },
  ],
  [
    '買超|淨買超|淨買|淨買進|買超張數|買超股數|買超金額|net buy|net bought|net buying|net purchase|net purchases|net buyer|net inflow|net inflows|net bought shares',
    { t: 'flow', side: 'buy', net: true },
  ],
  [
    '賣超|淨賣超|淨賣|淨賣出|賣超張數|賣超股數|賣超金額|net sell|net sold|net selling|net sale|net sales of|net seller|net outflow|net outflows|dump|dumped',
    { t: 'flow', side: 'sell', net: true },
  ],
  [
    '交易淨額|交易淨口數|買賣超|買賣超張數|買賣超股數|買賣超金額|進出|淨額|買賣淨額|買賣|動向|籌碼|淨買賣|net flow|net buy or sell|net buying or selling|net buy/sell|net buys/sells|net buying/selling|buy/sell|net buy / sell|net trading|net position change|flows|flow|net trade|net',
    { t: 'flow', side: 'either', net: true },
  ],
  [
    'buy or sell|buying or selling|bought or sold|買還是賣|買超還是賣超|買或賣',
    { t: 'flow', side: 'either', net: true },
  ],
  ['買方|買方口數|買方成交', { t: 'flow', side: 'buy', net: false }],
  ['賣方|賣方口數|賣方成交', { t: 'flow', side: 'sell', net: false }],
  ['買|buy|bought|buying|accumulate|accumulated|loading up on|加碼', { t: 'flow', side: 'buy', net: null }],
  [
    '買進|買入|買進股數|買進張數|買進金額|purchase|purchased|gross buying|gross purchases',
    { t: 'flow', side: 'buy', net: false },
  ],
  ['賣|sell|sold|selling|unload|unloaded|offload|offloaded|減碼|倒貨', { t: 'flow', side: 'sell', net: null }],
  ['賣出|賣出股數|賣出張數|賣出金額|gross selling|gross sales', { t: 'flow', side: 'sell', net: false }],
]
