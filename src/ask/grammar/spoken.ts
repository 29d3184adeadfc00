/**
 * Words that name a column of the registry and say which way it went, by the registry's own name for it. A word that
 * only names a column stands in the registry itself.
 */
export const directed: readonly (readonly [string, string, 'up' | 'down'])[] = [
  ['point loss|points lost|跌點|跌點數|point drop|point decline|point fall|跌幾點|跌了幾點', '漲跌點數', 'down'],
  ['point gain|points gained|漲點|漲點數|point rise|point advance|漲幾點|漲了幾點', '漲跌點數', 'up'],
  ['淨空單|net short|net short position', '淨未平倉', 'down'],
  [
    'gapped up|gap up|gap ups|gaps up|gapping up|gap higher|跳空上漲|跳空開高|跳空向上|向上跳空|gapped higher',
    '跳空幅度',
    'up',
  ],
  [
    'gapped down|gap down|gap downs|gaps down|gapping down|gap lower|跳空下跌|跳空開低|跳空向下|向下跳空|gapped lower',
    '跳空幅度',
    'down',
  ],
  ['融資增加|資增|margin increase', '融資增減', 'up'],
  ['融資減少|資減|margin decrease', '融資增減', 'down'],
  ['融券增加|券增|short increase', '融券增減', 'up'],
  ['融券減少|券減|short decrease', '融券增減', 'down'],
]

/** Words that name a column and say what it is held to; beside a measure of its own, one of them is only its sign. */
export const stated: readonly (readonly [string, string, '>' | '<' | '=', number, ('alone' | 'any')?])[] = [
  [
    '跌破淨值|低於淨值|股價低於淨值|股價跌破淨值|below book value|below book|under book value|below their book value|below its book value|trade below book value|trading below book value|trade below book|trading below book',
    '股價淨值比',
    '<',
    1,
  ],
  [
    'net loss|a net loss|a loss|虧損|賠錢|loss making|lossmaking|in the red|losing money|lost money|lose money|虧錢|unprofitable',
    '每股盈餘',
    '<',
    0,
    'alone',
  ],
  [
    '平盤|收平|收平盤|持平|平盤作收|unchanged|closed unchanged|finished unchanged|closed flat|ended flat',
    '漲跌幅',
    '=',
    0,
  ],
]
