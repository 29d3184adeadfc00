import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type AskFixture, openFixture } from '../../../test/support/ask.ts'
import { encode, refer, resolve } from './encode.ts'
import { createNames, type Names } from './names.ts'

let asked: AskFixture
let names: Names
before(async () => {
  asked = await openFixture()
  names = createNames(asked.facts)
})
after(() => asked.close())

test('names, numbers and days of a question become marks, and marks lead back to what was written', () => {
  const { words, slots, written } = encode('台積電跟２３１７近20日，6/30之後漲過５％嗎', names)
  assert.equal(words.join(' '), '<e0> <stock> 跟 <e1> <stock> 近 <n0> <some> 日 , <d0> 之 后 涨 过 <n1> <few> % 吗')
  assert.deepEqual(
    slots.names.map(([first]) => first!.id),
    ['2330', '2317'],
  )
  assert.equal(written.get('e1'), '２３１７')
  assert.equal(written.get('n1'), '５')
})

test('a name for several stands for each of them', () => {
  const { slots } = encode('貨櫃三雄今天收盤', names)
  assert.deepEqual(
    slots.names.map(([first]) => first!.id),
    ['2603', '2609', '2615'],
  )
})

test('a reference into a question stands for the word that was referred to', () => {
  const { slots } = encode('台積電 6/30 起 500億 三成 2330 半導體業 114年', names)
  for (const token of ['i:2330', 'n:50000000000', 't:2026-06-30', 'v:"半導體業"', 'n:2025', 'n:-50000000000']) {
    const reference = refer(token, slots, '2026-11-13')
    assert.match(reference, /^[invt]#/, token)
    assert.equal(
      resolve(reference, slots, '2026-11-13', () => true),
      token,
    )
  }
  assert.equal(refer('i:2317', slots, '2026-11-13'), 'i:2317')
  assert.equal(
    resolve('i#9', slots, '2026-11-13', () => true),
    null,
  )
})

test('any text can be encoded, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const { words } = encode(text, names)
      assert.ok(words.every((word) => word.length > 0))
    }),
  )
})
