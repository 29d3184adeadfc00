import { publishers } from '../../catalogue/publishers.ts'
import { type FeedRequest, feedsOf, type Market } from '../feed.ts'
import { htmlTable } from '../html.ts'
import { refusalIn } from '../json.ts'
import { blocked, changed, type Outcome, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../rows.ts'
import { decode } from '../text.ts'

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

/** What tells the table of a list. */
export const listTitles = ['國際證券編碼', '有價證券代號', '有價證券名稱', '市場別', 'CFICode']
