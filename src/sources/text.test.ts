import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encoded } from '../../test/support/encoded.ts'
import { sniffed } from './sniffed.ts'
import { decode, excerpt, inTags, plainText, textFrom, titleOf } from './text.ts'

test('Big5 is read with the characters that vendors added', () => {
  // 宏碁 in cp950: the second character is not in Big5 proper.
  assert.equal(decode(Uint8Array.of(0xa7, 0xbb, 0xf9, 0xd6), 'big5'), '宏碁')
  assert.equal(decode(Uint8Array.of(0xf9, 0xdc, 0xa3, 0xe1), 'big5'), '嫺€')
})

test('a file keeps its encoding if a byte of it is damaged', () => {
  const text = `${'2330,1\n'.repeat(20_000)}2330,台積電\n`
  for (const name of ['utf-8', 'big5'] as const) {
    assert.equal(sniffed(encoded(text, name)), text)
    const damaged = sniffed(Buffer.concat([Uint8Array.of(0xa7, 0x0a), encoded(text, name)]))
    assert.ok(damaged === `\ufffd\n${text}`)
  }
})

test('a byte order mark is not part of the text', () => {
  assert.equal(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41), 'utf-8'), 'A')
})

test('a cell that could not be decoded is not taken', () => {
  assert.equal(textFrom(decode(Uint8Array.of(0x41, 0xff), 'utf-8')), undefined)
})

test('padding goes, blanks are null', () => {
  assert.equal(textFrom('　M31    '), 'M31')
  assert.equal(textFrom(' \u00a0　'), null)
})

test('titles are alike whatever white space, tags and full-width forms they have', () => {
  assert.equal(titleOf('次日 參考價'), '次日參考價')
  assert.equal(titleOf('日　期'), '日期')
  assert.equal(titleOf('外資及陸資共<br>用法令投資上<br>限比率'), '外資及陸資共用法令投資上限比率')
  assert.equal(titleOf('登記資本額（仟元）'), '登記資本額(仟元)')
})

test('the text of HTML is what a reader sees', () => {
  assert.equal(
    plainText("<a href='x'>6613&nbsp/&nbsp朋億*</a><br>1 &lt; 2 &#32;&#x41;&#9999999;&copy"),
    '6613 / 朋億* 1 < 2 A\ufffd&copy',
  )
})

test('a coloured sign is read as the sign', () => {
  assert.deepEqual(
    ["<p style ='color:red'>+</p>", '<p style= color:green>-</p>', '<p> </p>', '<p>X</p>', '+', ''].map(inTags),
    ['+', '-', '', 'X', '+', ''],
  )
})

test('evidence is short', () => {
  assert.equal(excerpt('a  b\n'.repeat(1000)).length, 600)
})
