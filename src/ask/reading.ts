import { find } from '../catalogue/index.ts'
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
  if (Array.isArray(node)) for (const item of node) windowsIn(item, found)
  else if (typeof node === 'object' && node !== null)
    for (const [name, inner] of Object.entries(node))
      if (['window', 'since', 'when'].includes(name)) found.set(JSON.stringify(inner), inner as Window)
      else windowsIn(inner, found)
  return [...found.values()]
}

/** What was understood, line by line: names resolved, dates found, defaults taken. Built from typed values alone. */
export function readingOf(
  representation: Representation,
  { calendar, securities }: Facts,
  language: Language,
): string[] {
  const { dataset, universe, when, limit } = representation
  const zh = language === 'zh'
  const title = find(dataset)?.title[language] ?? ''
  const said = (window: Window): string => {
    const { from, to } = calendar.range(window, dataset)
    if (from === null && to === null) return zh ? '全部期間' : 'all dates'
    return from === to ? `${to}` : `${from ?? '…'} ${zh ? '至' : 'to'} ${to ?? '…'}`
  }
  const time = said(when)
  const within = windowsIn([representation.select, representation.where]).map(said)
  const times = [...new Set(within)].filter((other) => other !== time)
  const name = (id: string) => {
    const known = securities.find((security) => security.id === id)
    return known ? `${id} ${known.name}` : id
  }
  const who = [
    ...(universe.ids ?? []).map(name),
    ...(universe.industry ?? []),
    ...(universe.market ?? []),
    ...(universe.type ?? []),
  ]
  return [
    `${zh ? '解讀' : 'Reading'}: ${dataset} (${title}), ${time}`,
    ...(times.length > 0 ? [`${zh ? '期間' : 'Over'}: ${times.join(zh ? '、' : ', ')}`] : []),
    ...(who.length > 0 ? [`${zh ? '對象' : 'For'}: ${who.join(zh ? '、' : ', ')}`] : []),
    ...(limit === null ? [] : [zh ? `最多 ${limit} 筆` : `At most ${limit} rows`]),
    ...representation.notes.map(({ code, value }) => `${zh ? '假設' : 'Assumed'}: ${notes[code](value)[language]}`),
  ]
}
