import { allAccountsOf, isStatement } from '../../catalogue/accounts.ts'
import { find } from '../../catalogue/index.ts'
import { nodesIn } from '../nodes.ts'
import type { Encoded } from '../reader/encode.ts'
import { plainText } from '../reader/text.ts'
import type { Representation } from '../representation.ts'
import { columnNames, columnsOf } from './columns.ts'

/** Words of times, of requests and between other words: they say nothing that a meaning could leave out. */
const chinese =
  /今[天日年]|昨[天日]|本[周月季年]|这[周月季年个]+|上[周月季年个]+|去年|前[天日]|最新|最近|目前|现在|近|过去|一?个?月|一?[周年季天日]|交易日|请问|请|帮我|给我|列出|列|查|看|想知道|知道|告诉|有哪些|哪些|哪[几一]?|有谁|有|是|在|的|了|吗|呢|啊|喔|和|跟|与|及|还|以及|各|各是|分别|多少|几|什么|如何|怎样|所有|全部|每[一支档家]?|股票|个股|公司|证券|名单|资料|数据|前|名|档|家|支|排名|最[高低大小多少]|高|低|超过|大于|小于|以上|以下|不到|低于|高于|点|元|块|钱|张|股|口|亿|万|千|百|%|趴|倍|分|第|从|到|至|自|起|以来|间|期间|每|日|市场|台股|台湾|会|值|价|数|量|额|收|次|份|于|底|没|全|个|历/g
const english =
  /\b(?:the|a|an|of|for|in|on|at|by|to|and|or|with|from|since|until|through|per|each|every|all|any|is|are|was|were|be|did|do|does|has|have|had|what|which|who|when|where|how|much|many|give|me|show|list|tell|please|pls|my|its|their|that|this|these|those|today|yesterday|now|latest|newest|current|currently|recent|last|past|previous|week|weeks|month|months|quarter|quarters|year|years|day|days|session|sessions|trading|so|far|ytd|top|highest|lowest|largest|smallest|most|least|biggest|rank|ranked|above|below|over|under|more|less|than|least|most|stock|stocks|share|shares|company|companies|securities|security|names|ticker|tickers|value|values|price|number|twd|nt|ntd|dollars|percent|pct|lots|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|hundred|thousand|million|billion|trillion|one|two|three|four|five|six|seven|eight|nine|ten|first|date|dates|end|still|there|both|together|prices|indices|rates|fees|taiwan|taiwanese|market|s|q|x|m|k|i)\b/g

/** How well a question and a meaning account for each other. */
export type Account = {
  /** Letters and words of the question that nothing in the meaning is called by. */
  readonly left: number
  /** Those of them that are in no name of it even as a part. */
  readonly strange: number
  /** The share of the columns of the meaning that the question calls by a name of the registry. */
  readonly named: number
}

const plainName = (name: string): string => name.replaceAll('-', ' ')
const datasetNames = new Map<string, readonly string[]>()
/** What the registry calls a dataset in both languages. */
export function namesOfDataset(name: string): readonly string[] {
  const known = datasetNames.get(name)
  if (known) return known
  const dataset = find(name)
  const names = dataset ? [dataset.title.en, dataset.title.zh, ...dataset.also.en, ...dataset.also.zh] : []
  const plain = names.map((one) => plainName(plainText(one)))
  datasetNames.set(name, plain)
  return plain
}

/** What people call some values otherwise than the registry does. */
const calledToo: Readonly<Record<string, readonly string[]>> = {
  regular: ['日盘', 'day session', 'day'],
  after_hours: ['夜盘', '盘后', 'night session', 'overnight', 'night'],
  TWSE: ['集中市场', 'listed'],
  TPEX: ['柜买', 'otc'],
  active: ['流通在外', 'outstanding', 'live'],
  life: ['寿险', 'life insurers'],
  week: ['周契约', '周选', 'weekly contracts', 'weekly'],
  all: ['所有契约', '所有月份', '全部契约', 'all contracts', 'all contract months', 'all sessions'],
}

/** What a value of a column is called: by itself, and in the label of the column. */
function namesOfValue(dataset: string, column: string, value: unknown): string[] {
  if (column === 'type' && isStatement(dataset)) {
    const account = allAccountsOf(dataset).find(({ type }) => type === value)
    return account ? [account.type, account.en, ...account.names].map(plainText) : []
  }
  const label = find(dataset)?.columns[column]?.label.zh ?? ''
  const chinese = new RegExp(`(?:^|[：:、；（ ])${value} ?([^、；（：a-z]+)`).exec(label)?.[1] ?? ''
  const english = String(value).toLowerCase().replaceAll('_', ' ')
  const own = [chinese, english, `${english}s`, ...(calledToo[String(value)] ?? [])]
  return own.map((name) => plainName(plainText(name)).trim()).filter((name) => name.length > 1)
}

type Node = Readonly<Record<string, unknown>>

/** The names of all values that a meaning chooses rows by. */
function valuesIn(node: unknown, dataset: string): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => valuesIn(one, dataset))
  if (typeof node !== 'object' || node === null) return []
  const { column, is, ...rest } = node as Node
  const own = typeof rest.dataset === 'string' ? rest.dataset : dataset
  const named =
    typeof column === 'string' && Array.isArray(is) ? is.flatMap((value) => namesOfValue(own, column, value)) : []
  return [...named, ...Object.values(rest).flatMap((one) => valuesIn(one, own))]
}

/** Words for what a fold does. */
const foldWords: readonly (readonly [string, RegExp])[] = [
  ['sum', /合计|加总|总共|加起来|总|\b(?:total|sum|together|added up|combined)\b/g],
  ['avg', /平均|\b(?:average|mean)\b/g],
]

const lettersIn = (text: string): number => [...text.matchAll(/\p{Script=Han}|[a-z]+/gu)].length

/** A text without numbers, and without the words and pairs of letters that some name has. */
function withoutParts(text: string, names: readonly string[]): string {
  const whole = ` ${names.join(' ')} `
  const isIn = (word: string): boolean =>
    [word, `${word}s`, word.replace(/e?s$/, '')].some((one) => whole.includes(` ${one} `))
  const letters = [...text]
  const isPart = (at: number): boolean => {
    const pair = `${letters[at]}${letters[at + 1]}`
    return /^\p{Script=Han}{2}$/u.test(pair) && whole.includes(pair)
  }
  return letters
    .map((letter, at) =>
      isPart(at) || (at > 0 && isPart(at - 1)) || /[一二三四五六七八九十两]/.test(letter) ? ' ' : letter,
    )
    .join('')
    .replaceAll(/[a-z]+/g, (word) => (isIn(word) ? ' ' : word))
}

export function accountOf(representation: Representation, { words }: Encoded): Account {
  const isHan = (word: string | undefined): boolean => word !== undefined && /^\p{Script=Han}$/u.test(word)
  let text = ''
  for (const [at, word] of words.entries()) {
    const said = /^<\w+>$/.test(word) || /^\d$/.test(word) || word === '-' ? ' ' : word
    text += isHan(word) && isHan(words[at + 1]) ? said : `${said} `
  }
  text = text.replaceAll(/ {2,}/g, ' ')
  const columns = columnsOf(representation)
  const own = [...new Map(columns.map((one) => [`${one.dataset}.${one.column}`, one])).values()]
  const namesOfEach = own.map(({ dataset, column }) => columnNames(dataset, column).map(plainName))
  const named =
    namesOfEach.filter((names) => names.some((name) => text.includes(name))).length / Math.max(1, own.length)
  const datasets = new Set([representation.dataset, ...own.map(({ dataset }) => dataset)])
  const { type = [], market = [], ids } = representation.universe
  const idOf = find(representation.dataset)?.id
  if (idOf && ids === undefined) namesOfEach.push(columnNames(representation.dataset, idOf).map(plainName))
  const values = [
    ...valuesIn(representation, representation.dataset),
    ...market.flatMap((one) => namesOfValue('TaiwanStockOverview', 'market', one)),
    ...type.flatMap((one) => namesOfValue('TaiwanStockOverview', 'security_type', one)),
  ]
  const names = [...namesOfEach.flat(), ...values, ...[...datasets].flatMap(namesOfDataset)].sort(
    (a, b) => b.length - a.length,
  )
  for (const name of names) if (name.length > 1) text = text.replaceAll(name, ' ')
  const folds = new Set(nodesIn(representation).map(({ fn }) => fn))
  for (const [fold, words] of foldWords) if (folds.has(fold)) text = text.replaceAll(words, ' ')
  const leftIn = (said: string): number => lettersIn(said.replaceAll(chinese, ' ').replaceAll(english, ' '))
  return { left: leftIn(text), strange: leftIn(withoutParts(text, names)), named }
}
