/** The form of codes, by the column that holds them: what is not of it is no code but a total, a remark or a mistake. */

/** Stocks, funds, bonds, warrants and indices, and what a feed itself calls the headline indices and the market. */
const security = /^((?=.*\d)[\dA-Z]{4,7}|TAIEX|TPEX|MARKET)$/
const product = /^[A-Z][A-Z\d]{1,4}$/
const broker = /^(?=.*\d)[\dA-Za-z]{3,8}$/

const forms: Readonly<Record<string, RegExp>> = {
  stock_id: security,
  underlying_stock_id: security,
  cb_id: security,
  futures_id: product,
  option_id: product,
  product_id: product,
  broker_id: broker,
  contract_code: /^[A-Z][A-Z\d/]{3,14}$/,
  isin_code: /^[A-Z]{2}[\dA-Z]{9}\d$/,
}

/** Tickers of other markets have their own ways. */
const ticker = /^[A-Z^][A-Z\d.^=-]*$/

export const codeForm = (dataset: string, column: string): RegExp | undefined =>
  dataset === 'USStockPrice' && column === 'stock_id' ? ticker : forms[column]

/** The code of a text, without padding and in ASCII; null where there is none, undefined where it is no code. */
export function codeFrom(form: RegExp, text: string): string | null | undefined {
  const plain = text.trim()
  if (form.test(plain)) return plain
  if (plain === '') return null
  const narrow = plain.normalize('NFKC').trim()
  return form.test(narrow) ? narrow : undefined
}
