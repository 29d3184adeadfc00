import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atomsOf } from './atoms.ts'
import { numberAt } from './numbers.ts'

const read = (text: string): number | undefined => {
  const atoms = atomsOf(text)
  const found = numberAt(atoms, 0)
  return found?.next === atoms.length ? found.value : undefined
}

test('numbers are read in digits, Chinese numerals and English words', () => {
  for (const [text, value] of [
    ['1,234.5', 1234.5],
    ['５０', 50],
    ['十', 10],
    ['十五', 15],
    ['二十', 20],
    ['三百二十', 320],
    ['兩千', 2000],
    ['二〇二五', 2025],
    ['五千萬', 5e7],
    ['50億', 5e9],
    ['1.2兆', 1.2e12],
    ['1兆2000億', 1.2e12],
    ['twenty five', 25],
    ['100 billion', 1e11],
    ['5k', 5000],
  ] as const)
    assert.equal(read(text), value, text)
})

test('an article is not a number, and a word is not', () => {
  for (const text of ['a', 'an', '台積電', 'stock']) assert.equal(read(text), undefined, text)
})

const numerals = '零一二三四五六七八九'
const spoken = (n: number): string => {
  const places = ['', '十', '百', '千']
  return [...String(n)]
    .map((digit, i, all) => (digit === '0' ? '' : numerals[Number(digit)]! + places[all.length - 1 - i]))
    .join('')
}

test('a numeral that is spoken is read back', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 9999 }), (n) => read(spoken(n)) === n))
})

test('digits with commas are read back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (n) => read(n.toLocaleString('en-US')) === n))
})
