import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import type { Market } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { column, constant, lacking, rounded, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { companies, companyLists, companyOptions } from './companies.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { typeOfCode } from './securityCodes.ts'

/** The columns of a warrant, on a security that is none. */
export const noWarrant = {
  ...lacking('underlying_stock_id', 'warrant_type', 'exercise_style', 'exercise_price', 'exercise_ratio'),
  ...lacking('last_trading_date', 'expiration_date'),
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/牛/, 'bull'],
  [/熊/, 'bear'],
  [/認購/, 'call'],
  [/認售/, 'put'],
]
const styles: readonly (readonly [RegExp, string])[] = [
  [/美式/, 'american'],
  [/歐式/, 'european'],
]
const wordIn =
  (words: readonly (readonly [RegExp, string])[]) =>
  (text: string): string | null =>
    words.find(([word]) => word.test(text))?.[1] ?? null

/** The list of warrants, which both exchanges publish with the same titles. Their listing days are not in it. */
const warrants = (market: Market) =>
  whole(
    TaiwanStockOverviewIncludeWarrant,
    {
      stock_id: '權證代號',
      issue_key: constant('-'),
      stock_name: '權證簡稱',
      market: constant(market),
      security_type: constant('warrant'),
      ...lacking('industry_code', 'industry_category', 'isin_code', 'cfi_code', 'listing_date', 'delisting_date'),
      is_active: constant(true),
      as_of_date: '出表日期',
      // Mostly a name; a code where one stands in front.
      underlying_stock_id: column('標的證券/指數', {
        read: (text) => {
          const [code] = /^\d{4}[0-9A-Z]{0,2}(?![0-9A-Z])/.exec(text.trim()) ?? []
          return code === undefined ? null : typeOfCode(code) && code
        },
      }),
      warrant_type: column('權證類型', { read: wordIn(kinds) }),
      exercise_style: column('類別', { read: wordIn(styles) }),
      exercise_price: rounded('最新履約價格(元)/履約指數'),
      // Given for a thousand warrants, so three of the six places are there already.
      exercise_ratio: column('最新標的履約配發數量(每仟單位權證)', { read: (text) => scaled(text, 3, true) }),
      last_trading_date: '最後交易日',
      expiration_date: '履約截止日',
    },
    {
      ignore: titlesIn(`
        流動量提供者報價方式 履約開始日 發行單位數量(仟單位) 結算方式(詳附註編號說明) 原始履約價格(元)/履約指數
        原始上限價格(元)/上限指數 原始下限價格(元)/下限指數 最新上限價格(元)/上限指數 最新下限價格(元)/下限指數
        備註
      `),
    },
  )

export const companiesAndWarrants = [
  ...companyLists((market) =>
    whole(TaiwanStockOverviewIncludeWarrant, { ...companies(market), ...noWarrant }, companyOptions(market)),
  ),
  // Terms of warrants, which the registry lacks.
  twseOpenApi.rows(warrants('TWSE'), '/opendata/t187ap37_L', { choice: 'beside' }),
  tpexOpenApi.rows(warrants('TPEX'), '/mopsfin_t187ap37_O', { choice: 'beside' }),
]
