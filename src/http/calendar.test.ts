import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'

const { send, keys } = await openApi(shareService())

test('the corporate calendar is a calendar file, and nothing else is', async () => {
  const path = '/v1/data/TaiwanCorporateCalendar?event=ex_dividend,statement_deadline&sort=asc&start_date=2026-11-14'
  const rows = (await send(`${path}&limit=500`, { key: keys.lite })).json.data
  const file = await send(`${path}&limit=500&format=ics`, { key: keys.lite })
  assert.match(file.headers['content-type']!, /^text\/calendar/)
  const lines = file.text.split('\r\n')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75))
  const unfolded = file.text.replaceAll('\r\n ', '').split('\r\n')
  assert.deepEqual([unfolded[0], unfolded[1], unfolded.at(-2)], ['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
  const of = (name: string) => unfolded.filter((line) => line.startsWith(`${name}`))
  assert.equal(of('BEGIN:VEVENT').length, rows.length)
  assert.deepEqual(
    of('DTSTART;VALUE=DATE:').map((line) => line.slice(-8)),
    rows.map((row: { event_date: string }) => row.event_date.replaceAll('-', '')),
  )
  assert.equal(new Set(of('UID:')).size, rows.length)
  assert.ok(of('SUMMARY:').some((line) => /除息 \d/.test(line)))
  const english = await send(`${path}&limit=5&format=ics&labels=en`, { key: keys.lite })
  assert.match(english.text, /SUMMARY:.*(ex-dividend|deadline)/)
  for (const bad of [
    '/v1/data/TaiwanStockPrice?stock_id=2330&format=ics',
    `${path}&format=ics&columns=event`,
    `${path}&format=ics&decimals=number`,
  ])
    expectProblem(await send(bad, { key: keys.lite }), 422, 'invalid_parameter')
  expectProblem(
    await send('/v1/sql', { json: { sql: 'SELECT 1', format: 'ics' }, key: keys.plus }),
    422,
    'invalid_parameter',
  )
})
