import { find } from '../catalogue/index.ts'
import type { Facts } from './facts.ts'
import type { Note, Representation } from './representation.ts'

type Language = 'en' | 'zh'

const notes: Readonly<Record<Note['code'], (value: string | number | undefined) => Record<Language, string>>> = {
  default_limit: (n) => ({ en: `no number given, so ${n} rows`, zh: `未指定筆數，取 ${n} 筆` }),
  default_date: (date) => ({ en: `no date given, so the newest, ${date}`, zh: `未指定日期，取最新的 ${date}` }),
  default_measure: (column) => ({ en: `taken to be about ${column}`, zh: `以 ${column} 為準` }),
  raw_prices: () => ({ en: 'prices are not adjusted', zh: '價格未還原' }),
  all_markets: () => ({ en: 'listed and OTC markets together', zh: '上市與上櫃合計' }),
  name: (name) => ({ en: `read as ${name}`, zh: `解讀為 ${name}` }),
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
  const range = calendar.range(when, dataset)
  const time =
    range.from === null && range.to === null
      ? zh
        ? '全部期間'
        : 'all dates'
      : range.from === range.to
        ? `${range.to}`
        : `${range.from ?? '…'} ${zh ? '至' : 'to'} ${range.to ?? '…'}`
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
    ...(who.length > 0 ? [`${zh ? '對象' : 'For'}: ${who.join(zh ? '、' : ', ')}`] : []),
    ...(limit === null ? [] : [zh ? `最多 ${limit} 筆` : `At most ${limit} rows`]),
    ...representation.notes.map(({ code, value }) => `${zh ? '假設' : 'Assumed'}: ${notes[code](value)[language]}`),
  ]
}
