import { publishers } from '../../catalogue/publishers.ts'
import { type Feed, type FeedRequest, feedsOf, get, type Market } from '../feed.ts'
import { htmlTable } from '../html.ts'
import { refusalIn } from '../json.ts'
import { blocked, changed, type Outcome, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { decode } from '../text.ts'
import { boardTitles } from './registry.ts'

export const isin = (market: Market | null) => feedsOf(publishers.isin, market)

/** Pages of the ISIN registry: one table in Big5, with everything that is listed now. */
export const isinPage =
  (reading: Reading, titles: readonly string[]) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const page = decode(bytes, 'big5')
    const refusal = refusalIn(page) ?? refusalIn(decode(bytes, 'utf-8'))
    if (refusal !== null) throw blocked(refusal)
    if (!/<table/i.test(page)) throw blocked('no table, but something else')
    const table = htmlTable(page, titles)
    if (table.rows.length === 0) throw changed('the list is empty, where there is always something')
    return rowsOutcome(reading.read([table], request))
  }

/** The titles by which the table of a list is found. */
export const listTitles = ['國際證券編碼', '有價證券代號', '有價證券名稱', '市場別', 'CFICode']

/** The lists of the three markets, which both registers of securities are read from. */
export const registryFeeds = (
  readingOf: (market: Market) => Reading,
  emerging: Reading,
  choice: Feed['choice'] = 'best',
): readonly Feed[] => {
  const list = (market: Market, number: string, recording: string | null = null): Feed => {
    const reading = readingOf(market)
    return isin(market)(reading, {
      endpoint: `class_main_${number}`,
      span: 'latest',
      choice,
      encoding: 'big5',
      request: () => get('/class_main.jsp', { market: number }),
      parse: isinPage(reading, listTitles),
      recording,
    })
  }
  // The emerging board has a page of another layout.
  const board = isin('ESB')(emerging, {
    endpoint: 'C_public_5',
    choice,
    span: 'latest',
    encoding: 'big5',
    request: () => get('/C_public.jsp', { strMode: '5' }),
    parse: isinPage(emerging, boardTitles),
  })
  return [list('TWSE', '1', 'isin/class_main_twse_stocks_20231205.html'), list('TPEX', '2'), board]
}
