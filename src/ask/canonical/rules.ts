import { calendarPeriods } from '../representation.ts'
import { type Language, type Leaf, optionalIn, type Rule } from './grammar.ts'
import { column, count, dataset, date, idLeaf, number, scalar, words } from './leaves.ts'

type Value = Record<string, unknown>
const isOf = (value: unknown, kind: string): value is Value => (value as Value).kind === kind

const defined = (parts: Value): Value =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))

/** A value with a `kind` whose properties are the slots; `fixed` are properties that the rule itself says. */
function kind(
  name: string,
  slots: Record<string, string>,
  en: string,
  zh: string,
  { as = name, fixed = {} }: { as?: string; fixed?: Value } = {},
): Rule {
  return {
    name: as,
    slots,
    text: { en, zh },
    parts: (value) => {
      if (!isOf(value, name)) return null
      for (const [key, own] of Object.entries(fixed)) if ((value[key] ?? null) !== own) return null
      const rest = Object.keys(defined(value)).filter((key) => key !== 'kind' && !Object.hasOwn(fixed, key))
      const optional = optionalIn(en)
      if (rest.some((key) => !Object.hasOwn(slots, key))) return null
      if (Object.keys(slots).some((slot) => !optional.has(slot) && value[slot] === undefined)) return null
      return value
    },
    build: (parts) => ({
      kind: name,
      ...parts,
      ...Object.fromEntries(Object.entries(fixed).filter(([, own]) => own !== null)),
    }),
  }
}

const shape = (name: string, slots: Record<string, string>, en: string, zh: string, as = name): Rule => ({
  name: as,
  slots,
  text: { en, zh },
  parts: (value) => {
    const { shape: own, by, ...rest } = value as Value
    const isGrouped = (by as unknown[]).length > 0
    if (own !== name || isGrouped !== Object.hasOwn(slots, 'by')) return null
    return isGrouped ? { by, ...rest } : rest
  },
  build: (parts) => ({ shape: name, where: [], by: [], order: [], limit: null, notes: [], ...parts }),
})

const endEn = '[, where {where}][, sorted by {order}][, at most {limit} rows][ per {per}][ at {ends}]'
const endZh = '[，條件為{where}][，依{order}排序][，取前{limit}筆][，每{per}各取][，{ends}都取]'
const whole = {
  dataset: 'dataset',
  universe: 'universe',
  when: 'window',
  select: 'output*',
  where: 'condition*',
  order: 'order*',
  limit: 'count',
  per: 'dimension',
  ends: 'ends',
}

/** A rule for an object without `kind`, told by the properties it has. */
const record = (name: string, slots: Record<string, string>, en: string, zh: string, has: readonly string[]): Rule => ({
  name,
  slots,
  text: { en, zh },
  parts: (value) => (has.every((key) => (value as Value)[key] !== undefined) ? (value as Value) : null),
  build: (parts) => ({ ...parts }),
})

/** Ways to say a time. */
const windows: readonly Rule[] = [
  kind('latest', {}, 'the latest date', '最新一日'),
  kind('back', { n: 'count' }, '{n} dates before the latest', '最新一日的前{n}日'),
  kind('on', { date: 'date' }, 'on {date}', '{date}當日'),
  kind('last', { n: 'count', unit: 'spans' }, 'the last {n} {unit}', '近{n}{unit}'),
  kind('before', { n: 'count', unit: 'spans' }, 'the {n} {unit} before the latest date', '最新一日之前{n}{unit}'),
  kind('this', { unit: 'span' }, 'this {unit}', '本{unit}'),
  kind('previous', { unit: 'span' }, 'the previous {unit}', '上一{unit}'),
  kind('previous', { unit: 'span', n: 'count' }, 'the {unit} {n} before this one', '本{unit}往前第{n}個', {
    as: 'earlier',
  }),
  kind('following', { unit: 'span' }, 'the following {unit}', '下一{unit}'),
  kind('ago', { n: 'count', unit: 'spans' }, '{n} {unit} ago', '{n}{unit}前'),
  kind('ahead', { n: 'count' }, '{n} trading days after the latest', '最新一日的後{n}個交易日'),
  kind('next', { n: 'count', unit: 'spans' }, 'the next {n} {unit}', '未來{n}{unit}'),
  kind(
    'calendar',
    { year: 'count', quarter: 'count', month: 'count' },
    'the year {year}[ quarter {quarter}][ month {month}]',
    '{year}年[第{quarter}季][{month}月]',
  ),
  kind(
    'newest',
    { quarter: 'count', month: 'count' },
    'the newest[ quarter {quarter}][ month {month}]',
    '最近一個[第{quarter}季][{month}月]',
  ),
  kind(
    'each',
    { years: 'count', quarter: 'count', month: 'count' },
    'each[ quarter {quarter}][ month {month}] of {years} years',
    '{years}年來每年[第{quarter}季][{month}月]',
  ),
  kind('between', { from: 'date', to: 'date' }, 'from {from} to {to}', '{from}至{to}'),
  kind('between', { from: 'date' }, 'since {from}', '{from}起', { as: 'since', fixed: { to: null } }),
  kind('between', { to: 'date' }, 'until {to}', '至{to}止', { as: 'until', fixed: { from: null } }),
  kind(
    'span',
    { from: 'calendarPeriod', to: 'calendarPeriod' },
    'the time since {from}[ through {to}]',
    '自{from}起[到{to}為止]',
  ),
  kind('upcoming', {}, 'the dates after the latest', '最新一日以後'),
  kind('all', {}, 'all dates', '全部期間'),
].map((rule) =>
  // An open end is null, not absent.
  rule.name === 'since' || rule.name === 'until'
    ? { ...rule, build: (parts: Value) => ({ kind: 'between', from: null, to: null, ...parts }) }
    : rule.name === 'between'
      ? { ...rule, parts: (value: unknown) => (isOf(value, 'between') && value.from && value.to ? value : null) }
      : rule,
)

const table = {
  sentence: [
    shape(
      'entities',
      whole,
      `{dataset}: {select} for {universe}, {when}${endEn}`,
      `{dataset}：{universe}，{when}的{select}${endZh}`,
    ),
    shape(
      'series',
      whole,
      `{dataset}: {select} for {universe}, on each date of {when}${endEn}`,
      `{dataset}：{universe}，{when}逐期的{select}${endZh}`,
    ),
    shape(
      'groups',
      whole,
      `{dataset}: {select} for {universe} taken together, {when}${endEn}`,
      `{dataset}：{universe}，{when}整體的{select}${endZh}`,
      'together',
    ),
    shape(
      'groups',
      { ...whole, by: 'dimension*' },
      `{dataset}: {select} for {universe}, by {by}, {when}${endEn}`,
      `{dataset}：{universe}，{when}按{by}分組的{select}${endZh}`,
    ),
    shape(
      'rows',
      whole,
      `{dataset}: every record's {select} for {universe}, {when}${endEn}`,
      `{dataset}：{universe}，{when}每筆紀錄的{select}${endZh}`,
    ),
  ],
  universe: [
    {
      name: 'all',
      slots: {},
      text: { en: 'all', zh: '全部' },
      parts: (value) => (Object.keys(defined(value as Value)).length === 0 ? {} : null),
      build: () => ({}),
    },
    {
      name: 'ids',
      slots: { ids: 'id*' },
      text: { en: '{ids}', zh: '{ids}' },
      parts: (value) => (Object.keys(defined(value as Value)).join() === 'ids' ? (value as Value) : null),
      build: (parts) => ({ ...parts }),
    },
    record(
      'some',
      { ids: 'id*', industry: 'scalar*', market: 'market*', type: 'type*', rows: 'filter*', top: 'top' },
      'those[ named {ids}][ in the industry {industry}][ on the market {market}][ of type {type}][ with {rows}][ among {top}]',
      '對象[為{ids}][屬{industry}產業][在{market}市場][是{type}][符合{rows}][在{top}之內]',
      [],
    ),
  ],
  top: [
    record(
      'top',
      { n: 'count', by: 'measure', descending: 'direction' },
      'the first {n} by ({by}) {descending}',
      '（{by}）{descending}前{n}名',
      ['n', 'by'],
    ),
  ],
  period: [
    {
      name: 'period',
      slots: { unit: 'span', fn: 'periodFold', current: 'current' },
      text: { en: '{unit} by its {fn}[ {current}]', zh: '每{unit}{fn}[{current}]' },
      parts: (value) => ({ ...(value as Value), current: (value as Value).current || undefined }),
      build: (parts) => ({ ...parts }),
    },
  ],
  filter: [
    record('is', { column: 'columnName', is: 'scalar*' }, '{column} = {is}', '{column}＝{is}', ['is']),
    record('isNot', { column: 'columnName', isNot: 'scalar*' }, '{column} ≠ {isNot}', '{column}≠{isNot}', ['isNot']),
    record('pick', { column: 'columnName', pick: 'pick' }, '{column} the {pick} one', '{column}取{pick}', ['pick']),
  ],
  output: [
    {
      ...record('output', { of: 'measure', in: 'scale' }, '{of}[ in {in}]', '{of}[，以{in}計]', ['of']),
      isSilent: true,
    },
  ],
  order: [
    {
      name: 'value',
      slots: { place: 'count', descending: 'direction' },
      text: { en: 'value {place} {descending}', zh: '第{place}項{descending}' },
      parts: (value) => {
        const { by, descending } = value as Value
        return typeof by === 'number' ? { place: by + 1, descending } : null
      },
      build: ({ place, descending }) => ({ by: (place as number) - 1, descending }),
    },
    {
      name: 'name',
      slots: { by: 'orderName', descending: 'direction' },
      text: { en: '{by} {descending}', zh: '{by}{descending}' },
      parts: (value) => {
        const { by } = value as Value
        return typeof by === 'string' && orderNames.some(([known]) => known === by) ? (value as Value) : null
      },
      build: (parts) => ({ ...parts }),
    },
    {
      name: 'column',
      slots: { by: 'columnName', descending: 'direction' },
      text: { en: 'column {by} {descending}', zh: '欄位{by}{descending}' },
      parts: (value) => (typeof (value as Value).by === 'string' ? (value as Value) : null),
      build: (parts) => ({ ...parts }),
    },
  ],
  dimension: [
    {
      name: 'name',
      slots: { name: 'dimensionName' },
      text: { en: '{name}', zh: '{name}' },
      parts: (value) => (typeof value === 'string' ? { name: value } : null),
      build: ({ name }) => name,
    },
    record('column', { column: 'columnName' }, 'column {column}', '欄位{column}', ['column']),
  ],
  window: windows,
  calendarPeriod: windows.filter(({ name }) => (['earlier', ...calendarPeriods] as readonly string[]).includes(name)),
  column: [
    {
      name: 'column',
      slots: { dataset: 'dataset', column: 'columnName', entity: 'id', where: 'filter*', fold: 'fold' },
      text: {
        en: '[the {dataset} dataset’s ]{column}[ of {entity}][ (for {where})][ (rows {fold})]',
        zh: '[〔{dataset}〕]{column}[（限{entity}）][（當{where}）][（各筆{fold}）]',
      },
      parts: (value, context) => {
        if (!isOf(value, 'column')) return null
        const { dataset: own, ...rest } = value
        return own === context.dataset ? rest : { dataset: own, ...rest }
      },
      isSilent: true,
      build: ({ dataset: own, ...rest }, context) => ({ kind: 'column', dataset: own ?? context.dataset, ...rest }),
    },
  ],
  measure: [
    {
      name: 'value',
      slots: { of: 'column' },
      text: { en: '{of}', zh: '{of}' },
      isSilent: true,
      parts: (value) => (isOf(value, 'column') ? { of: value } : null),
      build: ({ of }) => of,
    },
    kind('number', { value: 'number', unit: 'quantityUnit' }, '{value}[ {unit}]', '{value}[{unit}]'),
    kind('arithmetic', { left: 'measure', right: 'measure' }, '({left} plus {right})', '（{left}加{right}）', {
      as: 'add',
      fixed: { op: 'add' },
    }),
    kind('arithmetic', { left: 'measure', right: 'measure' }, '({left} minus {right})', '（{left}減{right}）', {
      as: 'subtract',
      fixed: { op: 'subtract' },
    }),
    kind('arithmetic', { left: 'measure', right: 'measure' }, '({left} times {right})', '（{left}乘以{right}）', {
      as: 'multiply',
      fixed: { op: 'multiply' },
    }),
    kind('arithmetic', { left: 'measure', right: 'measure' }, '({left} divided by {right})', '（{left}除以{right}）', {
      as: 'divide',
      fixed: { op: 'divide' },
    }),
    kind(
      'arithmetic',
      { left: 'measure', right: 'measure' },
      '({left} as a percentage of {right})',
      '（{left}占{right}的百分比）',
      { as: 'percent', fixed: { op: 'percent' } },
    ),
    kind('at', { of: 'measure', when: 'window' }, '({of} at {when})', '（{when}時的{of}）'),
    kind('over', { fn: 'fn', of: 'measure', window: 'window' }, 'the {fn} of {of} over {window}', '{window}{of}的{fn}'),
    kind('average', { of: 'measure', n: 'count' }, 'the {n}-value moving average of {of}', '{n}期移動平均（{of}）'),
    {
      name: 'percentile',
      slots: { of: 'measure', p: 'number', window: 'window' },
      text: { en: 'percentile {p} of {of} over {window}', zh: '{window}{of}的第{p}百分位數' },
      // People say 90 where the representation has 0.9.
      parts: (value) =>
        isOf(value, 'percentile') ? { ...value, p: Number(((value.p as number) * 100).toPrecision(12)) } : null,
      build: ({ p, ...parts }) => ({ kind: 'percentile', ...parts, p: Number(((p as number) / 100).toPrecision(12)) }),
    },
    kind(
      'standing',
      { of: 'measure', window: 'window' },
      'the standing of ({of}) within {window}',
      '（{of}）在{window}中的百分位',
    ),
    kind(
      'change',
      { of: 'measure', since: 'window', until: 'window', as: 'changeKind' },
      'the {as} of {of} since {since}[ until {until}]',
      '{since}以來[到{until}為止]{of}的{as}',
    ),
    kind(
      'date',
      { of: 'measure', fn: 'extreme', window: 'window' },
      'the date of the {fn} {of} over {window}',
      '{window}{of}{fn}的日期',
    ),
    kind(
      'streak',
      { of: 'condition', period: 'period' },
      'the number of dates in a row with ({of})[ per {period}]',
      '連續符合（{of}）的期數[（{period}）]',
    ),
    kind(
      'since',
      { of: 'condition', period: 'period' },
      'the date since which ({of}) has held[ per {period}]',
      '開始連續符合（{of}）的日期[（{period}）]',
    ),
    kind(
      'day',
      { fn: 'end', of: 'condition', window: 'window' },
      'the {fn} date with ({of}) over {window}',
      '{window}{fn}符合（{of}）的日期',
    ),
    kind(
      'count',
      { of: 'condition', window: 'window', period: 'period' },
      'the number of dates with ({of}) over {window}[ per {period}]',
      '{window}符合（{of}）的期數[（{period}）]',
    ),
    kind(
      'correlation',
      { left: 'measure', right: 'measure', window: 'window' },
      'the correlation between {left} and {right} over {window}',
      '{window}{left}與{right}的相關係數',
    ),
    kind(
      'beta',
      { left: 'measure', right: 'measure', window: 'window' },
      'the beta of {left} against {right} over {window}',
      '{window}{left}對{right}的貝他值',
    ),
    kind(
      'drawdown',
      { of: 'measure', window: 'window' },
      'the largest drawdown of {of} over {window}',
      '{window}{of}的最大回撤',
    ),
    kind(
      'place',
      { of: 'measure', descending: 'direction' },
      'the rank of ({of}) {descending}',
      '（{of}）{descending}的名次',
    ),
    kind('group', { fn: 'fn', of: 'measure', by: 'circle' }, 'the {fn} of ({of}) among {by}', '（{of}）在{by}的{fn}'),
    kind('share', { of: 'measure', by: 'circle' }, 'the share of ({of}) among {by}', '（{of}）在{by}的占比'),
    kind('days', { of: 'measure', as: 'towards' }, 'the days {as} ({of})', '{as}（{of}）的天數'),
    kind(
      'indicator',
      { name: 'indicator', of: 'column', parameters: 'number*' },
      'the indicator {name}[ of ({of})][ with {parameters}]',
      '指標{name}[（{of}）][，參數{parameters}]',
    ),
    kind(
      'weighted',
      { of: 'single', weight: 'single', where: 'condition*' },
      'the average across them of ({of}) weighted by ({weight})[ (only where {where})]',
      '全體（{of}）以（{weight}）加權的平均[（僅計{where}）]',
    ),
    kind('cumulative', { of: 'measure' }, 'the running total of ({of})', '逐期累計（{of}）'),
    kind(
      'across',
      { fn: 'fn', of: 'single', where: 'condition*' },
      'the {fn} across them of {of}[ (only where {where})]',
      '全體{of}的{fn}[（僅計{where}）]',
    ),
  ],
  condition: [
    kind(
      'compare',
      { left: 'measure', op: 'comparison', right: 'measure' },
      '{left} {op} {right}',
      '{left}{op}{right}',
    ),
    kind(
      'between',
      { of: 'measure', low: 'measure', high: 'measure' },
      '{of} between {low} and {high}',
      '{of}介於{low}與{high}之間',
    ),
    kind('every', { of: 'condition', window: 'window' }, 'on every date of {window} ({of})', '{window}每期都（{of}）'),
    kind('some', { of: 'condition', window: 'window' }, 'on some date of {window} ({of})', '{window}曾經（{of}）'),
    kind('and', { of: 'condition*' }, 'all of ({of})', '同時（{of}）'),
    kind('or', { of: 'condition*' }, 'any of ({of})', '任一（{of}）'),
    kind('not', { of: 'condition' }, 'not ({of})', '並非（{of}）'),
    kind(
      'cross',
      { left: 'measure', right: 'measure', direction: 'crossing' },
      '{left} crosses {direction} {right}',
      '{left}{direction}{right}',
    ),
    kind('known', { of: 'measure' }, '{of} has a value', '{of}有值'),
    kind('known', { of: 'measure' }, '{of} has no value', '{of}無值', { as: 'unknown', fixed: { not: true } }),
    kind('is', { of: 'column', values: 'scalar*' }, '{of} is {values}', '{of}為{values}'),
    kind('is', { of: 'column', values: 'scalar*' }, '{of} is not {values}', '{of}不為{values}', {
      as: 'isNot',
      fixed: { not: true },
    }),
    kind('within', { of: 'column', window: 'window' }, '{of} falls in {window}', '{of}落在{window}'),
    kind(
      'during',
      { from: 'column', to: 'column', when: 'window' },
      '{when} lies from {from} to {to}',
      '{when}在{from}到{to}的期間內',
    ),
    kind('member', { universe: 'universe' }, 'it is among {universe}', '屬於{universe}'),
    kind(
      'exists',
      { dataset: 'dataset', where: 'condition*' },
      'it has a row in {dataset}[ (with {where})]',
      '有〔{dataset}〕的紀錄[（{where}）]',
    ),
    kind(
      'exists',
      { dataset: 'dataset', where: 'condition*' },
      'it has no row in {dataset}[ (with {where})]',
      '沒有〔{dataset}〕的紀錄[（{where}）]',
      { as: 'missing', fixed: { not: true } },
    ),
  ].map((rule) =>
    rule.name === 'exists' || rule.name === 'missing'
      ? {
          ...rule,
          build: (parts: Value) => ({
            kind: 'exists',
            where: [],
            ...(rule.name === 'missing' ? { not: true } : {}),
            ...parts,
          }),
        }
      : rule,
  ),
} satisfies Record<string, readonly Rule[]>

/** A fold over all entities holds the value of one of them, never another such fold. */
const single = table.measure.filter(({ name }) => name !== 'across' && name !== 'weighted')
export const rules: Readonly<Record<string, readonly Rule[]>> = { ...table, single }

const orderNames = [
  ['date', 'date', '日期'],
  ['industry', 'industry', '產業'],
  ['market', 'market', '市場'],
  ['type', 'type', '類型'],
  ['week', 'week', '週別'],
  ['month', 'month', '月份'],
  ['quarter', 'quarter', '季別'],
  ['year', 'year', '年度'],
  ['weekday', 'weekday', '星期'],
] as const

/** The words of the closed lists, and everything that is looked up. */
export const leavesWith = (
  nameOf: (dataset: string, id: string, language: Language) => string | null,
): Readonly<Record<string, Leaf>> => ({
  dataset,
  columnName: column,
  number,
  count,
  date,
  scalar,
  id: idLeaf(nameOf),
  orderName: words(orderNames),
  dimensionName: words(orderNames.slice(1)),
  direction: words([
    [true, 'from the largest', '由大到小'],
    [false, 'from the smallest', '由小到大'],
  ]),
  crossing: words([
    ['up', 'above', '向上穿越'],
    ['down', 'below', '向下跌破'],
  ]),
  comparison: words([
    ['>=', 'is at least', '至少'],
    ['>', 'is above', '大於'],
    ['<=', 'is at most', '至多'],
    ['<', 'is below', '小於'],
    ['!=', 'differs from', '不等於'],
    ['=', 'equals', '等於'],
  ]),
  fn: words([
    ['sum', 'sum', '合計'],
    ['avg', 'average', '平均'],
    ['min', 'minimum', '最低值'],
    ['max', 'maximum', '最高值'],
    ['count', 'number of values', '個數'],
    ['median', 'median', '中位數'],
    ['stddev', 'standard deviation', '標準差'],
    ['first', 'first value', '首值'],
    ['last', 'last value', '末值'],
    ['distinct', 'number of different values', '相異個數'],
  ]),
  fold: words([
    ['sum', 'summed', '合計'],
    ['avg', 'averaged', '平均'],
    ['min', 'at their minimum', '取最低'],
    ['max', 'at their maximum', '取最高'],
    ['count', 'counted', '計數'],
  ]),
  periodFold: words([
    ['sum', 'sum', '合計'],
    ['avg', 'average', '平均'],
    ['min', 'minimum', '最低值'],
    ['max', 'maximum', '最高值'],
    ['first', 'first value', '首值'],
    ['last', 'last value', '末值'],
  ]),
  current: words([[true, 'with the current one', '含當期']]),
  end: words([
    ['first', 'first', '首次'],
    ['last', 'last', '最後一次'],
  ]),
  circle: words([
    ['industry', 'its industry', '同產業'],
    ['market', 'its market', '同市場'],
    ['all', 'all', '全體'],
  ]),
  ends: words([['both', 'both ends', '兩端']]),
  towards: words([
    ['until', 'until', '距離'],
    ['since', 'since', '自從'],
  ]),
  indicator: words([
    ['k', 'K', 'K值'],
    ['d', 'D', 'D值'],
    ['rsi', 'RSI', 'RSI'],
    ['macd_dif', 'MACD DIF', 'MACD之DIF'],
    ['macd_signal', 'MACD signal', 'MACD訊號線'],
    ['macd_histogram', 'MACD histogram', 'MACD柱狀體'],
    ['bollinger_upper', 'upper Bollinger band', '布林上軌'],
    ['bollinger_lower', 'lower Bollinger band', '布林下軌'],
    ['bollinger_percent_b', 'Bollinger percent b', '布林百分比'],
    ['bollinger_width', 'Bollinger width', '布林帶寬'],
    ['bias', 'bias', '乖離率'],
    ['volatility_yearly', 'annualised volatility', '年化波動率'],
    ['volatility', 'volatility', '波動率'],
    ['payout_ratio', 'payout ratio', '股利發放率'],
    ['premium_percent', 'premium in percent', '溢價率'],
    ['premium', 'premium', '正逆價差'],
  ]),
  extreme: words([
    ['min', 'lowest', '最低'],
    ['max', 'highest', '最高'],
  ]),
  changeKind: words([
    ['difference', 'change', '增減'],
    ['percent', 'percentage change', '漲跌幅'],
  ]),
  pick: words([
    ['front', 'front', '近月'],
    ['second', 'second', '次近月'],
    ['monthly', 'monthly', '月契約'],
    ['weekly', 'weekly', '週契約'],
    ['nearest', 'nearest', '最近到期'],
  ]),
  market: words([
    ['TWSE', 'TWSE', '上市'],
    ['TPEX', 'TPEX', '上櫃'],
    ['ESB', 'ESB', '興櫃'],
  ]),
  type: words([
    ['stock', 'stock', '股票'],
    ['etf', 'ETF', 'ETF'],
    ['etn', 'ETN', 'ETN'],
    ['tdr', 'TDR', '存託憑證'],
    ['preferred', 'preferred share', '特別股'],
    ['reit', 'REIT', '不動產信託'],
  ]),
  span: words([
    ['trading_day', 'trading day', '交易日'],
    ['day', 'day', '天'],
    ['week', 'week', '週'],
    ['month', 'month', '月'],
    ['quarter', 'quarter', '季'],
    ['year', 'year', '年'],
  ]),
  spans: words([
    ['trading_day', 'trading days', '個交易日'],
    ['day', 'days', '天'],
    ['week', 'weeks', '週'],
    ['month', 'months', '個月'],
    ['quarter', 'quarters', '季'],
    ['year', 'years', '年'],
  ]),
  scale: words([
    ['lots', 'lots', '張'],
    ['thousand', 'thousands', '千'],
    ['ten_thousand', 'ten thousands', '萬'],
    ['million', 'millions', '百萬'],
    ['hundred_million', 'hundred millions', '億'],
    ['billion', 'billions', '十億'],
    ['trillion', 'trillions', '兆'],
    ['basis_points', 'basis points', '基點'],
  ]),
  quantityUnit: words([
    ['TWD', 'TWD', '元'],
    ['USD', 'USD', '美元'],
    ['shares', 'shares', '股'],
    ['lots', 'lots', '張'],
    ['percent', 'percent', '％'],
    ['basis_points', 'basis points', '基點'],
    ['times', 'times', '倍'],
    ['points', 'points', '點'],
    ['contracts', 'contracts', '口'],
    ['people', 'people', '人'],
    ['days', 'days', '日'],
  ]),
})

export const separators = {
  '': { en: ', ', zh: '、' },
  condition: { en: '; ', zh: '；' },
  filter: { en: ' and ', zh: '且' },
  scalar: { en: ' or ', zh: '或' },
  market: { en: ' or ', zh: '或' },
  type: { en: ' or ', zh: '或' },
  output: { en: '; ', zh: '；' },
} as const
