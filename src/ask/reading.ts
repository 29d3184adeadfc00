import { type Canonical, createCanonical, namesOf } from './canonical/canonical.ts'
import type { Facts } from './facts.ts'
import type { Note, Representation, Window } from './representation.ts'

type Language = 'en' | 'zh'

const notes: Readonly<Record<Note['code'], (value: string | number | undefined) => Record<Language, string>>> = {
  default_limit: (n) => ({ en: `no number given, so ${n} rows`, zh: `未指定筆數，取 ${n} 筆` }),
  default_date: (date) => ({ en: `no date given, so the newest, ${date}`, zh: `未指定日期，取最新的 ${date}` }),
  default_measure: (column) => ({ en: `taken to be about ${column}`, zh: `以 ${column} 為準` }),
  raw_prices: () => ({ en: 'prices are not adjusted', zh: '價格未還原' }),
  all_markets: () => ({ en: 'listed and OTC markets together', zh: '上市與上櫃合計' }),
  name: (name) => ({ en: `read as ${name}`, zh: `解讀為 ${name}` }),
}

/** Every window inside the measures and conditions, each once. */
function windowsIn(node: unknown, found = new Map<string, Window>()): Window[] {
  if (typeof node !== 'object' || node === null) return []
  for (const [name, inner] of Object.entries(node))
    if (['window', 'since', 'until', 'when'].includes(name)) found.set(JSON.stringify(inner), inner as Window)
    else windowsIn(inner, found)
  return [...found.values()]
}

const kept = new WeakMap<Facts, Canonical>()
/** The canonical language with the names of these facts. */
export function canonicalOf(facts: Facts): Canonical {
  const known = kept.get(facts) ?? createCanonical(namesOf(facts))
  kept.set(facts, known)
  return known
}

/** The same months of several years. */
const saidYears = (months: readonly number[], from: string, to: string, zh: boolean): string => {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  const one = months.length === 1 ? `${months[0]}` : `${months[0]}-${months.at(-1)}`
  return zh ? `${first} 至 ${last} 各年 ${one} 月` : `month ${one} of ${first} to ${last}`
}

/** What was understood, line by line: names resolved, dates found, defaults taken. Built from typed values alone. */
export function readingOf(representation: Representation, facts: Facts, language: Language): string[] {
  const { dataset, when } = representation
  const zh = language === 'zh'
  const said = (window: Window): string => {
    const { from, to, months } = facts.calendar.range(window, dataset)
    if (from === null && to === null) return zh ? '全部期間' : 'all dates'
    if (months && from && to) return saidYears(months, from, to, zh)
    return from === to ? `${to}` : `${from ?? '…'} ${zh ? '至' : 'to'} ${to ?? '…'}`
  }
  const time = said(when)
  const within = windowsIn([representation.select, representation.where]).map(said)
  const times = [...new Set(within)].filter((other) => other !== time)
  return [
    `${zh ? '解讀' : 'Reading'}: ${canonicalOf(facts).print(representation, language)}`,
    `${zh ? '期間' : 'Dates'}: ${[time, ...times].join(zh ? '、' : ', ')}`,
    `${zh ? '資料集' : 'Dataset'}: ${dataset}`,
    ...representation.notes.map(({ code, value }) => `${zh ? '假設' : 'Assumed'}: ${notes[code](value)[language]}`),
  ]
}
