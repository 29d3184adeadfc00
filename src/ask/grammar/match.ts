import { type Atom, atomsOf } from './atoms.ts'
import { numberAt } from './numbers.ts'

/** Small patterns over atoms: each part says where it ends and what it took, or that it does not fit. */
export type Got = Readonly<Record<string, number | string>>
export type Pattern = (atoms: readonly Atom[], from: number) => { readonly next: number; readonly got: Got } | null

const wordsOf = (phrase: string): string[] => atomsOf(phrase).map(({ text }) => text)

const literally =
  (texts: readonly string[]): Pattern =>
  (atoms, from) =>
    texts.every((text, i) => atoms[from + i]?.text === text) ? { next: from + texts.length, got: {} } : null

/** One of several phrases, the longest that fits: `any('近|最近|過去')`. */
export const any = (phrases: string): Pattern => {
  const patterns = phrases
    .split('|')
    .map(wordsOf)
    .sort((a, b) => b.length - a.length)
    .map(literally)
  return (atoms, from) => {
    for (const pattern of patterns) {
      const found = pattern(atoms, from)
      if (found) return found
    }
    return null
  }
}

/** One of several phrases, remembered under a name as what it stands for. */
export const choice = (name: string, phrases: Readonly<Record<string, string>>): Pattern => {
  const options = Object.entries(phrases)
    .flatMap(([value, list]) => list.split('|').map((phrase) => ({ value, texts: wordsOf(phrase) })))
    .sort((a, b) => b.texts.length - a.texts.length)
  return (atoms, from) => {
    for (const { value, texts } of options)
      if (texts.every((text, i) => atoms[from + i]?.text === text))
        return { next: from + texts.length, got: { [name]: value } }
    return null
  }
}

/** A number, held within bounds. */
export const count =
  (name: string, min = 1, max = 5000): Pattern =>
  (atoms, from) => {
    const found = numberAt(atoms, from)
    return found && Number.isInteger(found.value) && found.value >= min && found.value <= max
      ? { next: found.next, got: { [name]: found.value } }
      : null
  }

/** Digits of a given length, as in a year or a day of the month. */
export const digits =
  (name: string, min: number, max: number, { low = 0, high = 9999 } = {}): Pattern =>
  (atoms, from) => {
    const atom = atoms[from]
    if (atom?.kind !== 'number' || !/^\d+$/.test(atom.text)) return null
    const value = Number(atom.text)
    return atom.text.length >= min && atom.text.length <= max && value >= low && value <= high
      ? { next: from + 1, got: { [name]: value } }
      : null
  }

export const seq =
  (...parts: readonly Pattern[]): Pattern =>
  (atoms, from) => {
    let next = from
    let got: Got = {}
    for (const part of parts) {
      const found = part(atoms, next)
      if (!found) return null
      next = found.next
      got = { ...got, ...found.got }
    }
    return { next, got }
  }

export const maybe = (...parts: readonly Pattern[]): Pattern => {
  const inner = seq(...parts)
  return (atoms, from) => inner(atoms, from) ?? { next: from, got: {} }
}

export const either =
  (...patterns: readonly Pattern[]): Pattern =>
  (atoms, from) => {
    let best: ReturnType<Pattern> = null
    for (const pattern of patterns) {
      const found = pattern(atoms, from)
      if (found && (!best || found.next > best.next)) best = found
    }
    return best
  }
