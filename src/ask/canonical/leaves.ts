import { columnsOf } from '../../catalogue/dataset.ts'
import { catalogue, find } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'
import type { Context, Form, Language, Leaf } from './grammar.ts'

type Words = readonly (readonly [value: string | number | boolean, en: string, zh: string])[]

/** One of a few words. */
export const words = (list: Words): Leaf => {
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
export const number = numberLeaf(/-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/y, grouped)
export const count = numberLeaf(/\d+/y, plain)

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
export const date = textLeaf(/\d{4}-\d{2}-\d{2}/y, 't')

/** Words that open another kind of scope, so that no id may be read there. */
const notIds = new Set(['all', 'those', 'the'])
const plainId = /[^\s,;:、，；。（）()「」"]+/y
const isPlain = (id: string): boolean => /^[\w.^=&/+-]+$/.test(id)

/** The id of an entity; a name may stand behind it in brackets, for people. */
export const idLeaf = (nameOf: (dataset: string, id: string, language: Language) => string | null): Leaf => ({
  ...textLeaf(plainId, 'i'),
  print: (value, { dataset }, form) => {
    const id = value as string
    const name = form === 'code' ? null : nameOf(dataset, id, form)
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
export const scalar: Leaf = {
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

const titles = catalogue.map(({ name, title }) => [name, title.en, title.zh] as const)
export const dataset = named(() => titles, 'd')

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
export const column = named(columnsIn, 'c')
