import type { Facts } from '../facts.ts'
import type { Measure, Output, Representation } from '../representation.ts'
import { createGrammar, type Form, type Grammar } from './grammar.ts'
import { leavesWith, type NameOf } from './leaves.ts'
import { rules, separators } from './rules.ts'

/** The name of a column of the answer, which follows from what it holds. */
function nameOfMeasure(measure: Measure): string {
  switch (measure.kind) {
    case 'column':
      return measure.fold === undefined ? measure.column : `${measure.column}_${measure.fold}`
    case 'number':
      return 'number'
    case 'arithmetic':
      return measure.op === 'percent'
        ? `${nameOfMeasure(measure.left)}_percent`
        : `${nameOfMeasure(measure.left)}_${measure.op}`
    case 'over':
    case 'across':
      return `${nameOfMeasure(measure.of)}_${measure.fn}`
    case 'average':
      return `${nameOfMeasure(measure.of)}_average_${measure.n}`
    case 'change':
      return measure.as === 'percent'
        ? `${nameOfMeasure(measure.of)}_change_percent`
        : `${nameOfMeasure(measure.of)}_change`
    case 'streak':
      return 'streak'
    case 'count':
      return 'dates'
    case 'correlation':
    case 'beta':
      return measure.kind
    default: {
      const { of, kind } = measure as { of?: Measure; kind: string }
      return of?.kind === undefined ? kind : `${nameOfMeasure(of)}_${kind}`
    }
  }
}

/** Every output under the name that follows from it, each name once. */
function named(select: readonly Omit<Output, 'as'>[]): Output[] {
  const taken = new Set<string>()
  return select.map((output) => {
    const base = nameOfMeasure(output.of).slice(0, 55)
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
    taken.add(name)
    return { as: name, ...output }
  })
}

/** The one form among those of the same meaning: names follow from what they hold, and empty parts are left out. */
export function normal(representation: Representation): Representation {
  const tidy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(tidy)
    if (typeof value !== 'object' || value === null) return value
    const made: Record<string, unknown> = {}
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined || (key === 'not' && part === false)) continue
      if (
        key === 'where' &&
        Array.isArray(part) &&
        part.length === 0 &&
        made.kind !== 'exists' &&
        (value as { kind?: string }).kind !== 'exists'
      )
        continue
      made[key] = tidy(part)
    }
    if (made.kind === 'previous' && made.n === 1) delete made.n
    if (made.kind === 'between' && 'from' in made) {
      const { kind, from, to } = made
      return from === null && to === null ? { kind: 'all' } : { kind, from, to }
    }
    return made
  }
  const { select, where, by, order, limit, shape, dataset, universe, when, per, ends } = representation
  return {
    shape,
    dataset,
    universe: Object.fromEntries(
      Object.entries(tidy(universe) as object).filter(([, part]) => !(Array.isArray(part) && part.length === 0)),
    ),
    when: tidy(when),
    select: named(select.map(({ as: _, ...rest }) => tidy(rest) as Output)),
    where: where.map(tidy),
    by,
    order,
    limit,
    ...(per === undefined ? {} : { per }),
    ...(ends === undefined ? {} : { ends }),
    notes: [],
  } as Representation
}

export type Canonical = {
  readonly print: (representation: Representation, form: Form) => string
  /** A part of a sentence about a dataset: a window, a condition, what is asked. */
  readonly say: (symbol: string, value: unknown, dataset: string, form: Form) => string
  /** What the sentence means; none where it is no sentence of this language, several where the rules are at fault. */
  readonly read: (sentence: string, form: Form) => Representation[]
  readonly tokens: (representation: Representation) => string[]
  readonly fromTokens: (tokens: readonly string[]) => Representation
}

const nowhere = { dataset: '' }

/** The names of ids, for sentences that people read; reading a sentence back needs none. */
export function namesOf({ securities, named: others }: Facts): NameOf {
  const names = new Map(securities.map(({ id, name }) => [id, name]))
  return (dataset, id) =>
    others[dataset as keyof typeof others]?.find((one) => one.id === id && one.name !== id)?.name ??
    names.get(id) ??
    null
}

export function createCanonical(nameOf: NameOf = () => null): Canonical {
  const grammar: Grammar = createGrammar(rules, leavesWith(nameOf), separators)
  const whole = (value: unknown) => normal(value as Representation)
  return {
    print: (representation, form) =>
      grammar.print('sentence', withoutNames(normal(representation)), nowhere, form) + (form === 'zh' ? '。' : '.'),
    say: (symbol, value, dataset, form) => grammar.print(symbol, value, { dataset }, form),
    read: (sentence, form) => {
      const text = sentence.trim().replace(/[.。]$/, '')
      const found = grammar.read('sentence', text, nowhere, form).map(whole)
      return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
    },
    tokens: (representation) => grammar.tokens('sentence', withoutNames(normal(representation)), nowhere),
    fromTokens: (tokens) => whole(grammar.fromTokens('sentence', tokens, nowhere)),
  }
}

const withoutNames = (representation: Representation) => {
  const { select, notes: _, ...rest } = representation
  return { ...rest, select: select.map(({ as: _as, ...output }) => output) }
}
