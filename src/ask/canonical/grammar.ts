/**
 * A table of rules that is used in both directions: it prints a value as one sentence of a language, and it reads that
 * sentence back. Each rule has one template per language; `{slot}` stands for a part of the value, and `[…]` for words
 * that stand there only if their slots have a value.
 */
export type Language = 'en' | 'zh'
/** `code` is English with the names of the registry in place of titles and labels. */
export type Form = Language | 'code'

/** What a name means depends on the dataset that the sentence speaks of. */
export type Context = { readonly dataset: string }

/** A word of the sentence that no rule divides further: a number, a date, the name of a column. */
export type Leaf = {
  readonly print: (value: unknown, context: Context, form: Form) => string
  /** Every value that can be read at a place of the text, with the place where it ends. */
  readonly read: (text: string, at: number, context: Context, form: Form) => Iterable<[unknown, number]>
  /** The word in the language of the model; nothing where the value has no place in this context. */
  readonly token: (value: unknown) => string
  readonly fromToken: (token: string) => unknown
  /** The tokens that may stand here, or null where they cannot be listed. */
  readonly tokens: (context: Context) => readonly string[] | null
}

type Parts = Record<string, unknown>

export type Rule = {
  readonly name: string
  /** The slots in the order of the model's language; `*` after a symbol marks a list. */
  readonly slots: Readonly<Record<string, string>>
  readonly text: Readonly<Record<Language, string>>
  /** The slots that may be left out. */
  readonly optional: ReadonlySet<string>
  /** The parts of a value that this rule prints; null where it does not print it. */
  readonly parts: (value: unknown, context: Context) => Parts | null
  readonly build: (parts: Parts, context: Context) => unknown
  /** Without optional parts it has no token of its own: that of its first part says enough. */
  readonly isSilent?: true
}

type Item =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'slot'; readonly slot: string }
  | { readonly kind: 'maybe'; readonly items: readonly Item[] }

function itemsOf(template: string): Item[] {
  const items: Item[] = []
  for (const [piece] of template.matchAll(/\{\w+\}|\[(?:[^[\]]*)\]|[^{}[\]]+/g))
    if (piece.startsWith('{')) items.push({ kind: 'slot', slot: piece.slice(1, -1) })
    else if (piece.startsWith('[')) items.push({ kind: 'maybe', items: itemsOf(piece.slice(1, -1)) })
    else items.push({ kind: 'word', word: piece })
  return items
}

/** The slots of a template that may be left out. */
export const optionalIn = (template: string): ReadonlySet<string> =>
  new Set(itemsOf(template).flatMap((item) => (item.kind === 'maybe' ? slotsIn(item.items) : [])))

const slotsIn = (items: readonly Item[]): string[] =>
  items.flatMap((item) => (item.kind === 'slot' ? [item.slot] : item.kind === 'maybe' ? slotsIn(item.items) : []))

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The dataset of the parts that follow: a rule that names one speaks of it from there on. */
const within = (parts: Parts, context: Context): Context =>
  typeof parts.dataset === 'string' ? { dataset: parts.dataset } : context

const skipSpaces = (text: string, at: number): number => {
  let end = at
  while (text[end] === ' ') end++
  return end
}

/** Where a word of a template ends in the text, whatever the spaces around it; -1 where it does not stand there. */
function endOfWord(text: string, at: number, word: string): number {
  let end = at
  for (const piece of word.trim().split(/ +/)) {
    end = skipSpaces(text, end)
    if (text.slice(end, end + piece.length).toLowerCase() !== piece.toLowerCase()) return -1
    end += piece.length
  }
  return end
}

export type Grammar = {
  readonly print: (symbol: string, value: unknown, context: Context, form: Form) => string
  /** Every value that the whole text can mean. */
  readonly read: (symbol: string, text: string, context: Context, form: Form) => unknown[]
  /** The derivation in the order of the slots, which is the language that the model writes. */
  readonly tokens: (symbol: string, value: unknown, context: Context) => string[]
  readonly fromTokens: (symbol: string, tokens: readonly string[], context: Context) => unknown
}

export const endOfList = ']'

export function createGrammar(
  rules: Readonly<Record<string, readonly Rule[]>>,
  leaves: Readonly<Record<string, Leaf>>,
  separators: Readonly<Record<string, Readonly<Record<Language, string>>>>,
): Grammar {
  const compiled = new Map<Rule, Record<Language, Item[]>>(
    Object.values(rules).flatMap((list) =>
      list.map((rule) => [rule, { en: itemsOf(rule.text.en), zh: itemsOf(rule.text.zh) }] as const),
    ),
  )
  const languageOf = (form: Form): Language => (form === 'zh' ? 'zh' : 'en')
  const separatorOf = (symbol: string, form: Form) => (separators[symbol] ?? separators['']!)[languageOf(form)]

  function ruleFor(symbol: string, value: unknown, context: Context): { rule: Rule; parts: Parts } {
    for (const rule of rules[symbol] ?? []) {
      const parts = rule.parts(value, context)
      if (parts) return { rule, parts }
    }
    throw new TypeError(`no rule of ${symbol} prints ${JSON.stringify(value).slice(0, 200)}`)
  }

  function print(symbol: string, value: unknown, context: Context, form: Form): string {
    if (symbol.endsWith('*')) {
      const of = symbol.slice(0, -1)
      return (value as unknown[]).map((one) => print(of, one, context, form)).join(separatorOf(of, form))
    }
    const leaf = leaves[symbol]
    if (leaf) return leaf.print(value, context, form)
    const { rule, parts } = ruleFor(symbol, value, context)
    const inner = within(parts, context)
    const write = (items: readonly Item[]): string =>
      items
        .map((item) => {
          if (item.kind === 'word') return item.word
          if (item.kind === 'slot')
            return print(rule.slots[item.slot]!, parts[item.slot], item.slot === 'dataset' ? context : inner, form)
          return slotsIn(item.items).some((slot) => isEmpty(parts[slot])) ? '' : write(item.items)
        })
        .join('')
    return write(compiled.get(rule)![languageOf(form)])
  }

  function readAll(symbol: string, text: string, context: Context, form: Form): unknown[] {
    const kept = new Map<string, [unknown, number][]>()
    const open = new Set<string>()

    function parse(of: string, at: number, inside: Context): [unknown, number][] {
      const key = `${of} ${at} ${inside.dataset}`
      const known = kept.get(key)
      if (known) return known
      // A rule that begins with itself would never end; the table has none, and a sentence cannot make one.
      if (open.has(key)) return []
      open.add(key)
      const found = of.endsWith('*') ? parseList(of.slice(0, -1), at, inside) : parseOne(of, at, inside)
      open.delete(key)
      kept.set(key, found)
      return found
    }

    function parseList(of: string, at: number, inside: Context): [unknown, number][] {
      const separator = separatorOf(of, form)
      const found: [unknown, number][] = []
      let lists: [unknown[], number][] = [[[], at]]
      while (lists.length > 0) {
        const longer: [unknown[], number][] = []
        for (const [list, end] of lists) {
          const from = list.length === 0 ? end : endOfWord(text, end, separator)
          if (from < 0) continue
          for (const [value, to] of parse(of, from, inside)) longer.push([[...list, value], to])
        }
        found.push(...longer)
        lists = longer
      }
      return found
    }

    function parseOne(of: string, at: number, inside: Context): [unknown, number][] {
      const leaf = leaves[of]
      if (leaf) return [...leaf.read(text, skipSpaces(text, at), inside, form)]
      return (rules[of] ?? []).flatMap((rule) => {
        let states: { parts: Parts; at: number }[] = [{ parts: {}, at }]
        const walk = (items: readonly Item[], from: typeof states): typeof states => {
          let now = from
          for (const item of items) {
            if (item.kind === 'word')
              now = now.flatMap(({ parts, at: place }) => {
                const end = endOfWord(text, place, item.word)
                return end < 0 ? [] : [{ parts, at: end }]
              })
            else if (item.kind === 'slot')
              now = now.flatMap(({ parts, at: place }) =>
                parse(rule.slots[item.slot]!, place, within(parts, inside)).map(([value, end]) => ({
                  parts: { ...parts, [item.slot]: value },
                  at: end,
                })),
              )
            else now = [...walk(item.items, now), ...now]
            if (now.length === 0) return now
          }
          return now
        }
        states = walk(compiled.get(rule)![languageOf(form)], states)
        return states.map(({ parts, at: end }): [unknown, number] => [rule.build(parts, inside), end])
      })
    }

    const whole = parse(symbol, 0, context).filter(([, end]) => skipSpaces(text, end) === text.length)
    const different = new Map(whole.map(([value]) => [JSON.stringify(value), value]))
    return [...different.values()]
  }

  function tokensOf(symbol: string, value: unknown, context: Context): string[] {
    if (symbol.endsWith('*'))
      return [...(value as unknown[]).flatMap((one) => tokensOf(symbol.slice(0, -1), one, context)), endOfList]
    const leaf = leaves[symbol]
    if (leaf) return [leaf.token(value)]
    const { rule, parts } = ruleFor(symbol, value, context)
    const present = Object.keys(rule.slots).filter((slot) => !isEmpty(parts[slot]))
    const inner = within(parts, context)
    const name = nameOf(rule, present)
    return [
      ...(rule.isSilent && name === rule.name ? [] : [name]),
      ...present.flatMap((slot) => tokensOf(rule.slots[slot]!, parts[slot], slot === 'dataset' ? context : inner)),
    ]
  }

  function fromTokens(symbol: string, tokens: readonly string[], context: Context): unknown {
    let at = 0
    const next = (): string => {
      const token = tokens[at++]
      if (token === undefined) throw new TypeError('the tokens end too early')
      return token
    }
    function take(of: string, inside: Context): unknown {
      if (of.endsWith('*')) {
        const list: unknown[] = []
        while (tokens[at] !== endOfList) list.push(take(of.slice(0, -1), inside))
        at++
        return list
      }
      const leaf = leaves[of]
      if (leaf) return leaf.fromToken(next())
      const [name = '', ...present] = (tokens[at] ?? '').split('+')
      const said = rules[of]?.find((one) => one.name === name && !(one.isSilent && present.length === 0))
      const rule = said ?? rules[of]?.find((one) => one.isSilent)
      if (!rule) throw new TypeError(`${tokens[at]} is no ${of}`)
      if (said) at++
      else present.length = 0
      const optional = rule.optional
      const parts: Parts = {}
      for (const slot of Object.keys(rule.slots))
        if (!optional.has(slot) || present.includes(slot)) parts[slot] = take(rule.slots[slot]!, within(parts, inside))
      return rule.build(parts, inside)
    }
    const value = take(symbol, context)
    if (at !== tokens.length) throw new TypeError('tokens are left over')
    return value
  }

  const nameOf = (rule: Rule, present: readonly string[]): string =>
    [rule.name, ...present.filter((slot) => rule.optional.has(slot))].join('+')

  return {
    print: (symbol, value, context, form) =>
      print(symbol, value, context, form)
        .replace(/ +/g, ' ')
        .replace(/ ([,.;)])/g, '$1')
        .trim(),
    read: readAll,
    tokens: tokensOf,
    fromTokens,
  }
}
