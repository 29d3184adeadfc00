import { columnsOf } from '../../catalogue/dataset.ts'
import { contractDatasets, find } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'
import type { Context, Form, Language, Leaf } from './grammar.ts'

type Words = readonly (readonly [value: string | number | boolean, en: string, zh: string])[]

/** One of a few words. */
const words = (list: Words): Leaf => {
  const row = (value: unknown) => {
    const found = list.find(([known]) => known === value)
    if (!found) throw new TypeError(`${JSON.stringify(value)} has no word`)
    return found
  }
  return {
    print: (value, _, form) => row(value)[form === 'zh' ? 2 : 1],
    *read(text, at, _, form) {
      for (const [value, en, zh] of list) {
        const word = form === 'zh' ? zh : en
        if (text.slice(at, at + word.length).toLowerCase() === word.toLowerCase()) yield [value, at + word.length]
      }
    },
    token: (value) => `w:${value}`,
    fromToken: (token) => list.find(([value]) => `w:${value}` === token)?.[0],
    tokens: () => list.map(([value]) => `w:${value}`),
  }
}

const plain = (value: number): string => {
  const text = String(value)
  return /e/.test(text) ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
const grouped = (value: number): string => {
  const [whole = '', rest] = plain(value).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}

const numberLeaf = (pattern: RegExp, print: (value: number) => string): Leaf => ({
  print: (value) => print(value as number),
  *read(text, at) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) yield [Number(found[0].replaceAll(',', '')), at + found[0].length]
  },
  token: (value) => `n:${value}`,
  fromToken: (token) => Number(token.slice(2)),
  tokens: () => null,
})
const number = numberLeaf(/-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/y, grouped)
const count = numberLeaf(/\d+/y, plain)

const textLeaf = (pattern: RegExp, mark: string): Leaf => ({
  print: (value) => String(value),
  *read(text, at) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) yield [found[0], at + found[0].length]
  },
  token: (value) => `${mark}:${value}`,
  fromToken: (token) => token.slice(mark.length + 1),
  tokens: () => null,
})
const date = textLeaf(/\d{4}-\d{2}-\d{2}/y, 't')

/** Words that open another kind of scope, so that no id may be read there. */
const notIds = new Set(['all', 'those', 'the'])
const plainId = /[^\s,;:、，；。（）()「」"]+/y
const isPlain = (id: string): boolean => /^[\w.^=&/+-]+$/.test(id)

/** The name of an entity, for people; null where none is told. */
export type NameOf = (dataset: string, id: string) => string | null

/** The id of an entity; a name may stand behind it in brackets, for people. */
const idLeaf = (nameOf: NameOf): Leaf => ({
  ...textLeaf(plainId, 'i'),
  print: (value, { dataset }, form) => {
    const id = value as string
    const name = form === 'code' ? null : nameOf(dataset, id)
    const text = isPlain(id) ? id : quoted(id, form)
    return name === null ? text : form === 'zh' ? `${text}（${name}）` : `${text} (${name})`
  },
  *read(text, at, _, form) {
    const [open, close] = marks(form)
    let [id, end]: [string, number] = ['', at]
    if (text[at] === open) {
      const last = text.indexOf(close, at + 1)
      if (last < 0) return
      ;[id, end] = [text.slice(at + 1, last), last + 1]
    } else {
      const found = /^[\w.^=&/+-]+/.exec(text.slice(at, at + 60))
      if (!found || notIds.has(found[0].toLowerCase())) return
      ;[id, end] = [found[0], at + found[0].length]
    }
    // Brackets that open with these words belong to the sentence.
    const name = /\s?[(（](?!(?:for|rows|only|當|各筆|僅計))[^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]/y
    name.lastIndex = end
    const behind = name.exec(text)
    yield [id, behind ? end + behind[0].length : end]
  },
})

const marks = (form: Form): readonly [string, string] => (form === 'zh' ? ['「', '」'] : ['"', '"'])
const quoted = (value: string, form: Form): string => marks(form).join(value)

/** A value of a column: a text in quotation marks, a number, or yes and no. */
const scalar: Leaf = {
  print: (value, _, form) =>
    typeof value === 'string'
      ? quoted(value, form)
      : typeof value === 'boolean'
        ? (form === 'zh' ? ['否', '是'] : ['no', 'yes'])[Number(value)]!
        : plain(value as number),
  *read(text, at, context, form) {
    const [open, close] = marks(form)
    if (text[at] === open) {
      const end = text.indexOf(close, at + 1)
      if (end > 0) yield [text.slice(at + 1, end), end + 1]
      return
    }
    const [no, yes] = form === 'zh' ? ['否', '是'] : ['no', 'yes']
    for (const [word, value] of [
      [no!, false],
      [yes!, true],
    ] as const)
      if (text.startsWith(word, at)) yield [value, at + word.length]
    yield* number.read(text, at, context, form)
  },
  token: (value) => `v:${JSON.stringify(value)}`,
  fromToken: (token) => JSON.parse(token.slice(2)),
  tokens: () => null,
}

/** Names that are looked up in the text, the longest first. */
const named = (
  list: (context: Context) => readonly (readonly [value: string, en: string, zh: string])[],
  mark: string,
): Leaf => {
  const nameIn = (value: unknown, context: Context, form: Form): string => {
    const found = list(context).find(([known]) => known === value)
    if (!found) throw new TypeError(`${String(value)} is unknown in ${context.dataset}`)
    return found[{ code: 0, en: 1, zh: 2 }[form]]!
  }
  return {
    print: nameIn,
    *read(text, at, context, form) {
      for (const names of list(context)) {
        const [value] = names
        const name = names[{ code: 0, en: 1, zh: 2 }[form]]!
        // A name of the registry ends where its letters end.
        if (form === 'code' && /\w/.test(text[at + name.length] ?? '')) continue
        if (text.slice(at, at + name.length).toLowerCase() === name.toLowerCase()) yield [value, at + name.length]
      }
    },
    token: (value) => `${mark}:${value}`,
    fromToken: (token) => token.slice(mark.length + 1),
    tokens: (context) => list(context).map(([value]) => `${mark}:${value}`),
  }
}

const titles = contractDatasets.map(({ name, title }) => [name, title.en, title.zh] as const)
const dataset = named(() => titles, 'd')

const lowerFirst = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)

/** The label without what explains it: `市場別：TWSE 上市、…` is 市場別, unless two columns would then share a name. */
const short = (label: string): string => /^[^：:；;（(]+/.exec(label)?.[0].trim() || label

const columnNames = new Map<string, readonly (readonly [string, string, string])[]>()
function columnsIn({ dataset: name }: Context): readonly (readonly [string, string, string])[] {
  const known = columnNames.get(name)
  if (known) return known
  const found = find(name)
  const all = found
    ? [
        ...columnsOf(found).map(([column, { label }]) => [column, label] as const),
        ...computed.filter(({ datasets }) => datasets.includes(name)).map((one) => [one.name, one.label] as const),
      ]
    : []
  const nameIn = (language: Language, column: string): string => {
    const labels = new Map(
      all.map(([one, label]) => [one, label[language].replace(/[()]/g, (c) => (c === '(' ? '[' : ']'))]),
    )
    const own = short(labels.get(column)!)
    const isUnique = [...labels].every(
      ([other, label]) => other === column || short(label).toLowerCase() !== own.toLowerCase(),
    )
    return language === 'en' ? lowerFirst(isUnique ? own : labels.get(column)!) : isUnique ? own : labels.get(column)!
  }
  const made = all.map(([column]) => [column, nameIn('en', column), nameIn('zh', column)] as const)
  columnNames.set(name, made)
  return made
}
const column = named(columnsIn, 'c')

/** The closed lists: each word as `value / English / Chinese`. */
const closed = `
orderName | date / date / 日期 | industry / industry / 產業 | market / market / 市場 | type / type / 類型 | week / week / 週別 | month / month / 月份 | quarter / quarter / 季別 | year / year / 年度 | weekday / weekday / 星期
direction | true / from the largest / 由大到小 | false / from the smallest / 由小到大
crossing | up / above / 向上穿越 | down / below / 向下跌破
comparison | >= / is at least / 至少 | > / is above / 大於 | <= / is at most / 至多 | < / is below / 小於 | != / differs from / 不等於 | = / equals / 等於
fn | sum / sum / 合計 | avg / average / 平均 | min / minimum / 最低值 | max / maximum / 最高值 | count / number of values / 個數 | median / median / 中位數 | stddev / standard deviation / 標準差 | first / first value / 首值 | last / last value / 末值 | distinct / number of different values / 相異個數
fold | sum / summed / 合計 | avg / averaged / 平均 | min / at their minimum / 取最低 | max / at their maximum / 取最高 | count / counted / 計數
periodFold | sum / sum / 合計 | avg / average / 平均 | min / minimum / 最低值 | max / maximum / 最高值 | first / first value / 首值 | last / last value / 末值
current | true / with the current one / 含當期
end | first / first / 首次 | last / last / 最後一次
circle | industry / its industry / 同產業 | market / its market / 同市場 | all / all / 全體
ends | both / both ends / 兩端
towards | until / until / 距離 | since / since / 自從
indicator | k / K / K值 | d / D / D值 | rsi / RSI / RSI | macd_dif / MACD DIF / MACD之DIF | macd_signal / MACD signal / MACD訊號線 | macd_histogram / MACD histogram / MACD柱狀體 | bollinger_upper / upper Bollinger band / 布林上軌 | bollinger_lower / lower Bollinger band / 布林下軌 | bollinger_percent_b / Bollinger percent b / 布林百分比 | bollinger_width / Bollinger width / 布林帶寬 | bias / bias / 乖離率 | volatility_yearly / annualised volatility / 年化波動率 | volatility / volatility / 波動率 | payout_ratio / payout ratio / 股利發放率 | premium_percent / premium in percent / 溢價率 | premium / premium / 正逆價差
extreme | min / lowest / 最低 | max / highest / 最高
changeKind | difference / change / 增減 | percent / percentage change / 漲跌幅
pick | front / front / 近月 | second / second / 次近月 | monthly / monthly / 月契約 | weekly / weekly / 週契約 | nearest / nearest / 最近到期
market | TWSE / TWSE / 上市 | TPEX / TPEX / 上櫃 | ESB / ESB / 興櫃
type | stock / stock / 股票 | etf / ETF / ETF | etn / ETN / ETN | tdr / TDR / 存託憑證 | preferred / preferred share / 特別股 | reit / REIT / 不動產信託
span | trading_day / trading day / 交易日 | day / day / 天 | week / week / 週 | month / month / 月 | quarter / quarter / 季 | year / year / 年
spans | trading_day / trading days / 個交易日 | day / days / 天 | week / weeks / 週 | month / months / 個月 | quarter / quarters / 季 | year / years / 年
scale | lots / lots / 張 | thousand / thousands / 千 | ten_thousand / ten thousands / 萬 | million / millions / 百萬 | hundred_million / hundred millions / 億 | billion / billions / 十億 | trillion / trillions / 兆 | basis_points / basis points / 基點
quantityUnit | TWD / TWD / 元 | USD / USD / 美元 | shares / shares / 股 | lots / lots / 張 | percent / percent / ％ | basis_points / basis points / 基點 | times / times / 倍 | points / points / 點 | contracts / contracts / 口 | people / people / 人 | days / days / 日
`
const truth: Readonly<Record<string, boolean>> = { true: true, false: false }
const lists: Readonly<Record<string, Words>> = Object.fromEntries(
  closed
    .trim()
    .split('\n')
    .map((line) => {
      const [symbol = '', ...rows] = line.split(' | ')
      const list = rows.map((row) => row.split(' / ') as [string, string, string])
      return [symbol, list.map(([value, en, zh]) => [truth[value] ?? value, en, zh] as const)]
    }),
)

/** What an order may name beside a column; all but the date are dimensions of groups. */
export const orderNames = lists.orderName!.map(([value]) => value)

/** Every symbol that no rule divides further. */
export const leavesWith = (nameOf: NameOf): Readonly<Record<string, Leaf>> => ({
  ...Object.fromEntries(Object.entries(lists).map(([symbol, list]) => [symbol, words(list)])),
  dimensionName: words(lists.orderName!.slice(1)),
  dataset,
  columnName: column,
  number,
  count,
  date,
  scalar,
  id: idLeaf(nameOf),
})
