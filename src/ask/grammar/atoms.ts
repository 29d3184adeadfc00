import { simplify } from '../reader/simplified.ts'

/** The smallest pieces of a question: a Chinese character, a word, a number, a sign. */
export type Atom = {
  readonly text: string
  readonly kind: 'han' | 'word' | 'number' | 'sign'
  /** Where it stands in the question as asked. */
  readonly from: number
  readonly to: number
}

/** Words that end in s without being plurals. */
const singular = /(?:ss|us|is)$/
const kept = new Set(['news', 'eps', 'ets', 'plus', 'minus', 'lots', 'hours'])

/** A word without its plural and in one spelling; the same for the lexicon and the question. */
const stem = (word: string): string => singularOf(word).replace(/isation$/, 'ization')

function singularOf(word: string): string {
  if (word.length <= 3 || kept.has(word) || singular.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const piece = /\p{Script=Han}|[〇]|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[a-z]+|\S/gu
const quotes: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '～': '~',
  '﹣': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}

/** Cuts a question into atoms. Characters are compared in one width, one case and one script. */
export function atomsOf(question: string): Atom[] {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const letter of question) {
    const plain = [...letter.normalize('NFKC').toLowerCase()].map((one) => simplify(quotes[one] ?? one)).join('')
    for (let i = 0; i < plain.length; i++) origin.push(at)
    folded += plain
    at += letter.length
  }
  origin.push(at)
  const atoms: Atom[] = []
  for (const match of folded.matchAll(piece)) {
    const [text] = match
    const kind = /^\d/.test(text)
      ? 'number'
      : /^[a-z]/.test(text)
        ? 'word'
        : /^[\p{Script=Han}〇]/u.test(text)
          ? 'han'
          : 'sign'
    const end = match.index + text.length
    atoms.push({
      text: kind === 'word' ? stem(text) : kind === 'number' ? text.replaceAll(',', '') : text,
      kind,
      from: origin[match.index]!,
      to: origin[end - 1]! + (question.codePointAt(origin[end - 1]!)! > 0xffff ? 2 : 1),
    })
  }
  return atoms.filter((atom, i) => !isJoining(atom, atoms[i - 1], atoms[i + 1]))
}

/** A hyphen between words only joins them; between numbers it is a date or a span. */
const isJoining = (atom: Atom, before: Atom | undefined, after: Atom | undefined): boolean =>
  atom.text === '-' &&
  before !== undefined &&
  after !== undefined &&
  before.to === atom.from &&
  after.from === atom.to &&
  !(before.kind === 'number' && after.kind === 'number')

export const textOf = (question: string, atoms: readonly Atom[]): string =>
  atoms.length === 0 ? '' : question.slice(atoms[0]!.from, atoms.at(-1)!.to)
