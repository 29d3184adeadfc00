import { calendarPeriods } from '../representation.ts'
import { optionalIn, type Rule } from './grammar.ts'
import { orderNames } from './leaves.ts'

type Value = Record<string, unknown>

const defined = (value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))

type Line = { readonly head: string; readonly slots: Readonly<Record<string, string>> } & Pick<
  Rule,
  'text' | 'optional'
>

/** Reads a table of rules, one a line: what it is of, its slots with their symbols, English, Chinese. */
const linesOf = (table: string): Line[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', slots = '', en = '', zh = ''] = line.split('|').map((cell) => cell.trim())
      const pairs = slots === '' ? [] : slots.split(' ').map((slot) => slot.split(':') as [string, string])
      return { head, slots: Object.fromEntries(pairs), text: { en, zh }, optional: optionalIn(en) }
    })

const has = (value: Value, { slots, optional }: Line): boolean =>
  Object.keys(slots).every((slot) => optional.has(slot) || (value[slot] ?? null) !== null)

const fixedValues: Readonly<Record<string, unknown>> = { null: null, true: true }

/**
 * Rules of values with a `kind`, whose properties are the slots. The head is the kind, or `name = kind` and the
 * properties that the rule itself says.
 */
const kinds = (table: string): Rule[] =>
  linesOf(table).map((line) => {
    const [name = '', kind = name, ...properties] = line.head.split(/ = | /)
    const fixed: Value = Object.fromEntries(
      properties.map((property) => {
        const [key = '', value = ''] = property.split('=')
        return [key, value in fixedValues ? fixedValues[value] : value]
      }),
    )
    return {
      ...line,
      name,
      parts: (value) => {
        const own = value as Value
        if (own.kind !== kind || !has(own, line)) return null
        if (Object.entries(fixed).some(([key, part]) => (own[key] ?? null) !== part)) return null
        const rest = Object.keys(defined(own)).filter((key) => key !== 'kind' && !Object.hasOwn(fixed, key))
        return rest.every((key) => Object.hasOwn(line.slots, key)) ? own : null
      },
      build: (parts) => ({ kind, ...(kind === 'exists' ? { where: [] } : {}), ...parts, ...fixed }),
    }
  })

/** Rules of values without a `kind`, told by the properties they have. */
const records = (table: string): Rule[] =>
  linesOf(table).map((line) => ({
    ...line,
    name: line.head,
    parts: (value) => (has(value as Value, line) ? (value as Value) : null),
    build: (parts) => ({ ...parts }),
  }))

const endSlots = 'where:condition* order:order* limit:count per:dimension ends:ends'
const endEn = '[, where {where}][, sorted by {order}][, at most {limit} rows][ per {per}][ at {ends}]'
const endZh = '[，條件為{where}][，依{order}排序][，取前{limit}筆][，每{per}各取][，{ends}都取]'

/** Sentences: the head is the shape, or `name = shape`; the slots are those beside the parts of every sentence. */
const sentences = (table: string): Rule[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', slots, en, zh] = line.split('|').map((cell) => cell.trim())
      const whole = `dataset:dataset universe:universe when:window select:output* ${endSlots} ${slots}`.trim()
      const [{ text, optional, slots: symbols }] = linesOf(`${head}|${whole}|${en}${endEn}|${zh}${endZh}`) as [Line]
      const [name = '', shape = name] = head.split(' = ')
      return {
        name,
        text,
        optional,
        slots: symbols,
        parts: (value) => {
          const { shape: own, by, ...rest } = value as Value
          const isGrouped = (by as unknown[]).length > 0
          if (own !== shape || isGrouped !== Object.hasOwn(symbols, 'by')) return null
          return isGrouped ? { by, ...rest } : rest
        },
        build: (parts) => ({ shape, where: [], by: [], order: [], limit: null, notes: [], ...parts }),
      }
    })

/** One rule with another way from a value to its parts and back. */
const special = (line: string, own: Pick<Rule, 'parts'> & Partial<Pick<Rule, 'build' | 'isSilent'>>): Rule => ({
  ...records(line)[0]!,
  ...own,
})

const windows = kinds(`
latest | | the latest date | 最新一日
back | n:count | {n} dates before the latest | 最新一日的前{n}日
on | date:date | on {date} | {date}當日
last | n:count unit:spans | the last {n} {unit} | 近{n}{unit}
before | n:count unit:spans | the {n} {unit} before the latest date | 最新一日之前{n}{unit}
this | unit:span | this {unit} | 本{unit}
previous | unit:span | the previous {unit} | 上一{unit}
earlier = previous | unit:span n:count | the {unit} {n} before this one | 本{unit}往前第{n}個
following | unit:span | the following {unit} | 下一{unit}
ago | n:count unit:spans | {n} {unit} ago | {n}{unit}前
ahead | n:count | {n} trading days after the latest | 最新一日的後{n}個交易日
next | n:count unit:spans | the next {n} {unit} | 未來{n}{unit}
calendar | year:count quarter:count month:count | the year {year}[ quarter {quarter}][ month {month}] | {year}年[第{quarter}季][{month}月]
newest | quarter:count month:count | the newest[ quarter {quarter}][ month {month}] | 最近一個[第{quarter}季][{month}月]
each | years:count quarter:count month:count | each[ quarter {quarter}][ month {month}] of {years} years | {years}年來每年[第{quarter}季][{month}月]
between | from:date to:date | from {from} to {to} | {from}至{to}
since = between to=null | from:date | since {from} | {from}起
until = between from=null | to:date | until {to} | 至{to}止
span | from:calendarPeriod to:calendarPeriod | the time since {from}[ through {to}] | 自{from}起[到{to}為止]
upcoming | | the dates after the latest | 最新一日以後
all | | all dates | 全部期間
`)

const table = {
  sentence: sentences(`
entities | | {dataset}: {select} for {universe}, {when} | {dataset}：{universe}，{when}的{select}
series | | {dataset}: {select} for {universe}, on each date of {when} | {dataset}：{universe}，{when}逐期的{select}
together = groups | | {dataset}: {select} for {universe} taken together, {when} | {dataset}：{universe}，{when}整體的{select}
groups | by:dimension* | {dataset}: {select} for {universe}, by {by}, {when} | {dataset}：{universe}，{when}按{by}分組的{select}
rows | | {dataset}: every record's {select} for {universe}, {when} | {dataset}：{universe}，{when}每筆紀錄的{select}
`),
  universe: [
    special('all | | all | 全部', {
      parts: (value) => (Object.keys(defined(value as Value)).length === 0 ? {} : null),
    }),
    special('ids | ids:id* | {ids} | {ids}', {
      parts: (value) => (Object.keys(defined(value as Value)).join() === 'ids' ? (value as Value) : null),
    }),
    ...records(
      'some | ids:id* industry:scalar* market:market* type:type* rows:filter* top:top | those[ named {ids}][ in the industry {industry}][ on the market {market}][ of type {type}][ with {rows}][ among {top}] | 對象[為{ids}][屬{industry}產業][在{market}市場][是{type}][符合{rows}][在{top}之內]',
    ),
  ],
  top: records(
    'top | n:count by:measure descending:direction | the first {n} by ({by}) {descending} | （{by}）{descending}前{n}名',
  ),
  period: [
    special(
      'period | unit:span fn:periodFold current:current | {unit} by its {fn}[ {current}] | 每{unit}{fn}[{current}]',
      {
        parts: (value) => ({ ...(value as Value), current: (value as Value).current || undefined }),
      },
    ),
  ],
  filter: records(`
is | column:columnName is:scalar* | {column} = {is} | {column}＝{is}
isNot | column:columnName isNot:scalar* | {column} ≠ {isNot} | {column}≠{isNot}
pick | column:columnName pick:pick | {column} the {pick} one | {column}取{pick}
`),
  output: [
    special('output | of:measure in:scale | {of}[ in {in}] | {of}[，以{in}計]', {
      parts: (value) => value as Value,
      isSilent: true,
    }),
  ],
  order: [
    special('value | place:count descending:direction | value {place} {descending} | 第{place}項{descending}', {
      parts: (value) => {
        const { by, descending } = value as Value
        return typeof by === 'number' ? { place: by + 1, descending } : null
      },
      build: ({ place, descending }) => ({ by: (place as number) - 1, descending }),
    }),
    special('name | by:orderName descending:direction | {by} {descending} | {by}{descending}', {
      parts: (value) => ((orderNames as readonly unknown[]).includes((value as Value).by) ? (value as Value) : null),
    }),
    ...records('column | by:columnName descending:direction | column {by} {descending} | 欄位{by}{descending}'),
  ],
  dimension: [
    special('name | name:dimensionName | {name} | {name}', {
      parts: (value) => (typeof value === 'string' ? { name: value } : null),
      build: ({ name }) => name,
    }),
    ...records('column | column:columnName | column {column} | 欄位{column}'),
  ],
  window: windows,
  calendarPeriod: windows.filter(({ name }) => (['earlier', ...calendarPeriods] as readonly string[]).includes(name)),
  column: [
    special(
      'column | dataset:dataset column:columnName entity:id where:filter* fold:fold | [the {dataset} dataset’s ]{column}[ of {entity}][ (for {where})][ (rows {fold})] | [〔{dataset}〕]{column}[（限{entity}）][（當{where}）][（各筆{fold}）]',
      {
        parts: (value, context) => {
          const { kind, dataset, ...rest } = value as Value
          if (kind !== 'column') return null
          return dataset === context.dataset ? rest : { dataset, ...rest }
        },
        build: ({ dataset, ...rest }, context) => ({ kind: 'column', dataset: dataset ?? context.dataset, ...rest }),
        isSilent: true,
      },
    ),
  ],
  measure: [
    special('value | of:column | {of} | {of}', {
      parts: (value) => ((value as Value).kind === 'column' ? { of: value } : null),
      build: ({ of }) => of,
      isSilent: true,
    }),
    ...kinds(`
number | value:number unit:quantityUnit | {value}[ {unit}] | {value}[{unit}]
add = arithmetic op=add | left:measure right:measure | ({left} plus {right}) | （{left}加{right}）
subtract = arithmetic op=subtract | left:measure right:measure | ({left} minus {right}) | （{left}減{right}）
multiply = arithmetic op=multiply | left:measure right:measure | ({left} times {right}) | （{left}乘以{right}）
divide = arithmetic op=divide | left:measure right:measure | ({left} divided by {right}) | （{left}除以{right}）
percent = arithmetic op=percent | left:measure right:measure | ({left} as a percentage of {right}) | （{left}占{right}的百分比）
at | of:measure when:window | ({of} at {when}) | （{when}時的{of}）
over | fn:fn of:measure window:window | the {fn} of {of} over {window} | {window}{of}的{fn}
average | of:measure n:count | the {n}-value moving average of {of} | {n}期移動平均（{of}）
`),
    special(
      'percentile | of:measure p:number window:window | percentile {p} of {of} over {window} | {window}{of}的第{p}百分位數',
      {
        // A sentence says 90 where the representation has 0.9.
        parts: (value) => {
          const { kind, p } = value as { kind: string; p: number }
          return kind === 'percentile' ? { ...(value as Value), p: Number((p * 100).toPrecision(12)) } : null
        },
        build: ({ p, ...parts }) => ({
          kind: 'percentile',
          ...parts,
          p: Number(((p as number) / 100).toPrecision(12)),
        }),
      },
    ),
    ...kinds(`
standing | of:measure window:window | the standing of ({of}) within {window} | （{of}）在{window}中的百分位
change | of:measure since:window until:window as:changeKind | the {as} of {of} since {since}[ until {until}] | {since}以來[到{until}為止]{of}的{as}
date | of:measure fn:extreme window:window | the date of the {fn} {of} over {window} | {window}{of}{fn}的日期
streak | of:condition period:period | the number of dates in a row with ({of})[ per {period}] | 連續符合（{of}）的期數[（{period}）]
since | of:condition period:period | the date since which ({of}) has held[ per {period}] | 開始連續符合（{of}）的日期[（{period}）]
day | fn:end of:condition window:window | the {fn} date with ({of}) over {window} | {window}{fn}符合（{of}）的日期
count | of:condition window:window period:period | the number of dates with ({of}) over {window}[ per {period}] | {window}符合（{of}）的期數[（{period}）]
correlation | left:measure right:measure window:window | the correlation between {left} and {right} over {window} | {window}{left}與{right}的相關係數
beta | left:measure right:measure window:window | the beta of {left} against {right} over {window} | {window}{left}對{right}的貝他值
drawdown | of:measure window:window | the largest drawdown of {of} over {window} | {window}{of}的最大回撤
place | of:measure descending:direction | the rank of ({of}) {descending} | （{of}）{descending}的名次
group | fn:fn of:measure by:circle | the {fn} of ({of}) among {by} | （{of}）在{by}的{fn}
share | of:measure by:circle | the share of ({of}) among {by} | （{of}）在{by}的占比
days | of:measure as:towards | the days {as} ({of}) | {as}（{of}）的天數
indicator | name:indicator of:column parameters:number* | the indicator {name}[ of ({of})][ with {parameters}] | 指標{name}[（{of}）][，參數{parameters}]
weighted | of:single weight:single where:condition* | the average across them of ({of}) weighted by ({weight})[ (only where {where})] | 全體（{of}）以（{weight}）加權的平均[（僅計{where}）]
cumulative | of:measure | the running total of ({of}) | 逐期累計（{of}）
across | fn:fn of:single where:condition* | the {fn} across them of {of}[ (only where {where})] | 全體{of}的{fn}[（僅計{where}）]
`),
  ],
  condition: kinds(`
compare | left:measure op:comparison right:measure | {left} {op} {right} | {left}{op}{right}
between | of:measure low:measure high:measure | {of} between {low} and {high} | {of}介於{low}與{high}之間
every | of:condition window:window | on every date of {window} ({of}) | {window}每期都（{of}）
some | of:condition window:window | on some date of {window} ({of}) | {window}曾經（{of}）
and | of:condition* | all of ({of}) | 同時（{of}）
or | of:condition* | any of ({of}) | 任一（{of}）
not | of:condition | not ({of}) | 並非（{of}）
cross | left:measure right:measure direction:crossing | {left} crosses {direction} {right} | {left}{direction}{right}
known | of:measure | {of} has a value | {of}有值
unknown = known not=true | of:measure | {of} has no value | {of}無值
is | of:column values:scalar* | {of} is {values} | {of}為{values}
isNot = is not=true | of:column values:scalar* | {of} is not {values} | {of}不為{values}
within | of:column window:window | {of} falls in {window} | {of}落在{window}
during | from:column to:column when:window | {when} lies from {from} to {to} | {when}在{from}到{to}的期間內
member | universe:universe | it is among {universe} | 屬於{universe}
exists | dataset:dataset where:condition* | it has a row in {dataset}[ (with {where})] | 有〔{dataset}〕的紀錄[（{where}）]
missing = exists not=true | dataset:dataset where:condition* | it has no row in {dataset}[ (with {where})] | 沒有〔{dataset}〕的紀錄[（{where}）]
`),
} satisfies Record<string, readonly Rule[]>

/** A fold over all entities holds the value of one of them, never another such fold. */
const single = table.measure.filter(({ name }) => name !== 'across' && name !== 'weighted')
export const rules: Readonly<Record<string, readonly Rule[]>> = { ...table, single }

export const separators = {
  '': { en: ', ', zh: '、' },
  condition: { en: '; ', zh: '；' },
  filter: { en: ' and ', zh: '且' },
  scalar: { en: ' or ', zh: '或' },
  market: { en: ' or ', zh: '或' },
  type: { en: ' or ', zh: '或' },
  output: { en: '; ', zh: '；' },
} as const
