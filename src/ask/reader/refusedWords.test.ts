import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForecast } from './refusedWords.ts'

test('a price or level beforehand is a forecast, in either language; what is announced is none', () => {
  for (const question of [
    "what'll the TAIEX close at next Friday?",
    'Will TSMC reach 2000 by summer?',
    '鴻海年底會到300嗎',
    '下周一台积电开盘会涨到多少',
    '台積電明天除息後會漲嗎',
    '明天會漲停嗎',
    '台積電明年會到多少錢',
  ])
    assert.ok(isForecast(question), question)
  for (const question of [
    'How many days will the market be open next week?',
    'Which stocks will go ex-dividend before they close their books?',
    "I'll be quick: the close of 2330",
    '下個月會除息的股票',
    '明年的休市日',
    '下個月會到期的可轉債',
    '明年會到期的可轉債有哪些',
    'what price limits will 2330 have tomorrow',
  ])
    assert.ok(!isForecast(question), question)
})
