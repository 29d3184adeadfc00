/** Terms of the products of the futures exchange, as its rules have them; products that are not here are unknown. */
export type ContractTerms = {
  readonly id: string
  readonly multiplier: string
  readonly unit: string
  readonly currency: string
  /** One step, or steps by the price: `0.1 below 10, 0.5 below 50, 1`. */
  readonly tick: string
  /** Code of the underlying index; null where we hold none. */
  readonly underlying: string | null
}

const point = 'TWD per point'

/** Id, multiplier, unit, currency, tick and underlying of the products that are not about one security. */
const terms: readonly (readonly [string, string, string, string, string, string?])[] = [
  ['TX', '200', point, 'TWD', '1', 'TAIEX'],
  ['MTX', '50', point, 'TWD', '1', 'TAIEX'],
  ['TMF', '10', point, 'TWD', '1', 'TAIEX'],
  ['TE', '4000', point, 'TWD', '0.05', 'IX0027'],
  ['ZEF', '500', point, 'TWD', '0.05', 'IX0027'],
  ['TF', '1000', point, 'TWD', '0.2', 'IX0039'],
  ['ZFF', '250', point, 'TWD', '0.2', 'IX0039'],
  ['XIF', '100', point, 'TWD', '1'],
  ['GTF', '4000', point, 'TWD', '0.05', 'TPEX'],
  ['T5F', '100', point, 'TWD', '1'],
  ['GDF', '100', 'troy ounces', 'USD', '0.1'],
  ['TGF', '10', 'taels', 'TWD', '0.5'],
  ['BRF', '200', 'barrels', 'TWD', '0.5'],
  ['RHF', '100000', 'USD', 'CNY', '0.0001'],
  ['RTF', '20000', 'USD', 'CNY', '0.0001'],
  ['XEF', '20000', 'EUR', 'USD', '0.0001'],
  ['XJF', '20000', 'USD', 'JPY', '0.01'],
  ['XBF', '20000', 'GBP', 'USD', '0.0001'],
  ['XAF', '25000', 'AUD', 'USD', '0.0001'],
  ['TXO', '50', point, 'TWD', '0.1 below 10, 0.5 below 50, 1 below 500, 5 below 1000, 10', 'TAIEX'],
  ['TEO', '1000', point, 'TWD', '0.005 below 0.5, 0.025 below 2.5, 0.05 below 25, 0.25 below 50, 0.5', 'IX0027'],
  ['TFO', '1000', point, 'TWD', '0.02 below 2, 0.1 below 10, 0.2 below 100, 1 below 200, 2', 'IX0039'],
]

export const contractTerms: readonly ContractTerms[] = terms.map(
  ([id, multiplier, unit, currency, tick, underlying = null]) => ({ id, multiplier, unit, currency, tick, underlying }),
)

const stockTick = '0.01 below 10, 0.05 below 50, 0.1 below 100, 0.5 below 500, 1 below 1000, 5'
const optionTick = '0.01 below 5, 0.05 below 15, 0.1 below 50, 0.5 below 150, 1 below 1000, 5'

/** The standard contracts on one security, by type and category, and those whose names begin with 小型. */
export const securityTerms: readonly (readonly [
  type: string,
  category: string,
  isMini: boolean,
  shares: string,
  tick: string | null,
])[] = [
  ['futures', 'stock', false, '2000', stockTick],
  ['futures', 'stock', true, '100', stockTick],
  ['futures', 'etf', false, '10000', '0.01 below 50, 0.05'],
  ['futures', 'etf', true, '1000', '0.01 below 50, 0.05'],
  ['option', 'stock', false, '2000', optionTick],
  ['option', 'etf', false, '10000', null],
]

/** Index products that do not end on the third Wednesday: their indices are foreign. */
export const foreignIndices: readonly string[] = ['TJF', 'UDF', 'SPF', 'UNF', 'SXF', 'F1F', 'I5F']
