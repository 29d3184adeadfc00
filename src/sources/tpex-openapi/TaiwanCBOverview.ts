import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { dayFrom } from '../dates.ts'
import { isNoValue } from '../numbers.ts'
import { column, combined, lacking, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const noPrice = { none: ['0.0000', '0'] }

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
    ignore:
      'BondType SeriesNumber TrancheNumber InterestBasis CouponFrequency PaidFrequency BondRatingAgency BondRating IssuerRatingAgency IssuerRating GuarantorRatingAgency GuarantorRating ListingCountry PrincipalRepayment PrincipalRepaymentDescription TenorYear TenorMonth Underwriter OutstandingChangeDate OutstandingChangeDescription OfferingMethod Trustee'.split(
        ' ',
      ),
    // Private placements and bonds listed abroad have no code of this market.
    leave: [['bonds that are not listed here', 'ListingStatus', (status) => status.trim() !== '2']],
  },
)

/** Every convertible bond that is registered now, as it was issued. */
export const issbd5 = tpexOpenApi.rows(bonds, '/bond_ISSBD5_data', { recorded: '.json' })
