import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Facts } from '../facts.ts'
import { industries } from './industries.ts'
import { nicknames } from './nicknames.ts'
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
const notNames = new Set(
  readFileSync(join(import.meta.dirname, 'not-names.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(plainText),
)

export function createNames({ securities, named }: Facts): Names {
  const table = new Map<string, Referent[]>()
  let longest = 0
  const add = (surface: string, referent: Referent): void => {
    const key = plainText(surface).trim()
    if (key.length < 2 || notNames.has(key)) return
    const known = table.get(key) ?? []
    if (!known.some(({ kind, id }) => kind === referent.kind && id === referent.id)) known.push(referent)
    table.set(key, known)
    longest = Math.max(longest, key.length)
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
        longest = Math.max(longest, surface.length)
      } else add(surface, referents[0]![0]!)
  }
  for (const { id } of named.USStockPrice) add(id.replace('^', ''), { kind: 'us', id })
  for (const { id, name } of named.TaiwanCBOverview) {
    add(id, { kind: 'cb', id })
    add(name, { kind: 'cb', id })
  }
  for (const { id, name } of named.TaiwanStockSectorPrice) {
    add(name, { kind: 'sector', id })
    add(name.replace(/類?(報酬)?指數$/, '').concat('類股'), { kind: 'sector', id })
  }
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
        for (let size = Math.min(longest, text.length - at); size >= 2; size--) {
          const key = text.slice(at, at + size)
          if (!table.has(key) && !groups.has(key)) continue
          if (isLatin(key[0]) && isLatin(text[at - 1])) continue
          if (isLatin(key.at(-1)) && isLatin(text[at + size])) continue
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
