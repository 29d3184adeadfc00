import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'
import { openFixture } from '../../../test/support/ask.ts'
import { encode, refer, resolve } from './encode.ts'
import { createNames } from './names.ts'

const asked = await openFixture()
const names = createNames(asked.facts)
after(asked.close)

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

test('the top 5 and the top 10 traders are named by their numbers, other rankings are not', () => {
  assert.equal(encode('top10 traders short % in TX', names).words.slice(0, 3).join(' '), 'top 1 0')
  assert.equal(encode('TX前5大交易人', names).words.join(' '), '<e0> <product> 前 5 大 交 易 人')
  assert.equal(encode('top 10 stocks', names).words.slice(0, 2).join(' '), 'top <n0>')
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
    assert.equal(resolve(reference, slots, '2026-11-13', { dataset: '', fits: () => true }), token)
  }
  assert.equal(refer('i:2317', slots, '2026-11-13'), 'i:2317')
  assert.equal(resolve('i#9', slots, '2026-11-13', { dataset: '', fits: () => true }), null)
})

test('what is no security has names in both languages', () => {
  const marksOf = (text: string) => encode(text, names).slots.names.map(([first]) => `${first!.kind} ${first!.id}`)
  assert.deepEqual(marksOf('馬幣、peso 和 sterling'), ['currency MYR', 'currency PHP', 'currency GBP'])
  assert.deepEqual(marksOf("Fed 與我國央行, Russia's central bank"), ['bank FED', 'bank CBC', 'bank CBR'])
  assert.deepEqual(marksOf('費半 S&P 500 輝達'), ['us ^SOX', 'us ^GSPC', 'us NVDA'])
  assert.deepEqual(marksOf('金融期、台指選擇權'), ['product TF', 'product TXO'])
  assert.deepEqual(marksOf('semiconductor names'), ['industry 半導體業'])
  assert.deepEqual(marksOf('台灣大盤和台灣大的收盤'), ['stock 3045'])
})

test('a code that is said as a year is a year', () => {
  for (const text of ['2330 在 2027年3月', 'fy2027 of 2330', 'since 2027 for 2330', '2027-03 2330'])
    assert.deepEqual(
      encode(text, names).slots.names.map(([first]) => first!.id),
      ['2330'],
      text,
    )
})

test('a contract is named by its month', () => {
  const referred = (text: string, token: string) => {
    const { slots } = encode(text, names)
    const reference = refer(token, slots, '2026-11-13')
    return [reference, resolve(reference, slots, '2027-02-01', { dataset: 'TaiwanFuturesDaily', fits: () => true })]
  }
  assert.deepEqual(referred('Dec TX', 'v:"202612"'), ['v#0~month', 'v:"202712"'])
  assert.deepEqual(referred('台指期十月結算', 'v:"202610"'), ['v#0~past', 'v:"202610"'])
  assert.deepEqual(referred('202703 小台', 'v:"202703"'), ['v#0~month', 'v:"202703"'])
  assert.deepEqual(referred('TX nov/dec', 'v:"202611/202612"'), ['v#0~spread', 'v:"202711/202712"'])
  assert.deepEqual(referred('台指期', 'v:"202612"'), ['v:"202612"', 'v:"202612"'])
})

test('any text can be encoded, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      const { words } = encode(text, names)
      assert.ok(words.every((word) => word.length > 0))
    }),
  )
})
