import { catalogue } from '../../catalogue/index.ts'
import type { Facts } from '../facts.ts'
import { nicknames } from '../reader/nicknames.ts'
import { sameAs, tables } from './also.ts'
import { attributePhrases, canonical, columnPhrases, reserved } from './columns.ts'
import { composites } from './composites.ts'
import { events } from './events.ts'
import { fillers } from './fillers.ts'
import { companyGroups, industries, industryGroups, sectors } from './places/groups.ts'
import { places } from './places/places.ts'
import { refusals } from './refusals.ts'
import type { Entity, Sense } from './senses.ts'
import { directed, stated } from './spoken.ts'
import { createTrie, type Trie } from './trie.ts'
import { valuePhrases } from './values.ts'
import { words } from './words/lexicon.ts'

/** Everything the engine knows by name: words, the registry's columns, and the entities of the data. */
export type Vocabulary = {
  readonly trie: Trie<Sense>
  /** Names and codes for "did you mean", folded as questions are. */
  readonly names: readonly { readonly name: string; readonly entity: Entity }[]
}

export function createVocabulary(facts: Facts): Vocabulary {
  const trie = createTrie<Sense>()
  const phrases = columnPhrases(facts)
  for (const [list, targets, direction] of directed)
    for (const phrase of list.split('|'))
      trie.add(phrase, {
        t: 'columns',
        readings: targets.split('|').flatMap((target) => phrases.get(canonical(target)) ?? []),
        direction,
      })
  for (const [list, target] of sameAs)
    for (const phrase of list.split('|')) {
      const readings = phrases.get(canonical(target)) ?? []
      if (readings.length > 0) trie.add(phrase, { t: 'columns', readings })
    }
  for (const [list, target, op, value, use = 'any'] of stated)
    for (const phrase of list.split('|')) {
      const readings = phrases.get(canonical(target)) ?? []
      trie.add(phrase, { t: 'stated', readings, op, value, alone: use === 'alone' })
    }
  for (const [list, sense] of words) for (const phrase of list.split('|')) trie.add(phrase, sense)
  trie.add('trade', { t: 'columns', readings: phrases.get(canonical('成交筆數')) ?? [] })
  for (const [list, sense] of refusals) for (const phrase of list.split('|')) trie.add(phrase, sense)
  for (const [list, sense] of composites) for (const phrase of list.split('|')) trie.add(phrase, sense)
  for (const { phrases: list, key } of events)
    for (const phrase of list.split('|')) trie.add(phrase, { t: 'event', event: key })
  for (const [phrase, readings] of phrases)
    if (!reserved.has(phrase) && !isFlow.test(phrase.replaceAll(' ', ''))) trie.add(phrase, { t: 'columns', readings })
  const passed = new Set(fillers.flatMap((list) => list.split('|')).map(canonical))
  for (const [phrase, readings] of attributePhrases(phrases))
    if (!passed.has(phrase)) trie.add(phrase, { t: 'attribute', readings })
  for (const [phrase, of] of valuePhrases()) trie.add(phrase, { t: 'value', of })
  for (const { name, title, also } of catalogue)
    for (const phrase of [title.zh, title.en, ...also.zh, ...also.en])
      if (!phrases.has(canonical(phrase)) && !reserved.has(canonical(phrase)))
        trie.add(phrase, { t: 'dataset', dataset: name })
  for (const [list, dataset] of tables)
    for (const phrase of list.split('|')) trie.add(phrase, { t: 'dataset', dataset })
  for (const list of fillers) for (const phrase of list.split('|')) trie.add(phrase, { t: 'filler' })

  const names: { name: string; entity: Entity }[] = []
  const addEntity = (entity: Entity, list: readonly string[]): void => {
    for (const name of list) {
      if (name === '' || names.some((other) => other.name === name && other.entity.id === entity.id)) continue
      trie.add(name, { t: 'entity', entity })
      names.push({ name, entity })
    }
  }
  for (const { id, name } of facts.securities) {
    const bare = name.replace(/\*|-KY|-DR|-創/g, '')
    addEntity({ subject: 'stock', id, name }, [id, name, bare, ...(nicknames.get(id) ?? [])])
  }
  const known = knownPlaces(facts)
  for (const { subject, id, name, phrases: list } of places)
    if (known(subject, id)) addEntity({ subject, id, name }, list)
  for (const { id, name } of facts.named.TaiwanFuturesBrokerDaily) addEntity({ subject: 'broker', id, name }, [name])
  for (const { id, name, more } of facts.named.TaiwanStockSectorPrice) {
    const bare = name.replace(/類指數$|指數$/, '')
    addEntity({ subject: 'sector', id, name }, [id, name, ...(more === 'TWSE' ? sectorNames(bare) : [])])
  }
  for (const industry of new Set(facts.securities.map(({ industry: own }) => own))) {
    if (industry === null) continue
    const sense: Sense = { t: 'part', industry: [industry] }
    const also = (industries[industry] ?? '').split('|').filter(Boolean)
    for (const phrase of [industry, ...also])
      for (const suffix of ['', '股', '類股', '族群', '產業'])
        trie.add(/[a-z]$/i.test(phrase) && suffix ? '' : `${phrase}${suffix}`, sense)
    for (const phrase of also.filter((text) => /^[a-z]/i.test(text)))
      for (const suffix of [' industry', ' sector', ' group']) trie.add(`${phrase}${suffix}`, sense)
  }
  const chains = facts.named.TaiwanStockCompanyIndustry.map(({ id, name }) => ({ id, name }))
  for (const chain of new Set(chains.map(({ name }) => name)))
    for (const suffix of ['', '股', '概念股', '類股', '族群', '廠', '公司', '供應鏈'])
      trie.add(`${chain}${suffix}`, { t: 'part', chain })
  for (const chain of new Set(chains.map(({ id }) => id)))
    for (const suffix of ['', '股', '概念股', '族群', '產業鏈', '供應鏈'])
      trie.add(`${chain}${suffix}`, { t: 'part', chain, whole: true })
  for (const [list, group] of Object.entries(industryGroups))
    for (const phrase of list.split('|')) trie.add(phrase, { t: 'part', industry: group })
  for (const [list, ids] of Object.entries(companyGroups))
    for (const phrase of list.split('|'))
      for (const { id, name } of facts.securities)
        if (ids.includes(id)) trie.add(phrase, { t: 'entity', entity: { subject: 'stock', id, name, together: true } })
  return { trie, names }
}

/** A sector index of the main market, as people call it in both languages. */
function sectorNames(bare: string): string[] {
  const also =
    sectors[bare] ??
    Object.entries(industries).find(([industry, list]) => [industry, ...list.split('|')].includes(bare))?.[1]
  const chinese = (also ?? '').split('|').filter((text) => /^\p{Script=Han}+$/u.test(text))
  const english = (also ?? '').split('|').filter((text) => /^[a-z]/i.test(text))
  return [
    ...[bare, ...chinese].flatMap((text) => [`${text}類指數`, `${text}類股指數`, `${text}類股`, `${text}指數`]),
    ...english.flatMap((text) => [`${text} index`, `${text} sector index`, `${text} sub-index`]),
  ]
}

/** An investor and what it did are two words, so that the second can say which way. */
const isFlow =
  /^(外资|投信|自营商|法人|三大法人).*(买超|卖超|买卖超|买进|卖出)(股数|金额)?$|^(foreign|investmenttrust|dealer|institutional|allinstitution).*(buying|selling|flow|bought|sold)$/

/** Ids count only where the data has them. */
const knownPlaces =
  ({ named, calendar }: Facts) =>
  (subject: Entity['subject'], id: string): boolean => {
    const has = (list: readonly { readonly id: string }[]) => list.some((one) => one.id === id)
    if (subject === 'us') return has(named.USStockPrice)
    if (subject === 'bank') return has(named.CentralBankRate)
    if (subject === 'futures' || subject === 'option') return has(named.TaiwanFutureOptionDailyTotalOverview)
    return calendar !== undefined
  }
