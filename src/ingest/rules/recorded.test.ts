import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calendarOf,
  feedNamed,
  printed,
  readBytes,
  recorded,
  requestFor,
  withoutSamples as skip,
} from '../../../test/support/feeds/fixture.ts'
import { batchOf, onDraft, type Printed } from '../../../test/support/rows.ts'
import type { Feed, FeedRequest } from '../../sources/feed.ts'
import { od15 } from '../../sources/tdcc/TaiwanStockHoldingSharesPer.ts'
import { checkRows } from './check.ts'

const futContractsDateDown = feedNamed('taifex TaiwanFuturesInstitutionalInvestors futContractsDateDown')
const callsAndPutsDateDown = feedNamed('taifex TaiwanOptionInstitutionalInvestors callsAndPutsDateDown')
const marginSbl = feedNamed('tpex TaiwanDailyShortSaleBalances sbl')
const dailyTrade = feedNamed('tpex TaiwanStockInstitutionalInvestorsBuySell dailyTrade')
const marginBalance = feedNamed('tpex TaiwanStockMarginPurchaseShortSale balance')
const dailyQuotes = feedNamed('tpex TaiwanStockPrice dailyQuotes')
const twt93u = feedNamed('twse TaiwanDailyShortSaleBalances TWT93U')
const t86 = feedNamed('twse TaiwanStockInstitutionalInvestorsBuySell T86')
const miMargn = feedNamed('twse TaiwanStockMarginPurchaseShortSale MI_MARGN')
const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const miQfiis = feedNamed('twse TaiwanStockShareholding MI_QFIIS')
const bfi82u = feedNamed('twse TaiwanStockTotalInstitutionalInvestors BFI82U')
const marginTotals = feedNamed('twse TaiwanStockTotalMarginPurchaseShortSale MI_MARGN')
const stockDayAll = feedNamed('twse-openapi TaiwanStockPrice STOCK_DAY_ALL')

const day = requestFor('2023-01-30')

const recordings: readonly (readonly [Feed, file: string, FeedRequest])[] = [
  [miIndex, 'twse/MI_INDEX_ALLBUT0999_20230130.json', day],
  [dailyQuotes, 'tpex/dailyQuotes_20230130.json.gz', day],
  [stockDayAll, 'twse-openapi/STOCK_DAY_ALL_20260820_bare.json', requestFor('2026-08-20')],
  [t86, 'twse/T86_ALLBUT0999_20230130.json', day],
  [t86, 'twse/T86_ALLBUT0999_20120502.json', requestFor('2012-05-02')],
  [dailyTrade, 'tpex/insti_dailyTrade_20230130.json', day],
  [bfi82u, 'twse/BFI82U_day_20230130.json', day],
  [miMargn, 'twse/MI_MARGN_ALL_20230130.json', day],
  [marginTotals, 'twse/MI_MARGN_ALL_20230130.json', day],
  [marginBalance, 'tpex/margin_balance_20230130.json', day],
  [twt93u, 'twse/TWT93U_20230130.json', day],
  [marginSbl, 'tpex/margin_sbl_20230130.json', day],
  [miQfiis, 'twse/MI_QFIIS_ALLBUT0999_20230130.json', day],
  [od15, 'tdcc/TDCC_OD_1-5_20241025.csv.gz', requestFor('2024-10-25')],
  [futContractsDateDown, 'taifex/futContractsDateDown_TXF_20230130.csv', day],
  [callsAndPutsDateDown, 'taifex/callsAndPutsDateDown_TXO_20230130.csv', day],
]

test('no row of a recorded answer breaks a rule', { skip }, async (t) => {
  await onDraft(async (draft) => {
    for (const [feed, file, request] of recordings)
      await t.test(`${feed.dataset.name} in ${file}`, async () => {
        const outcome = readBytes(feed, recorded(file), request)
        assert.ok(outcome.kind === 'rows')
        const rows = outcome.rows.map((row) => printed(feed.dataset, row) as Printed)
        const { table, drop } = await draft.stage(feed.dataset, batchOf(feed.dataset, rows))
        const load = { dataset: feed.dataset, table, calendar: calendarOf(), isWhole: true }
        const { rejected, goodRows } = await checkRows(draft, {
          ...load,
          requested: [{ from: request.from, to: request.to }],
        })
        assert.deepEqual(rejected.slice(0, 3), [])
        assert.equal(goodRows, rows.length)
        await drop()
      })
  })
})
