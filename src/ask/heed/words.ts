import { columnNames } from './columns.ts'

/** A word of a meaning and the words of a question that ask for it. Texts are as `plainText` writes them. */
type Pair = {
  readonly name: string
  /** Any of these words of the meaning, in the language of the models. */
  readonly meaning: RegExp
  readonly question: RegExp
  /** Whether the words may stand in the name of a column of the meaning. */
  readonly isInNames?: true
}

/** A meaning with one of these words says more than a question that has none of the words beside it. */
export const unasked: readonly Pair[] = [
  {
    name: 'average',
    meaning: /^w:avg$|^average$/,
    question:
      /均|线|标准差|mean|aver|avr|avg|typical|usual|norm|\bstd|deviation|dma\b|\bline\b|\bma\b|ma\d|\d ?ma|sma|adv|per (?:day|session|month|week|year|stock)|每[日天月周年]|boll|布林|乖离/,
  },
  {
    name: 'count',
    meaning: /^w:(?:count|distinct)$/,
    question:
      /[几多][少档家支只个次天日笔口人件种间张]|几|多少|数|how ma?ny|how often|number|count|\btimes\b|no\. of|#|\bdays (?:did|has|have|was|were|are|left|the)|tally|breadth|家|档|檔|涨跌|advanc|declin/,
  },
  {
    name: 'total',
    meaning: /^across:sum$/,
    question:
      /合|总|共|加|累|和|全|整|各|每|多少|几|total|\bsum|combin|altogether|aggregate|together|all|in all|overall|whole|market|much|many|ytd|so far|net|cumul|entire/,
  },
  { name: 'median', meaning: /^w:median$/, question: /中位|中间|median|middle|mid/ },
  {
    name: 'deviation',
    meaning: /^w:stddev$/,
    question: /标准差|波动|起伏|离散|震荡|std|st\. dev|deviation|\bvol|varia|sigma|swing|jump/,
  },
  {
    name: 'change',
    meaning: /^change/,
    question:
      /涨|跌|变|增|减|成长|报酬|绩效|表现|升|降|贬|差|多|少|比|回|拉|摔|崩|飙|喷|翻|缩|扩|加|赚|赔|亏|走|掉|强|弱|补|退|动|出|进|change|chg|gain|los|return|ris|rose|fall|fell|\bup\b|down|perform|gr[eo]w|drop|mov|since|versus|\bvs?\b|climb|slid|slip|jump|better|worse|increas|decreas|add|cut|shr[aiu]nk|delta|differ|swing|compar|relative|against|from|\bwent|do(?:ne|ing)?\b|did|made|mak|surg|soar|plung|build|built|far|ytd|strength|weak|apprecia|deprecia|percent|pct|%|per ?cent|much|more|fewer|higher|lower|bigg|big\b|loos|yoy|qoq|mom\b|expan|pump|起|落|爆|beta|趋势|trend/,
  },
  {
    name: 'streak',
    meaning: /^streak/,
    question:
      /连|一直|几[天日周个]|都|多久|in a row|streak|consecutive|straight|running|successive|days? of|sessions? of|how long|how many|without|since|unbroken|back to back|on the trot|run\b/,
  },
  {
    name: 'correlation',
    meaning: /^(?:correlation|beta)$/,
    question: /相关|连动|同步|关系|贝他|beta|corr|corel|β|move together|track/,
  },
  {
    name: 'percentile',
    meaning: /^(?:percentile|standing)$/,
    question: /分位|百分之|percentile|quantile|pctl|pctile|decile|quartile|前\d+%|\bp\d\d/,
  },
  {
    name: 'drawdown',
    meaning: /^drawdown$/,
    question: /回撤|回落|跌幅|回档|跌最|跌到|最惨|套|drawdown|fall|drop|loss|declin|peak|mdd|slump|\bdd\b/,
  },
  {
    name: 'share',
    meaning: /^share$/,
    question: /占|比重|比例|份|权重|几成|share|percent|pct|%|weight|proportion|fraction|part of|how much of|slice/,
  },
  {
    name: 'short',
    isInNames: true,
    meaning: /^c:short_(?:sale|margin)/,
    question: /券|空|sh[or]{1,3}t|borrow|sbl|lend/,
  },
  {
    name: 'crossing',
    meaning: /^cross$/,
    question:
      /穿|破|交叉|站上|站回|翻|转|跌落|突破|失守|跌到|升破|cross|above|below|break|broke|through|turn|flip|reclaim|los|fell|back|under|over/,
  },
]

/** Words that ask for something that the meaning must then have. */
export const dropped: readonly Pair[] = [
  {
    name: 'average',
    question: /平均|均[价量值线]|[日周月季年]线|\baverage|\bavg\b|(?<!\bi )\bmean\b/,
    meaning: /^w:avg$|^average$|^weighted|average|^c:ten_year|^indicator/,
  },
  { name: 'median', question: /中位|median/, meaning: /^w:median$/ },
  { name: 'percentile', question: /分位|percentile/, meaning: /^(?:percentile|standing|place)$/ },
  {
    name: 'streak',
    question:
      /连续|连[二两三四五六七八九十\d]|in a row|\bstreak|consecutive|straight (?:day|session|week|month|quarter|year)/,
    meaning: /^(?:streak|every|since|count|day)/,
  },
  { name: 'correlation', question: /相关系数|correlat/, meaning: /^correlation$/ },
  { name: 'deviation', question: /标准差|波动率|volatil|standard dev|std ?dev/, meaning: /^w:stddev$|^indicator/ },
  {
    name: 'extreme',
    question: /新高|新低|new (?:52|high|low|all)|(?:record|all-time) (?:high|low)/,
    meaning: /^w:(?:max|min)$|^place$|^cross$|high|low/,
  },
  {
    name: 'adjusted',
    question: /(?<!不用|不要|不|未)(?:还原|含息)|(?<!un|non-)\badjusted|total return|reinvest/,
    meaning: /^d:TaiwanStockPriceAdj$|Adj|^c:return_index$|^d:TaiwanReturnIndex|报酬|adj/,
  },
  {
    name: 'cost',
    question: /(?<!营业|销货|生产|资金|筹资)成本|cost basis|average cost|holding cost/,
    meaning: /cost|成本/i,
  },
  {
    name: 'otc',
    question:
      /^(?!.*(?:上市|集中|listed|twse|both|加|不要上柜|不含上柜|main board|skip otc|no otc)).*(?:上柜|柜买|\botc\b|\btpex\b)/,
    meaning: /TPEX|^name$|w:market$|^i:|^c:market/,
  },
  {
    name: 'largest',
    question: /权值股|大型股|blue[- ]chips?|large[- ]caps?|heavyweights?/,
    meaning: /^top$|weight_percent|market_value|^c:rank$/,
  },
  {
    name: 'broker',
    question: /期货商(?!品)|券商|\bbrokers?\b|brokerage/,
    meaning: /^c:(?:broker|head_office)|^d:.*Broker/,
  },
  {
    name: 'year before',
    question:
      /去年同[月期]|(?:versus|vs\.?|than|against|over|from) last (?:jan|feb|mar|apr|may|june?\b|july?\b|aug|sep|oct|nov|dec)/,
    meaning: /year|yoy/,
  },
  {
    name: 'each market',
    question: /each market|per market|by market|两市各|各市场|上市[和跟与、]?上柜[^合共加]*各/,
    meaning: /^c:market$|^w:TPEX$|^w:market$|^v:"?TPEX|^name$/,
  },
  {
    name: 'ratio',
    question: /比率|占比|比重|百分比|几成|平仓量?比(?!较)|\bratio\b|\bpercentage\b|\bproportion\b/,
    meaning:
      /^(?:divide|percent|share|change)|ratio|percent|rate|^c:.*(?:yield|pe_|pb_)|weight|w:percent|premium|indicator/,
  },
]

/** A text without the names of the columns that a meaning reads: what is left asks for something else. */
export function withoutColumns(text: string, columns: readonly { dataset: string; column: string }[]): string {
  let left = text.replaceAll('-', ' ')
  for (const { dataset, column } of columns)
    for (const name of columnNames(dataset, column)) left = left.replaceAll(name.replaceAll('-', ' '), ' ')
  return left
}

/** Words by which a question names a time. */
export const time =
  /今|昨|明|前|近|最新|目前|现在|去|本|这|上|下|年|月|日|周|季|天|至|起|以来|历|now|today|yesterday|latest|last|past|this|previous|current|recent|since|until|ago|year|month|week|day|session|quarter|\d{4}|newest|next|all[- ]time/
