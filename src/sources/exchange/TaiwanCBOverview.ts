import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { csv } from '../csv.ts'
import { compact, dateWithin, dayFrom } from '../dates.ts'
import { type FeedRequest, get } from '../feed.ts'
import { isNoValue } from '../numbers.ts'
import { blocked, changed, leftOut, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import { column, combined, lacking, part, whole } from '../reading.ts'
import { tableOf } from '../tables.ts'
import { decode, titlesIn } from '../text.ts'
import { tpexOpenApi } from './openApi.ts'
import { tpex } from './tpex.ts'

/** Days and prices that are not set. */
const noDay = { none: ['0', '19110000', '1911/00/00', '00000000'] }
const noPrice = { none: ['0', '0.0000', '0.00', '0.000000'] }

/** The meaning of a code; an unknown code is rejected and not null. */
const meant =
  <T>(meanings: Readonly<Record<string, T>>) =>
  (code: string): T | null | undefined => {
    const plain = code.normalize('NFKC').trim()
    return isNoValue(plain) ? null : meanings[plain]
  }

/** A bond of this list runs until the day it matures. */
const statusOf = (maturity: string, made: string): string | undefined => {
  const [end, day] = [dayFrom(maturity), dayFrom(made)]
  return typeof end === 'number' && typeof day === 'number' ? (end < day ? 'matured' : 'active') : undefined
}

const bonds = whole(
  TaiwanCBOverview,
  {
    cb_id: 'BondCode',
    cb_name: 'ShortName',
    stock_id: 'IssuerCode',
    issuer_name: 'IssuerName',
    bond_kind: column('ShortName', { read: (name) => (name.includes('交換') ? 'exchangeable' : 'convertible') }),
    issue_date: 'IssueDate',
    listing_date: 'ListingDate',
    maturity_date: 'MaturityDate',
    ...lacking('delisting_date', 'conversion_price', 'conversion_price_effective_date'),
    issue_amount: 'IssueAmount',
    outstanding_amount: 'OutstandingAmount',
    coupon_rate: 'CouponRate',
    currency: column('Currency', { read: meant({ '1': 'TWD' }) }),
    issue_conversion_price: column('Conversion/ExchangePriceAtIssuance', noPrice),
    conversion_start_date: 'Conversion/ExchangePeriodStartDate',
    conversion_end_date: 'Conversion/ExchangePeriodEndDate',
    put_date: 'PutOptionDate',
    put_price: column('PutOptionPrice', noPrice),
    ...lacking('put_start_date', 'put_end_date', 'call_start_date', 'call_end_date', 'call_price'),
    ...lacking('suspension_start_date', 'suspension_end_date', 'reference_price', 'underlying_price'),
    ...lacking('conversion_value', 'premium_percent'),
    is_secured: column('Guaranteed', { read: meant({ '1': true, '2': false }) }),
    guarantor: 'GuaranteeDescription',
    listing_status: 'ListingStatus',
    status: combined(['MaturityDate', 'Date'], statusOf),
    as_of_date: 'Date',
  },
  {
    ignore: titlesIn(`
      BondType SeriesNumber TrancheNumber InterestBasis CouponFrequency PaidFrequency BondRatingAgency
      BondRating IssuerRatingAgency IssuerRating GuarantorRatingAgency GuarantorRating ListingCountry
      PrincipalRepayment PrincipalRepaymentDescription TenorYear TenorMonth Underwriter
      OutstandingChangeDate OutstandingChangeDescription OfferingMethod Trustee
    `),
    // Private placements and bonds listed abroad have no code of this market.
    leave: [['bonds that are not listed here', 'ListingStatus', (status) => status.trim() !== '2']],
  },
)

const board = part(
  TaiwanCBOverview,
  {
    cb_id: '債券代碼',
    cb_name: '債券簡稱',
    delisting_date: column('終止櫃檯買賣日', noDay),
    issue_amount: '原始發行總額',
    outstanding_amount: '上月底發行餘額',
    coupon_rate: '票面利率',
    conversion_price: column('轉換價格', noPrice),
    conversion_price_effective_date: column('下次轉換價格生效日期', noDay),
    conversion_start_date: column('轉換起日', noDay),
    conversion_end_date: column('轉換迄日', noDay),
    put_price: column('最近賣回權價格', noPrice),
    put_start_date: column('最近賣回權起日', noDay),
    put_end_date: column('最近賣回權迄日', noDay),
    call_start_date: column('強制贖回起日', noDay),
    call_end_date: column('強制贖回迄日', noDay),
    call_price: column('強制贖回價格', noPrice),
    suspension_start_date: column('停止交易起日', noDay),
    suspension_end_date: column('停止交易迄日', noDay),
    reference_price: column('轉債參考價格', noPrice),
    underlying_price: column('轉換標的股票價格', noPrice),
  },
  { ignore: ['最近停止轉換起日', '最近停止轉換迄日'] },
)

/** The kinds of lines; other lines are counted. */
const kinds = new Set(['TITLE', 'DATADATE', 'ALIGN', 'HEADER', 'BODY', ''])

/** The convertible-bond board: lines of a kind each, TITLE, DATADATE, HEADER and BODY. */
function readBoard(bytes: Uint8Array, request: FeedRequest): Outcome {
  const text = decode(bytes, 'big5')
  if (!text.startsWith('TITLE')) throw blocked('no board under this address, but something else')
  const records = csv(text)
  const of = (kind: string) => records.filter(([first]) => first === kind).map(([, ...cells]) => cells)
  const day = dateWithin(of('DATADATE')[0]?.join(' ') ?? '')
  if (day === null) throw changed('the board does not say which day it is about')
  if (day !== request.from) throw otherDay(request.from, day)
  const [titles] = of('HEADER')
  if (!titles) throw changed('the board has no line of titles')
  const body = of('BODY')
  if (body.length === 0) throw blocked('the board breaks off before its first bond')
  const parsed = board.read([tableOf('', titles, body)], request)
  const others = records.filter(([kind = '']) => !kinds.has(kind.trim()))
  return rowsOutcome({ ...parsed, left: [...parsed.left, ...leftOut('lines of other kinds', others.length)] })
}

export const convertibleBonds = [
  // Every convertible bond that is registered now, as it was issued.
  tpexOpenApi.rows(bonds, '/bond_ISSBD5_data', { recorded: '.json' }),
  // The board of every listed bond, one day: conversion prices, balances and windows as they are now.
  tpex(board, {
    endpoint: 'RSdrs001',
    role: 'part',
    choice: 'beside',
    span: 'day',
    since: '2007-01-02',
    encoding: 'big5',
    request: ({ from }) => {
      const day = compact(from)
      const folder = `/storage/bond_zone/tradeinfo/cb/${day.slice(0, 4)}/${day.slice(0, 6)}`
      return get(`${folder}/RSdrs001.${day}-C.csv`)
    },
    parse: readBoard,
  }),
]
