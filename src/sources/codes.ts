/** The form of codes, by the column that holds them: any other text is a total, a remark or a mistake. */
type Form = (text: string) => boolean

const formOf =
  (pattern: RegExp): Form =>
  (text) =>
    pattern.test(text)

/** Stocks, funds, bonds, warrants and indices, and the feeds' own names of the headline indices and the market. */
const security = formOf(/^(?=[A-Z]*\d)[\dA-Z]{4,7}$|^(?:TAIEX|TPEX|MARKET)$/)
const product = formOf(/^[A-Z][A-Z\d]{1,4}$/)

const forms: Readonly<Record<string, Form>> = {
  stock_id: security,
  underlying_stock_id: security,
  cb_id: security,
  futures_id: product,
  option_id: product,
  product_id: product,
  broker_id: formOf(/^(?=.*\d)[\dA-Za-z]{3,8}$/),
  contract_code: formOf(/^[A-Z][A-Z\d/]{3,14}$/),
  isin_code: formOf(/^[A-Z]{2}[\dA-Z]{9}\d$/),
}

/** The form of tickers of other markets. */
const ticker = formOf(/^[A-Z^][A-Z\d.^=-]*$/)

export const codeForm = (dataset: string, column: string): Form | undefined =>
  dataset === 'USStockPrice' && column === 'stock_id' ? ticker : forms[column]

/** The code of a text, without padding and in ASCII; null where there is none, undefined where it is no code. */
export function codeFrom(isCode: Form, text: string): string | null | undefined {
  if (isCode(text)) return text
  const plain = text.trim()
  if (isCode(plain)) return plain
  if (plain === '') return null
  const narrow = plain.normalize('NFKC').trim()
  return isCode(narrow) ? narrow : undefined
}
