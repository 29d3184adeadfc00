import type { Facts } from '../facts.ts'
import { entities, industries, nicknames, wordsOf } from './lexicon.ts'
import { isLatin, plainText } from './text.ts'

/** What a name can stand for: an id of some datasets, or a value such as an industry. */
export type Referent = { readonly kind: string; readonly id: string }

/** A name found in a question. */
type NameMention = {
  readonly from: number
  readonly to: number
  /** What the name can stand for; of a name for several together (貨櫃三雄), each in turn. */
  readonly members: readonly (readonly Referent[])[]
}

export type Names = {
  readonly find: (text: string) => NameMention[]
}

/** Names that are said for other things more often than for a security. */
const notNames = new Set(wordsOf('not-names.txt'))

/** Some codes of stocks are also years: what stands around them decides. */
const isYear = (key: string, before: string, after: string): boolean =>
  /^(19|20)\d\d$/.test(key) &&
  (/^\s?(年|[-/]\d|q[1-4])/.test(after) ||
    /(民国|西元|fy|cy|q[1-4]|h[12]|\b(since|during|year|fiscal|calendar|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*)\s?$/.test(
      before,
    ) ||
    (/^20[12]/.test(key) && /\bin $/.test(before)))

export function createNames({ securities, named }: Facts): Names {
  const table = new Map<string, Referent[]>()
  /** How long the names are that begin with two letters, the longest first. */
  const sizes = new Map<string, number[]>()
  const remember = (key: string): void => {
    const known = sizes.get(key.slice(0, 2)) ?? []
    if (!known.includes(key.length))
      sizes.set(
        key.slice(0, 2),
        [...known, key.length].sort((a, b) => b - a),
      )
  }
  const add = (surface: string, referent: Referent): void => {
    const key = plainText(surface).trim()
    if (key.length < 2 || notNames.has(key)) return
    const known = table.get(key) ?? []
    if (!known.some(({ kind, id }) => kind === referent.kind && id === referent.id)) known.push(referent)
    table.set(key, known)
    remember(key)
  }
  const types = new Map(securities.map(({ id, type }) => [id, type]))
  for (const { id, name, type } of securities) {
    add(id, { kind: type, id })
    add(name, { kind: type, id })
    // People leave out what marks a company as foreign or as a re-listed one.
    const short = name.replace(/-?(KY|DR|創)\*?$/, '').replace(/\*$/, '')
    if (short !== name) add(short, { kind: type, id })
  }
  const groups = new Map<string, readonly (readonly Referent[])[]>()
  for (const [id, also] of nicknames) {
    const members = id.split('+').filter((member) => types.has(member))
    if (members.length === 0) continue
    const referents = members.map((member) => [{ kind: types.get(member)!, id: member }])
    for (const surface of also)
      if (id.includes('+')) {
        groups.set(plainText(surface), referents)
        remember(plainText(surface))
      } else add(surface, referents[0]![0]!)
  }
  for (const { id } of named.USStockPrice) add(id.replace('^', ''), { kind: 'us', id })
  for (const { id, name } of named.TaiwanCBOverview) {
    add(id, { kind: 'cb', id })
    add(name, { kind: 'cb', id })
  }
  for (const { id, name } of named.TaiwanStockSectorPrice) {
    const short = name.replace(/類?(報酬)?指數$/, '')
    for (const surface of [name, `${short}類股`, `${short}指數`, `${short}類`, `${short}類股指數`])
      add(surface, { kind: 'sector', id })
  }
  for (const { id, name } of named.TaiwanStockCompanyIndustry)
    for (const value of [id, name]) add(value, { kind: 'chain', id: value })
  for (const { id, name } of named.TaiwanFutureOptionDailyTotalOverview) add(name, { kind: 'product', id })
  for (const { kind, id, also } of entities) for (const surface of also) add(surface, { kind, id })
  for (const [surface, value] of industries(securities)) add(surface, { kind: 'industry', id: value })
  for (const { id, name } of named.TaiwanStockBrokerInfo) {
    if (id.length > 3) add(id, { kind: 'broker', id })
    add(name, { kind: 'broker', id })
  }

  return {
    find(text) {
      const found: NameMention[] = []
      for (let at = 0; at < text.length; ) {
        let end = -1
        for (const size of sizes.get(text.slice(at, at + 2)) ?? []) {
          if (at + size > text.length) continue
          const key = text.slice(at, at + size)
          if (!table.has(key) && !groups.has(key)) continue
          if (isLatin(key[0]) && isLatin(text[at - 1])) continue
          if (isLatin(key.at(-1)) && isLatin(text[at + size])) continue
          if (isYear(key, text.slice(0, at), text.slice(at + size))) continue
          // 台灣大盤 is the index of Taiwan, not the index of 台灣大.
          if (text.slice(at + size - 1, at + size + 1) === '大盘') continue
          end = at + size
          break
        }
        if (end < 0) at++
        else {
          const key = text.slice(at, end)
          found.push({ from: at, to: end, members: groups.get(key) ?? [table.get(key)!] })
          at = end
        }
      }
      return found
    },
  }
}
