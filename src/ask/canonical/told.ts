import { find } from '../../catalogue/index.ts'
import { textOfOutput } from '../columnTexts.ts'
import { nodesIn } from '../nodes.ts'
import type { Dimension, Order, Representation, Universe } from '../representation.ts'
import { isListed } from '../sql/source.ts'
import type { Canonical } from './canonical.ts'
import type { Language } from './grammar.ts'

/** The part of a meaning in the canonical language, which says windows, conditions and names as people do. */
type Say = (symbol: string, value: unknown) => string

const oneOf = (dataset: string): Record<Language, string> =>
  isListed(find(dataset)!) ? { en: 'stocks', zh: '檔' } : { en: 'rows', zh: '筆' }

/** The entities of a question: their names, or what they are. */
function who(
  { ids, industry, market, type, rows, top }: Universe,
  dataset: string,
  say: Say,
  language: Language,
): string {
  const zh = language === 'zh'
  const comma = zh ? '、' : ', '
  const each = (symbol: string, list: readonly unknown[] = []): string =>
    list.map((one) => say(symbol, one)).join(comma)
  const values = (rows ?? []).map((row) =>
    'is' in row ? row.is.join(comma) : 'pick' in row ? say('pick', row.pick) : say('filter', row),
  )
  const { id } = find(dataset)!
  const isOfStocks = isListed(find(dataset)!)
  const what = ids
    ? each('id', ids)
    : [
        each('market', market),
        industry?.join(comma),
        type ? each('type', type) : isOfStocks ? (zh ? '股票' : 'stocks') : '',
      ]
        .filter(Boolean)
        .join(zh ? '' : ' ')
  const isAll = !ids && !industry && !market && !type && id !== null
  const named = isAll ? (zh ? `所有${what}` : `all ${what}`.trim()) : what
  const told =
    values.length === 0 ? named : zh ? `${named}（${values.join(comma)}）` : `${named} (${values.join(comma)})`
  if (!top) return told
  const first = `${say('measure', top.by)}${zh ? (top.descending ? '最大' : '最小') : ''}`
  return zh
    ? `${told}中${first}的${top.n}檔`
    : `the ${top.n} ${told} with the ${top.descending ? 'largest' : 'smallest'} ${first}`
}

/** Whether a measure has a time of its own. */
const saysTime = ({ kind, as, ...rest }: Readonly<Record<string, unknown>>): boolean =>
  'window' in rest || 'since' in rest || 'until' in rest || kind === 'since' || as === 'since' || as === 'until'

/** What a meaning returns, in one sentence as a person would say it. */
export function told(representation: Representation, language: Language, canonical: Canonical): string {
  const { dataset, universe, when, where, order, limit, shape, by, per, ends } = representation
  const zh = language === 'zh'
  const say: Say = (symbol, value) => canonical.say(symbol, value, dataset, language)
  const labels = representation.select.map((output) => textOfOutput(output).label[language])
  const values = representation.select.map((output) =>
    say('output', { of: output.of, ...(output.in ? { in: output.in } : {}) }),
  )
  const join = (list: readonly string[]): string =>
    list.length < 2 ? list.join('') : `${list.slice(0, -1).join(zh ? '、' : ', ')}${zh ? '和' : ' and '}${list.at(-1)}`
  const columns = join([...new Set(values)])
  const people = who(universe, dataset, say, language)
  // A measure over a window of its own says its time.
  const isNow =
    when.kind === 'latest' && shape === 'entities' && !nodesIn(representation.select).some(saysTime) && limit === null
  const time =
    when.kind === 'all' ? '' : when.kind === 'latest' ? (zh && isNow ? '最新' : 'latest') : say('window', when)
  const conditions = where.map((condition) => say('condition', condition))
  const group = (dimension: Dimension): string => say('dimension', dimension)
  const keyOf = ({ by: key }: Order): string =>
    typeof key === 'number'
      ? (values[key] ?? labels[key] ?? '')
      : // Groups may be sorted by what they are of.
        (by.some((one) => typeof one === 'object' && one.column === key)
          ? group({ column: key })
          : say('orderName', key)
        ).trim()
  const [first] = order
  const { title } = find(dataset)!
  const source = zh ? `（${title.zh}）` : ` (${title.en})`
  if (zh) {
    const ranked = first && limit !== null
    const size = first?.descending ? '最大' : '最小'
    const best = ends ? `最大和最小的各${limit}${oneOf(dataset).zh}` : `${size}的${limit}${oneOf(dataset).zh}`
    const head = [people, conditions.length > 0 ? `${conditions.join('且')}者` : ''].filter(Boolean).join('中')
    const each = shape === 'series' ? '逐期的' : '的'
    const grouped = by.length > 0 ? `按${by.map(group).join('、')}分，` : shape === 'groups' ? '整體' : ''
    const what = ranked
      ? `${keyOf(first)}${per === undefined ? '' : `每${group(per)}`}${best}${columns === keyOf(first) ? '' : `，列出${columns}`}`
      : columns
    const timeText = time === 'latest' ? '' : time
    const parts = ranked
      ? `${head}${head && timeText ? '，' : ''}${timeText}${grouped}${what}`
      : `${head}${head ? '的' : ''}${grouped}${timeText}${shape === 'series' ? each : ''}${what}`
    return `${parts}${source}`
  }
  const ranked = first && limit !== null
  const size = ends
    ? `${limit} largest and the ${limit} smallest`
    : `${limit === 1 ? '' : `${limit} `}${first?.descending ? 'largest' : 'smallest'}`
  const about = [
    ranked ? `: the ${size} ${keyOf(first)}${per === undefined ? '' : ` of each ${group(per)}`}` : '',
    people && `${ranked ? ' among' : ' of'} ${people}`,
    by.length > 0 ? ` by ${by.map(group).join(', ')}` : '',
    conditions.length > 0 ? `, where ${conditions.join(' and ')}` : '',
    time && time !== 'latest' ? `, ${shape === 'series' ? 'on each date of ' : ''}${time}` : '',
  ].join('')
  const told = ranked && columns === keyOf(first) ? about.slice(2) : `${columns}${about}`
  const sentence = `${isNow ? 'latest ' : ''}${told}${source}`
  return sentence[0]!.toUpperCase() + sentence.slice(1)
}
