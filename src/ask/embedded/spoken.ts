/** Verbs and short forms that stand for columns of the registry, by the registry's own names for them. */
export const spoken: readonly (readonly [string, string])[] = [
  [
    '收|收在|收到|收多少|收盤|close|close at|closed at|closed|finish at|finished at|settle at|last price|share price|stock price|price|股價|價格|收盤指數|報價|現價|成交價|多少錢|點數|closing price|closing level|index level|現在價格|價位',
    '收盤價|收盤指數|黃金價格|現貨價|即期賣出',
  ],
  ['開|開在|opened at|open at|open|開盤|opening price|opening level', '開盤價|開盤指數'],
  ['最高價|當日最高|盤中最高|daily high|day high|intraday high|session high', '最高價|最高指數'],
  ['最低價|當日最低|盤中最低|daily low|day low|intraday low|session low', '最低價|最低指數'],
  [
    '漲跌價差|漲跌點數|漲跌多少|漲跌幾點|漲了幾點|跌了幾點|漲跌幾元|漲跌多少元|point change|price change|change in points|漲跌|點數漲跌|漲跌點',
    '漲跌價差|漲跌點數',
  ],
  [
    '成交量|成交張數|量|交易量|成交量能|volume|trading volume|trade volume|share volume|shares traded|成交股數|traded volume',
    '成交量',
  ],
  [
    '成交金額|成交值|成交額|turnover|trading value|dollar volume|value traded|traded value|trading turnover|量能|成交總值|總成交值|traded turnover',
    '成交金額',
  ],
  ['成交筆數|筆數|number of trades|trade count|transactions|trades|transaction count', '成交筆數'],
  ['權重|weight|index weight|指數權重|大盤權重|weighting|index weighting|市值權重', '市值比重'],
  ['yield|殖利|yields', '殖利率'],
  ['sales|revenue|營業額|營收|monthly sales|業績', '月營收'],
  ['未平倉|留倉|留倉部位|oi|open interest|部位|留多少倉|倉位|未平倉口數|未平倉合約', '未平倉量'],
  [
    '淨未平倉|淨部位|未平倉淨口數|未平倉淨額|淨留倉|淨口數|淨未平倉口數|淨倉位|net open interest|net position|net positions|淨多空|淨多空單|多空淨額|淨多單|淨空單|net long|net short|net long position|net short position',
    '淨未平倉',
  ],
  ['多單|多方部位|多單口數|多方未平倉|未平倉多單|long position|longs|long contracts|long open interest', '未平倉多單'],
  [
    '空單|空方部位|空單口數|空方未平倉|未平倉空單|short position|shorts|short contracts|short open interest',
    '未平倉空單',
  ],
  [
    '匯率|即期匯率|exchange rate|spot rate|spot exchange rate|fx rate|牌告匯率|rate against the twd|rate against twd|匯價',
    '即期賣出',
  ],
  [
    '利率|policy rate|interest rate|基準利率|政策利率|benchmark rate|key rate|重貼現率|fed funds rate|federal funds rate|聯邦基金利率',
    '政策利率',
  ],
  ['市值|market cap|market capitalization|market capitalisation|market value|總市值|公司市值', '市值'],
  [
    '外資持股|外資持股比|外資持股率|外資持股比率|外資持股比例|foreign ownership|foreign holding|foreign holdings|foreign shareholding|foreign ownership ratio|foreign shareholding ratio|foreign holding ratio|share held by foreigners|held by foreign investors|owned by foreigners|foreign stake|foreign-held share',
    '外資持股比例',
  ],
  [
    '本益比|pe|pe ratio|per|p/e|p/e ratio|price to earnings|price earnings ratio|price to earnings ratio|earnings multiple',
    '本益比',
  ],
  ['股價淨值比|pb|pb ratio|pbr|p/b|p/b ratio|price to book|price book ratio|price to book ratio|淨值比', '股價淨值比'],
  ['殖利率|dividend yield|現金殖利率|股息殖利率|股利殖利率', '殖利率'],
]

/** The same, for what is measured downwards or upwards only. */
export const directed: readonly (readonly [string, string, 'up' | 'down'])[] = [
  [
    'point loss|points lost|跌點|跌點數|跌掉的點數|point drop|point decline|point fall|跌幾點',
    '漲跌價差|漲跌點數',
    'down',
  ],
  ['point gain|points gained|漲點|漲點數|point rise|point advance|漲幾點', '漲跌價差|漲跌點數', 'up'],
  ['淨空單|淨空|net short|net short position', '淨未平倉', 'down'],
]
