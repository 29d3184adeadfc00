import type { Sense } from './senses.ts'

/** Measures with a name of their own that no single column holds. */
export const composites: readonly (readonly [string, Sense])[] = [
  [
    '波動率|波動度|歷史波動率|股價波動|日報酬標準差|報酬率標準差|volatility|volatile|historical volatility|realized volatility|realised volatility|standard deviation of daily returns|daily return volatility',
    { t: 'composite', composite: 'volatility' },
  ],
  [
    '最大回撤|回撤|最大跌幅|最大回檔|最大拉回|mdd|maximum drawdown|max drawdown|drawdown|largest drawdown',
    { t: 'composite', composite: 'drawdown' },
  ],
  ['beta|beta值|貝他|貝他值|β|beta coefficient', { t: 'composite', composite: 'beta' }],
  [
    '相關係數|相關性|報酬相關|日報酬相關係數|日報酬率相關係數|報酬率相關係數|日報酬率的相關係數|報酬率的相關係數|correlation|correlation of daily returns|daily return correlation|correlation coefficient|correlated|return correlation|correlation of returns',
    { t: 'composite', composite: 'correlation' },
  ],
  ['毛利率|營業毛利率|gross margin|gross profit margin|gross margins', { t: 'composite', composite: 'gross_margin' }],
  [
    '營益率|營業利益率|營業利潤率|operating margin|operating profit margin|operating margins',
    { t: 'composite', composite: 'operating_margin' },
  ],
  [
    '淨利率|純益率|稅後淨利率|獲利率|net margin|net profit margin|profit margin|net income margin|net margins',
    { t: 'composite', composite: 'net_margin' },
  ],
  [
    '負債比|負債比率|負債比例|負債佔資產比|debt ratio|debt to asset ratio|liabilities to assets|debt to assets|liability ratio|debt-to-assets ratio',
    { t: 'composite', composite: 'debt_ratio' },
  ],
  ['流動比率|流動比|current ratio', { t: 'composite', composite: 'current_ratio' }],
  ['股東權益報酬率|roe|return on equity', { t: 'composite', composite: 'roe' }],
  ['資產報酬率|roa|return on assets', { t: 'composite', composite: 'roa' }],
  ['自由現金流|自由現金流量|free cash flow|fcf', { t: 'composite', composite: 'free_cash_flow' }],
  [
    '當沖成交量占比|當沖成交量佔比|當沖量占比|當沖量佔比|當沖比|當沖率|當沖比率|當沖比例|當沖占比|當沖佔比|當沖成交比重|當沖比重|day trading ratio|day trade ratio|share of day trading|day trading share|day trading percentage|day-trading ratio|day trading as a share of volume',
    { t: 'composite', composite: 'day_trading_ratio' },
  ],
  [
    '週轉率|周轉率|換手率|成交量週轉率|turnover rate|turnover ratio|share turnover',
    { t: 'composite', composite: 'turnover_rate' },
  ],
  [
    'put/call ratio（未平倉）|未平倉put/call ratio|未平倉 put/call ratio|put/call ratio|put call ratio|p/c ratio|pcr|put/call比|賣權買權比|買賣權比|賣買權比|未平倉買賣權比|買賣權未平倉比|put/call oi ratio|put/call open interest ratio|put-call ratio|put call open interest ratio|未平倉比|put/call ratio (open interest)|put/call ratio by open interest|賣買權未平倉比',
    { t: 'composite', composite: 'put_call_ratio' },
  ],
  [
    '成交量put/call ratio|put/call volume ratio|put call volume ratio|買賣權成交量比|賣買權成交量比|成交量買賣權比|put/call ratio by volume|put/call ratio（成交量）|put/call ratio (volume)|成交量pcr|volume put/call ratio',
    { t: 'composite', composite: 'put_call_volume_ratio' },
  ],
  [
    '與現貨價差|現貨價差|期貨現貨價差|和現貨的價差|基差|期現貨價差|期現價差|正逆價差|逆價差|正價差|期貨與現貨價差|期現貨基差|basis|futures basis|basis between',
    { t: 'composite', composite: 'basis' },
  ],
  [
    'spread|公債利差|殖利率曲線|利差|長短天期利差|2s10s|2s10s curve|2s10s spread|10年減2年|10年2年利差|長短利差|十年減兩年利差|yield curve|the yield curve|yield spread|curve|10y 2y spread|term spread|10 year minus 2 year|10 year 2 year spread|2 year 10 year spread|2y10y|10年期與2年期利差|10年與2年利差|2年10年利差',
    { t: 'composite', composite: 'curve' },
  ],
  [
    '開高低收|開盤最高最低收盤|開高收低|開低高收|四價|ohlc|open high low close|open high low and close|open, high, low and close|open, high, low, close|open high low',
    { t: 'composite', composite: 'ohlc' },
  ],
  [
    '持股1000張以上|持股一千張以上|千張以上股東|1000張以上股東|千張大戶|千張大戶持股|千張大戶持股比例|千張大戶持股比率|千張以上大戶|千張大股東|1000張以上大戶|1000張大戶|一千張以上大戶|千張戶|持股千張以上|1000張以上|accounts with more than 1,000 lots|holders with more than 1,000 lots|holders of more than 1,000 lots|accounts holding more than 1,000 lots|holders of over 1,000 lots|shareholders with more than 1,000 lots|1,000 lot holders|1,000-lot holders|holders with over 1,000 lots|large holders above 1,000 lots|holders above 1,000 lots|large holders of over 1,000 lots|accounts with over 1,000 lots|thousand lot holders|large holders with over 1,000 lots|shareholders holding over 1,000 lots|accounts of more than 1,000 lots',
    { t: 'composite', composite: 'large_holders', n: 1000 },
  ],
  [
    '400張以上大戶|400張大戶|四百張大戶|四百張以上大戶|大戶|大戶持股|400張以上|持股400張以上|accounts with more than 400 lots|holders with more than 400 lots|holders of more than 400 lots|large holders|large shareholders|big holders|holders with over 400 lots|accounts with over 400 lots|shareholders with more than 400 lots',
    { t: 'composite', composite: 'large_holders', n: 400 },
  ],
  [
    '多少股東|幾個股東|有多少股東|多少位股東|幾位股東|股東有多少|股東有幾人|股東人數|股東數|總股東人數|集保戶數|持股人數|number of shareholders|shareholder count|number of holders|how many shareholders|total shareholders',
    { t: 'composite', composite: 'holders' },
  ],
  ['配息率|盈餘分配率|股利發放率|payout ratio|dividend payout ratio', { t: 'composite', composite: 'payout' }],
]
