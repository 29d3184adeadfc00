import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultRequest, folderOf, requestFor } from '../../test/support/feeds/fixture.ts'
import { testEmptyResponse, testFeed } from '../../test/support/feeds/testFeed.ts'
import type { Feed, FeedRequest } from './feed.ts'
import { feeds } from './index.ts'
import { boardTitles } from './isin/registry.ts'
import { listTitles } from './isin/response.ts'

/**
 * Every feed with rows beside a response of our own making: `fixtures/<dataset>.<endpoint>.rows.json`. The response has
 * the same name and the format of the publisher, unless it is named here.
 */

type Given = { readonly file?: string; readonly request?: FeedRequest; readonly titles?: string }

const day = requestFor('2024-05-02')
const may = requestFor('2024-05-01', { to: '2024-05-31', modified: '2024-06-10T02:00:00Z' })
const lastSeason = requestFor('2023-10-01', { to: '2023-12-31' })
const futures = { file: 'TaiwanFuturesDaily.futDataDown.csv', request: day }
const openFutures = { file: 'TaiwanFuturesDaily.DailyMarketReportFut.json' }
const institutions = 'MarketDataOfMajorInstitutionalTradersDetailsOf'
const weights = { file: 'TaiwanStockMarketValueWeight.weightedPropertion.html' }

const given: Readonly<Record<string, Given>> = {
  'taifex TaiwanFuturesSpread futDataDown': futures,
  'taifex TaiwanOptionDaily optDataDown': { request: requestFor('2025-12-09') },
  'taifex TaiwanStockMarketValueWeight tPEXPropertion': weights,
  'taifex-openapi TaiwanFuturesSpread DailyMarketReportFut': openFutures,
  'taifex-openapi TaiwanFutureOptionTickRealtime DailyMarketReportFut': openFutures,
  'taifex-openapi TaiwanFutureOptionTickRealtime DailyMarketReportOpt': {
    file: 'TaiwanOptionDaily.DailyMarketReportOpt.json',
  },
  [`taifex-openapi TaiwanFuturesInstitutionalInvestors ${institutions}FuturesContractsBytheDate`]: {
    file: 'TaiwanFuturesInstitutionalInvestors.FuturesContractsBytheDate.json',
  },
  [`taifex-openapi TaiwanOptionInstitutionalInvestors ${institutions}CallsAndPutsBytheDate`]: {
    file: 'TaiwanOptionInstitutionalInvestors.CallsAndPutsBytheDate.json',
  },
  'taifex-openapi TaiwanOptionsSettlement FinalSettlementPrice': {
    file: 'TaiwanFuturesSettlement.FinalSettlementPrice.json',
  },
  'taifex-openapi TaiwanFuturesSettlement FinalSettlementPriceSSF': {
    file: 'TaiwanFuturesSettlement.FinalSettlementPriceFutures.json',
  },
  'mops TaiwanStockMonthRevenue t21sc03_sii_0': {
    file: 'TaiwanStockMonthRevenue.t21sc03.html',
    request: may,
    titles: `累計營業收入 備註 公司<br>代號 公司名稱 當月營收 上月營收 去年當月營收 上月比較<br>增減(%)
      去年同月<br>增減(%) 當月累計營收 去年累計營收 前期比較<br>增減(%)`,
  },
  'mops TaiwanStockFinancialStatement t163sb04_sii': {
    file: 'TaiwanStockFinancialStatement.t163sb04.html',
    request: requestFor('2024-01-01', { to: '2024-03-31' }),
  },
  'mops TaiwanStockBalanceSheet t163sb05_sii': {
    file: 'TaiwanStockBalanceSheet.t163sb05.html',
    request: lastSeason,
  },
  'mops TaiwanStockCashFlowsStatement t163sb20_sii': {
    file: 'TaiwanStockCashFlowsStatement.t163sb20.html',
    request: lastSeason,
  },
  'mops TaiwanStockDividend t108sb27_sii': {
    file: 'TaiwanStockDividend.t108sb27.html',
    request: may,
    titles: `公司代號 公司名稱 股利所屬期間 權利分派基準日 盈餘轉增資配股(元/股) 除權交易日 除息交易日
      法定盈餘公積、資本公積轉增資配股(元/股) 盈餘分配之股東現金股利(元/股) 特別股配發現金股利(元/股)
      法定盈餘公積、資本公積發放之現金(元/股) 現金股利發放日 現金增資總股數(股) 現金增資認股比率(%)
      現金增資認購價(元/股) 參加分派總股數(股) 公告日期 公告時間 普通股每股面額`,
  },
  'mops TaiwanStockShareholding t13sa150_otc': {
    titles: `證券<br>代號 證券<br>名稱 發行<br>股數 外資及陸資尚<br>可投資股數 全體外資及陸<br>資持有股數
      外資及陸資尚<br>可投資比率 全體外資及陸<br>資持股比率 外資及陸資共<br>用法令投資上<br>限比率
      陸資法令投資<br>上限比率 與前日異動原<br>因(註) 最近一次上櫃<br>公司申報外資<br>持股異動日期`,
  },
  'bis CentralBankRate WS_CBPOL': { request: requestFor('2024-05-01', { to: '2024-05-03' }) },
  'fred CurrencyCirculation CURRCIR': { request: requestFor('2024-04-01', { to: '2024-05-31' }) },
}

/** Feeds whose publishers have tests of their own, lists of statements, which are one reading, and feeds of one shape. */
const others = /^(?:taifex-mis|cbc|ndc|bank-of-taiwan|yahoo|fred USBondYield|mops)|t187ap0[67]_|holidaySchedule$/

/** The titles of a file or a page, as they stand in it. */
function titlesOf({ publisher, endpoint }: Feed, file: string, text: string): readonly string[] | undefined {
  if (publisher.id === 'isin') return endpoint.startsWith('C_public') ? boardTitles : listTitles
  if (file.endsWith('.html'))
    return [...new Set([...text.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map((match) => match[1]!))]
  if (!file.endsWith('.csv')) return undefined
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const head = lines.find((line) => line.startsWith('HEADER,'))?.slice('HEADER,'.length) ?? lines[0]!
  return head.split(',').map((title) => title.replace(/^"|"$/g, ''))
}

const nothing: Readonly<Record<string, readonly string[]>> = {
  twse: ['{"stat":"很抱歉，沒有符合條件的資料!","total":0}'],
  tpex: ['{"stat":"查無資料"}'],
}
const noRows = `{"stat":"ok","date":"20240502","tables":[{"totalCount":0,"date":"113/05/02","fields":["代號"],"data":[]}]}`

const nameOf = (feed: Feed): string => `${folderOf(feed)} ${feed.dataset.name} ${feed.endpoint}`

for (const feed of feeds) {
  const name = nameOf(feed)
  const folder = `${import.meta.dirname}/${folderOf(feed)}/fixtures`
  const base = `${feed.dataset.name}.${feed.endpoint}`
  if (!existsSync(`${folder}/${base}.rows.json`)) {
    test(`${name} has rows of a fixture, or tests of its own`, () => assert.match(name, others))
    continue
  }
  const {
    file = globSync(`${base}.{json,csv,html}`, { cwd: folder })[0]!,
    request = defaultRequest(feed),
    titles,
  } = given[name] ?? {}
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  const shown = titles?.trim().split(/\s+/) ?? titlesOf(feed, file, text)
  const expected = JSON.parse(readFileSync(`${folder}/${base}.rows.json`, 'utf8'))
  testFeed(feed, { text, request, ...(shown && { titles: shown }), ...expected })
  if (feed.detailOf !== undefined || !['day', 'month'].includes(feed.span) || file.endsWith('.csv')) continue
  for (const response of nothing[folderOf(feed)] ?? []) testEmptyResponse(feed, response, request)
  if (feed.publisher.id === 'tpex' && feed.span === 'day') testEmptyResponse(feed, noRows, request)
}
