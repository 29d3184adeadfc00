import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from './page.ts'
import { rocBare } from './spell.ts'

/** Responses that the market in a box has nothing for: those of our own making, as if made today. */

const sources = join(import.meta.dirname, '../../src/sources')
const fixture = (file: string): string => readFileSync(join(sources, file), 'utf8')

/** The day of the fixtures, in the ways they write it. */
const spelled = (day: string): readonly string[] => [day.replaceAll('-', ''), rocBare(day), day]
const redated = (text: string, day: string): string => {
  const today = spelled(day)
  return spelled('2024-05-02').reduce((all, word, at) => all.replaceAll(word, today[at]!), text)
}

const fixturePage = (publisher: string, path: string, file: string, when: Page['when'] = {}): Page => ({
  publisher,
  path,
  when,
  requestedDays: () => null,
  // One cell that is never empty: what is told stands in no table here.
  sheets: async (market) => [{ title: '', titles: ['text'], rows: [[redated(fixture(file), market.through())]] }],
  write: (sheets) => ({ body: sheets.at(-1)!.rows[0]?.[0] ?? '', type: 'application/json' }),
  nothing: () => ({ body: '[]', type: 'application/json' }),
})

export const fixturePages: readonly Page[] = [
  fixturePage('twseOpenApi', '/news/newsList', 'twse-openapi/fixtures/TaiwanRelatedNews.newsList.json'),
  fixturePage('twseMis', '/getStockInfo.jsp', 'twse-mis/fixtures/TaiwanWeightedIndex.getStockInfo.json', {
    ex_ch: 'tse_t00.tw',
  }),
  fixturePage('taifexMis', '/getQuoteList', 'taifex-mis/fixtures/TaiwanFutureOptionTickRealtime.getQuoteList.json', {
    MarketType: '0',
  }),
  fixturePage(
    'taifexMis',
    '/getQuoteList',
    'taifex-mis/fixtures/TaiwanFutureOptionTickRealtime.getQuoteList.night.json',
    {
      MarketType: '1',
    },
  ),
]
