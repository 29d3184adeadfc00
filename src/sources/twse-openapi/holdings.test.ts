import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedNamed, printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'

const t187ap04 = feedNamed('twse-openapi TaiwanFinancialHoldingsCompany t187ap04_L')

const announced = (subject: string, text: string, id = '2881') => {
  const row = {
    出表日期: '1130502',
    發言日期: '1130502',
    發言時間: '173000',
    公司代號: id,
    公司名稱: '某某金',
    '主旨 ': subject,
    符合條款: '第51款',
    事實發生日: '1130430',
    說明: text,
  }
  return readBytes(t187ap04, new TextEncoder().encode(JSON.stringify([row])), requestFor('2024-05-02'))
}
const rowsOf = (...given: Parameters<typeof announced>) => {
  const outcome = announced(...given)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  return outcome.rows.map((row) => printed(t187ap04.dataset, row))
}

test('amounts are whole TWD whichever unit the text names', () => {
  const netOf = (unit: string) =>
    rowsOf('公告113年4月自結損益', `單位:${unit}\n某某銀行 1.5 2 3 4`)[0]!.net_income_month
  assert.deepEqual(['新臺幣億元', '新臺幣百萬元', '新臺幣仟元'].map(netOf), ['200000000.00', '2000000.00', '2000.00'])
})

test('company types are recognised by their names', () => {
  const names = ['某某金控', '某某銀行', '某某人壽', '某某產險', '某某證券', '某某投信']
  const text = `單位:百萬元\n${names.map((name) => `${name} 1 2 3 4`).join('\n')}`
  assert.deepEqual(
    rowsOf('公告113年4月自結損益', text).map(({ entity_type }) => entity_type),
    ['holding', 'bank', 'life', 'property_insurance', 'securities', 'other'],
  )
})

test('an announcement with an unreadable table is rejected, and one on another subject is left out', () => {
  const unread = announced('公告113年4月自結損益', '單位:百萬元\n詳如附件')
  assert.ok(unread.kind === 'changed' && unread.reason.includes('entity_name'))
  assert.deepEqual(rowsOf('公告處分土地', '單位:百萬元\n某某銀行 1 2 3 4'), [])
  assert.deepEqual(rowsOf('公告113年4月自結損益', '單位:百萬元\n某某銀行 1 2 3 4', '1111'), [])
})
