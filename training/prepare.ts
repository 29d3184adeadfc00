import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanonical } from '../src/ask/canonical/canonical.ts'
import { computed } from '../src/ask/computed.ts'
import { encode, refer } from '../src/ask/reader/encode.ts'
import { wordsOf } from '../src/ask/reader/model/model.ts'
import { createNames } from '../src/ask/reader/names.ts'
import { idsOf, learnVocabulary, marks, vocabularyOf } from '../src/ask/reader/pieces.ts'
import { inSaidUnits } from '../src/ask/reader/saidUnit.ts'
import type { Representation } from '../src/ask/representation.ts'
import { columnsOf } from '../src/catalogue/dataset.ts'
import { catalogue } from '../src/catalogue/index.ts'
import { randomFrom } from '../test/support/random.ts'
import { readWriters } from './corpus.ts'
import { joined, type Labelled } from './joins.ts'
import { openMarket } from './open.ts'
import { plainQuestions } from './plain.ts'
import { asSaid } from './saidTimes.ts'
import { swapped } from './swaps.ts'

/** Writes the pairs that the model learns from: the words of a question and the words of its meaning, as numbers. */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: 'data' },
    corpus: { type: 'string', default: join(import.meta.dirname, 'corpus') },
    out: { type: 'string', default: join(import.meta.dirname, 'build') },
    extra: { type: 'string', multiple: true, default: [] },
    /** A model whose words are kept, so that its training can go on. */
    model: { type: 'string' },
  },
})
const { facts } = await openMarket(values.home)
const names = createNames(facts)
const canonical = createCanonical()
const today = facts.calendar.newest('TaiwanStockPrice')
const random = randomFrom(1)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

type Pair = { text: string; tokens: readonly string[]; from: string; weight: number }
const pairs: Pair[] = []
const meanings = new Map<string, Representation>()
const single: Labelled[] = []
const add = (text: string, given: Representation, from: string, weight = 1): void => {
  const { slots, written } = encode(text, names)
  const representation = inSaidUnits(asSaid(given, text, slots, facts.calendar), text)
  const [named, ...more] = slots.names
  const isSubject = named?.some(({ id }) => id === representation.universe.ids?.[0]) && more.length === 0
  if (isSubject || !named) single.push({ text, representation, name: isSubject ? written.get('e0')! : null })
  const tokens = canonical.tokens(representation)
  meanings.set(tokens.join(' '), representation)
  pairs.push({ text, tokens, from, weight })
}

// The labelled questions, and what others made of them.
/** Questions that no construction could say are no refusals: some can be said now. */
const reasons = { out_of_scope: 'out_of_scope', not_allowed: 'injection', ambiguous: 'ambiguous' } as const
const labelled = new Map<string, Representation>()
const folder = join(import.meta.dirname, '../src/ask/questions')
for (const file of readdirSync(folder))
  for (const line of readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')) {
    const { question, representation, declines } = JSON.parse(line)
    if (representation) {
      labelled.set(question, representation)
      add(question, representation, 'labelled')
    } else if (declines in reasons)
      pairs.push({
        text: question,
        tokens: [`refuse:${reasons[declines as keyof typeof reasons]}`],
        from: 'labelled',
        weight: 1,
      })
  }
for (const file of values.extra)
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const { of, text, voice } = JSON.parse(line)
    const representation = labelled.get(of)
    if (representation) add(text, representation, voice)
  }
for (const { writer, entries } of readWriters(values.corpus))
  for (const { sentence, refusal, questions } of entries) {
    if (refusal !== null)
      for (const { text } of questions) pairs.push({ text, tokens: [`refuse:${refusal}`], from: writer, weight: 1 })
    const [representation, ...others] = refusal === null ? canonical.read(sentence, 'code') : []
    if (representation && others.length === 0) for (const { text } of questions) add(text, representation, writer)
  }
for (const { text, representation } of plainQuestions(random)) add(text, representation, 'plain')
const written = pairs.length

// Canonical sentences of known meanings are questions too.
for (const representation of meanings.values())
  for (const form of ['zh', 'en'] as const)
    pairs.push({
      text: canonical.print(representation, form),
      tokens: canonical.tokens(representation),
      from: form,
      weight: 0.3,
    })

// The same question about another column of the dataset, where the question calls the column by a name of the registry.
const surfaces = new Map<string, { column: string; group: string; words: string[] }[]>()
for (const dataset of catalogue) {
  const own = [
    ...columnsOf(dataset).map(([column, field]) => ({ column, field })),
    ...computed
      .filter(({ datasets }) => datasets.includes(dataset.name))
      .map((field) => ({ column: field.name, field })),
  ]
  surfaces.set(
    dataset.name,
    own.map(({ column, field }) => ({
      column,
      group: `${field.kind} ${field.unit ?? ''}`,
      words: [
        ...[field.label.zh, field.label.en].map((label) => /^[^：:；;（(]+/.exec(label)?.[0].trim() ?? label),
        ...(field.also?.zh ?? []),
        ...(field.also?.en ?? []),
      ]
        .filter((word) => word.length > 1)
        .sort((a, b) => b.length - a.length),
    })),
  )
  // A name that several columns have says nothing of which one is meant.
  for (const one of surfaces.get(dataset.name)!)
    one.words = one.words.filter((word) =>
      surfaces.get(dataset.name)!.every((other) => other === one || !other.words.includes(word)),
    )
}
// The same question with the word that decides exchanged for its counterpart.
let turned = 0
for (const { text, tokens, from, weight } of pairs.slice(0, written))
  for (const other of swapped(text, tokens)) {
    pairs.push({ ...other, from: `${from} turned`, weight: weight * 0.5 })
    turned++
  }

// The same question with what people say around it.
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(encode(text, names).slots.names.flatMap((referents) => referents.map(({ id }) => id)))
const fillers = readFileSync(join(import.meta.dirname, 'fillers.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, language, place, words] = /^(zh|en) (before|after) (.*)$/.exec(line) ?? []
    return words === undefined ? [] : [{ language, place, words, names: namesIn(words) }]
  })
const fillersOf = Map.groupBy(fillers, ({ language, place }) => `${language} ${place}`)
/** Something to say around a question, with no name that the question asks about. */
const filler = (language: string, place: string, named: ReadonlySet<string>): string => {
  const { words, names: own } = pick(fillersOf.get(`${language} ${place}`)!)
  return ![...own].some((one) => named.has(one)) ? words : ''
}
let filled = 0
for (const { text, tokens, from, weight } of pairs.slice(0, written)) {
  if (random() < 0.2 || text.length > 120) continue
  const language = /[\u4e00-\u9fff]/.test(text) ? 'zh' : 'en'
  const [before, more, after] = [random() < 0.8, random() < 0.25, random() < 0.4]
  const named = namesIn(text)
  const say = (place: string, isSaid: boolean): string => (isSaid ? filler(language, place, named) : '')
  pairs.push({
    text: `${say('before', more)}${say('before', before)}${text}${say('after', after)}`,
    tokens,
    from: `${from} filled`,
    weight: weight * 0.5,
  })
  filled++
}

// Two questions about one subject, asked at once.
const joins = joined(single, random, 12_000)
for (const { text, representation } of joins)
  pairs.push({ text, tokens: canonical.tokens(representation), from: 'joined', weight: 0.5 })

const isEnglish = (text: string) => !/[\u4e00-\u9fff]/.test(text)
let others = 0
for (const { text, tokens, from, weight } of pairs.slice(0, written)) {
  const dataset = tokens[1]?.startsWith('d:') ? tokens[1].slice(2) : ''
  const columns = [...new Set(tokens.filter((token) => token.startsWith('c:')).map((token) => token.slice(2)))]
  if (columns.length !== 1 || tokens.some((token) => token.startsWith('d:') && token !== tokens[1])) continue
  const known = surfaces.get(dataset) ?? []
  const own = known.find(({ column }) => column === columns[0])
  const word = own?.words.find((one) => text.toLowerCase().includes(one.toLowerCase()))
  if (!own || !word) continue
  const similar = known.filter(({ column, group }) => column !== own.column && group === own.group)
  for (let n = 0; n < Math.min(3, similar.length); n++) {
    const other = pick(similar)
    const fitting = other.words.filter((one) => isEnglish(one) === isEnglish(word))
    if (fitting.length === 0) continue
    const at = text.toLowerCase().indexOf(word.toLowerCase())
    pairs.push({
      text: text.slice(0, at) + pick(fitting) + text.slice(at + word.length),
      tokens: tokens.map((token) => (token === `c:${own.column}` ? `c:${other.column}` : token)),
      from: `${from} another`,
      weight: weight * 0.5,
    })
    others++
  }
}

const encoded = pairs.flatMap(({ text, tokens, from, weight }) => {
  const { words, slots } = encode(text, names)
  const target = tokens.map((token) => refer(token, slots, today))
  // A security that the question does not name cannot be learned from it, nor a day, nor the month of a contract.
  const isHidden = target.some(
    (token) =>
      (token.startsWith('i:') && facts.securities.some(({ id }) => id === token.slice(2))) ||
      token.startsWith('t:') ||
      /^v:"20\d{4}/.test(token),
  )
  return isHidden || words.length > 200 || target.length > 150 ? [] : [{ words, target, from, weight }]
})
const kept = values.model ? wordsOf(readFileSync(values.model)) : null
const source =
  kept?.source ??
  learnVocabulary(
    encoded.map(({ words }) => words),
    8,
    2_000,
  )
const targets = new Set(kept?.target ?? marks)
// Every column and dataset has a word, also those that no question asks for.
for (const { name } of catalogue) targets.add(`d:${name}`)
for (const list of surfaces.values()) for (const { column } of list) targets.add(`c:${column}`)
for (const { target } of encoded) for (const token of target) targets.add(token)
const target = [...targets]
const added = kept ? target.length - kept.target.length : 0
const [sourceWords, targetWords] = [vocabularyOf(source), vocabularyOf(target)]
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'vocabulary.json'), JSON.stringify({ source, target }))
writeFileSync(
  join(values.out, 'pairs.jsonl'),
  encoded
    .map(({ words, target: own, from, weight }) =>
      JSON.stringify([idsOf(words, sourceWords), own.map((token) => targetWords.ids.get(token)!), from, weight]),
    )
    .join('\n'),
)
process.stdout.write(
  `${meanings.size} meanings, ${written} written questions, ${others} with another column, ${turned} turned, ${filled} filled, ${joins.length} joined, ${encoded.length} pairs of ${pairs.length}; ${source.length} words of questions, ${target.length} words of meanings${kept ? `, ${added} of them new` : ''}\n`,
)
process.exit(0)
