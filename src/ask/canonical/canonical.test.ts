import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { questions } from '../../../test/support/questions.ts'
import { randomFrom } from '../../../test/support/random.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import type { Representation } from '../representation.ts'
import { createCanonical, normal } from './canonical.ts'
import { leavesWith } from './leaves.ts'
import { rules } from './rules.ts'

const forms = ['en', 'zh', 'code'] as const
const isTorture = process.env.TORTURE !== undefined
const canonical = createCanonical((_, id) => (id === '2330' ? '台積電' : null))

/** The meanings of one labelled question in six, and with TORTURE of every one. */
const meant = questions.filter(({ representation }, at) => representation && (isTorture || at % 6 === 0))

test('the meaning of a labelled question is one sentence that reads back to it', () => {
  for (const [at, { question, representation }] of meant.entries()) {
    if (!representation) continue
    const wanted = normal(representation)
    // In each of the forms in turn; with TORTURE in all of them.
    for (const form of forms.filter((_, n) => isTorture || n === at % forms.length)) {
      const sentence = canonical.print(representation, form)
      assert.deepEqual(canonical.read(sentence, form), [wanted], `${question}: ${sentence}`)
    }
    assert.deepEqual(canonical.fromTokens(canonical.tokens(representation)), wanted, question)
  }
})

/** A random value of a symbol, by the table itself. */
function sample(dataset: string, depth: number, random: () => number): unknown {
  const leaves = leavesWith(() => null)
  let isFirst = true
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const made = (of: string, inside: string, left: number): unknown => {
    if (of.endsWith('*'))
      return Array.from({ length: 1 + Math.floor(random() * 2) }, () => made(of.slice(0, -1), inside, left))
    const leaf = leaves[of]
    if (leaf) {
      if (of === 'dataset' && isFirst) {
        isFirst = false
        return dataset
      }
      const tokens = leaf.tokens({ dataset: inside })
      if (tokens !== null) return leaf.fromToken(pick(tokens))
      if (of === 'count') return 1 + Math.floor(random() * 30)
      if (of === 'number') return pick([0, 5, -3, 1.25, 50_000_000_000, 0.0001, 1_000])
      if (of === 'date') return pick(['2026-01-05', '2025-12-31'])
      if (of === 'id') return pick(['2330', '00631L', 'TX', '^GSPC', 'BRK.B', '台 指'])
      return pick(['quarterly', '半導體業', 15, true, false, 'a or b'])
    }
    const simple = rules[of]!.filter(({ slots }) =>
      Object.values(slots).every((slot) => !/measure|condition/.test(slot)),
    )
    const rule = pick(left > 0 || simple.length === 0 ? rules[of]! : simple)
    const parts: Record<string, unknown> = {}
    for (const [slot, inner] of Object.entries(rule.slots))
      if (!rule.optional.has(slot) || random() < 0.3)
        parts[slot] = made(inner, typeof parts.dataset === 'string' ? parts.dataset : inside, left - 1)
    return rule.build(parts, { dataset: inside })
  }
  return made('sentence', '', depth)
}

test('a sentence of any meaning that the rules can say reads back to it, and to nothing else', () => {
  for (const { name } of contractDatasets)
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const wanted = normal(sample(name, 3, randomFrom(seed)) as Representation)
        for (const form of forms) {
          const sentence = canonical.print(wanted, form)
          assert.deepEqual(canonical.read(sentence, form), [wanted], sentence)
        }
        assert.deepEqual(canonical.fromTokens(canonical.tokens(wanted)), wanted)
      }),
      { numRuns: isTorture ? 100 : 2 },
    )
})

test('what is no sentence has no meaning', () => {
  for (const text of [
    '',
    '台積電',
    'Daily stock prices: closing price',
    'Daily stock prices: closing price for 2330, the latest date, please',
  ])
    for (const form of forms) assert.deepEqual(canonical.read(text, form), [], text)
})
