import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allAccountsOf, codeOf, labelOf, renamedCodes, statements } from './accounts.ts'

test('every account has a code, an English name, and names in filings that no other account of its statement has', () => {
  for (const statement of statements) {
    const accounts = allAccountsOf(statement)
    const types = accounts.map(({ type }) => type)
    assert.deepEqual(new Set(types).size, types.length, statement)
    for (const { type, en, names } of accounts) {
      assert.match(type, /^[A-Z][A-Za-z]+$/)
      assert.match(en, /^[A-Z][^一-鿿|]+$/)
      for (const name of names) assert.match(name, /^[一-鿿][^|]*$/)
    }
  }
})

test('a name has one code in all statements, and an unknown one a code that is made from it', () => {
  const codes = new Map<string, string>()
  for (const { type, names } of statements.flatMap(allAccountsOf).filter(({ names }) => names.length === 1))
    for (const label of names.map(labelOf)) {
      if (codeOf(label).startsWith('X_')) continue
      assert.equal(codes.get(label) ?? type, type, label)
      codes.set(label, type)
    }
  assert.equal(codeOf('其他流動負債'), 'OtherCurrentLiabilities')
  assert.equal(codeOf('應付股利'), 'DividendsPayable')
  assert.equal(codeOf(' 貼現及放款－淨額'), 'DiscountsAndLoansNet')
  assert.match(codeOf('某項目'), /^X_[0-9a-f]{8}$/)
  assert.equal(renamedCodes.get('X_0bdc9c87'), 'OtherCurrentLiabilities')
})
