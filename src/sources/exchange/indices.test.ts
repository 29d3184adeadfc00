import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recorded, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { sectors, taiex, tpexIndex } from '../../market/indices.ts'
import { Unexpected } from '../outcome.ts'
import { indexNamed, isSector, knownIndex } from './indices.ts'

test('indices have the codes and names that the market in a box gives them', () => {
  for (const { id, name, market } of [taiex, tpexIndex, ...sectors])
    assert.deepEqual(indexNamed(market === 'TPEX' ? 'TPEX' : 'TWSE', name), { id, name })
})

test('a sector that is not known is not passed over, a theme index is', () => {
  assert.equal(knownIndex('TWSE', '臺灣50指數'), undefined)
  assert.equal(knownIndex('TWSE', '電子類反向指數'), undefined)
  assert.throws(() => knownIndex('TWSE', '太空類指數'), Unexpected)
  assert.ok(!isSector(knownIndex('TWSE', '發行量加權股價指數')!))
})

test('every sector that the exchange lists is known', { skip }, () => {
  const { msgArray } = JSON.parse(new TextDecoder().decode(recorded('mis-twse/getCategory_tse_TIDX.json')))
  const known = (msgArray as { n: string }[]).flatMap(({ n }) => knownIndex('TWSE', n)?.id ?? [])
  assert.equal(known.length, 41)
  assert.equal(new Set(known).size, 41)
})
