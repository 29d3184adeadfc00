import type { Language } from '../../errors.ts'

/** What stands at one place in English and in Chinese: a text, or a list or a map of texts. */
type Pair<T = unknown> = readonly [en: T, zh: T]

/** Names that the data has in one language alone, with their form in the other. */
export type Names = Readonly<Record<string, string>>

/** Texts that are looked up by a name that may have none. */
export type ByName = Readonly<Record<string, Pair<string>>>

type Texts = { readonly [name: string]: Pair | ((...blanks: never[]) => Pair) | Texts }

type Widened<T> = [T] extends [string] ? string : [T] extends [number] ? number : Names extends T ? Names : T

type InOne<T> = T extends Pair
  ? Widened<T[0] | T[1]>
  : T extends (...blanks: infer Blanks) => Pair
    ? (...blanks: Blanks) => Widened<ReturnType<T>[0] | ReturnType<T>[1]>
    : { readonly [Name in keyof T]: InOne<T[Name]> }

function inOne(texts: unknown, at: 0 | 1): unknown {
  if (Array.isArray(texts)) return texts[at]
  if (typeof texts === 'function') return (...blanks: unknown[]) => texts(...blanks)[at]
  return Object.fromEntries(Object.entries(texts as Texts).map(([name, inner]) => [name, inOne(inner, at)]))
}

/** Texts written side by side, English first, as those of each language. */
export const inBoth = <const T extends Texts>(texts: T): Readonly<Record<Language, InOne<T>>> => ({
  en: inOne(texts, 0) as InOne<T>,
  zh: inOne(texts, 1) as InOne<T>,
})
