import type { Facts } from '../facts.ts'
import { places } from '../grammar/places/places.ts'
import type { Subject } from '../grammar/senses.ts'
import { nicknames } from '../reader/nicknames.ts'
import { simplified } from './traits.ts'

/** A name that stands in a question, and the id the data knows it by. */
export type Known = { readonly text: string; readonly id: string; readonly dataset: string }

const most = 20

/** The dataset that is asked for what a name stands for. */
const datasets: Readonly<Partial<Record<Subject, string>>> = {
  index: 'TaiwanWeightedIndex',
  currency: 'ExchangeRate',
  gold: 'GoldPrice',
  oil: 'CrudeOilPrices',
  bond: 'USBondYield',
  bank: 'CentralBankRate',
  us: 'USStockPrice',
  futures: 'TaiwanFuturesDaily',
  option: 'TaiwanOptionDaily',
}
/** Names that are other words first. */
const notNames = new Set(['won', 'rand', 'dong', 'dia', 'mu', 'the index', 'dow', '集中市場', '油價', '原油', 'oil'])

/** Taiwan securities that are traded in the United States too, under another id. */
const abroad: Readonly<Record<string, string>> = { '2330': 'TSM', '2303': 'UMC', '3711': 'ASX' }
const ofAbroad =
  /\badrs?\b|美股|美國(掛牌|上市)|美国(挂牌|上市)|\bnyse\b|new york|\bu\.?s\.?[- ](listed|listing|shares?)\b/i

/** The other names that people have for what the data knows by id. */
function alsoKnown({ securities, named }: Facts): Known[] {
  const ids = new Set([...securities, ...named.USStockPrice].map(({ id }) => id))
  return [
    ...[...nicknames].flatMap(([id, also]) =>
      // A name for several together stands for each.
      id
        .split('+')
        .flatMap((one) =>
          ids.has(one) ? also.map((text) => ({ text, id: one, dataset: 'TaiwanStockOverview' })) : [],
        ),
    ),
    ...places.flatMap(({ subject, id, phrases }) => {
      const dataset = datasets[subject]
      return dataset === undefined || (subject === 'us' && !ids.has(id))
        ? []
        : phrases.filter((text) => !notNames.has(text)).map((text) => ({ text, id, dataset }))
    }),
  ]
}

const isLatin = (character: string | undefined): boolean => character !== undefined && /[a-z0-9]/i.test(character)

/** Where a name stands in a text as a word of its own: TSM is not in TSMC. Chinese has no gaps between words. */
function placesOf(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1], text[at + name.length]]
    if (!(isLatin(name[0]) && isLatin(before)) && !(isLatin(name.at(-1)) && isLatin(after))) places.push(at)
  }
  return places
}

/** Names of the data that the question itself uses, the longest first where they overlap; no other row leaves the house. */
export function namesIn(question: string, facts: Facts): readonly Known[] {
  const { securities, named } = facts
  const own: Known[] = [
    ...securities.map(({ id, name }) => ({ text: name, id, dataset: 'TaiwanStockOverview' })),
    ...Object.entries(named).flatMap(([dataset, list]) => list.map(({ id, name }) => ({ text: name, id, dataset }))),
  ]
  // A ticker is written in capitals, or it is a word: ON, IT, ALL. What people call a company is written as they like.
  const all = [
    ...own.map((known) => ({ known, anyCase: false })),
    ...alsoKnown(facts).map((known) => ({ known, anyCase: true })),
  ].filter(({ known }) => known.text.length > 1)
  // In either script.
  let rest = simplified(question)
  const found: Known[] = []
  for (const { known, anyCase } of all.sort((a, b) => b.known.text.length - a.known.text.length)) {
    const name = simplified(known.text)
    const places = anyCase ? placesOf(lowered(rest), lowered(name)) : placesOf(rest, name)
    if (places.length === 0) {
      // The same name in another dataset is another thing.
      if (found.some(({ text, id }) => text === known.text && id !== known.id)) found.push(known)
      continue
    }
    found.push(known)
    const { length } = known.text
    for (const at of places) rest = `${rest.slice(0, at)}${' '.repeat(length)}${rest.slice(at + length)}`
  }
  const listed = ofAbroad.test(question)
    ? found.flatMap(({ text, id }) => (abroad[id] ? [{ text, id: abroad[id] }] : []))
    : []
  return [...found, ...listed.map((one) => ({ ...one, dataset: 'USStockPrice' }))].slice(0, most)
}

/** As long as it was: letters that grow when they are made small stay as they are. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
