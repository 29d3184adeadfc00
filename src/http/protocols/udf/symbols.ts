import type { Dataset } from '../../../catalogue/dataset.ts'
import { TaiwanCBPremium } from '../../../catalogue/series/TaiwanCBPremium.ts'
import { TaiwanFuturesContinuous } from '../../../catalogue/series/TaiwanFuturesContinuous.ts'
import { TaiwanStockPrice } from '../../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanWeightedIndex } from '../../../catalogue/technical/TaiwanWeightedIndex.ts'
import type { Label } from '../../../fields.ts'
import { idsIn } from '../../../pages/stream.ts'
import type { RawParameters } from '../../../query/parameters.ts'
import { whenHere } from '../../../query/remote.ts'
import { englishName } from '../../pages/securities.ts'
import { faultOf } from '../../request/query.ts'
import { securityList } from '../../rows/securityList.ts'
import type { Services } from '../../services.ts'

/** Where the bars of a symbol come from. */
export type Source = {
  /** The symbol without its exchange: `2330`, `2330.ADJ`, `TAIEX`, `TX`, `11012`, `11012.PARITY`. */
  readonly ticker: string
  readonly id: string
  readonly dataset: Dataset
  /** Further parameters of its requests. */
  readonly fixed: RawParameters
  /** The one column of a series that has no open, high and low. */
  readonly value: string | null
  readonly kind: 'security' | 'index' | 'futures' | 'bond'
}

const indices: Readonly<Record<string, Label>> = {
  TAIEX: { en: 'Taiwan weighted index', zh: '加權指數' },
  TPEX: { en: 'TPEx index', zh: '櫃買指數' },
}

const unknown = (symbol: string) =>
  faultOf('symbol', {
    en: `has no ${symbol.slice(0, 40)}: it is a security (2330, adjusted 2330.ADJ), TAIEX, TPEX, a futures product (TX) or a convertible bond (its conversion value with .PARITY); /udf/search finds them`,
    zh: `沒有 ${symbol.slice(0, 40)}：可用證券代號（2330，還原價 2330.ADJ）、TAIEX、TPEX、期貨商品（TX）或可轉債代號（加上 .PARITY 為轉換價值）；可用 /udf/search 搜尋`,
  })

/** The source of a symbol by its form; whether it exists is looked up later. */
export function sourceOf(symbol: string): Source {
  const ticker = symbol
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]+:/, '')
  const [, id = '', suffix] = /^([\dA-Z]+)(?:\.(ADJ|PARITY))?$/.exec(ticker) ?? []
  const plain = { ticker, id, fixed: {}, value: null }
  const isBond = /^[1-9]\d{4}$/.test(id)
  if (isBond && suffix !== 'ADJ')
    return { ...plain, dataset: TaiwanCBPremium, value: suffix ? 'conversion_value' : 'bond_price', kind: 'bond' }
  if (suffix === 'PARITY' || isBond) throw unknown(symbol)
  if (/\d/.test(id)) return { ...plain, dataset: suffix ? TaiwanStockPriceAdj : TaiwanStockPrice, kind: 'security' }
  if (id === '' || suffix) throw unknown(symbol)
  if (Object.hasOwn(indices, id)) return { ...plain, dataset: TaiwanWeightedIndex, kind: 'index' }
  return { ...plain, dataset: TaiwanFuturesContinuous, fixed: { roll_rule: 'expiry' }, kind: 'futures' }
}

/** A symbol that exists, as lists and charts show it. */
export type Symbol = {
  readonly ticker: string
  readonly name: string
  /** The name that some search for. */
  readonly also: string
  readonly exchange: string
  readonly type: string
  readonly isActive: boolean
}

const typeOf = (kind: string): string => (kind === 'etf' ? 'fund' : kind === 'bond' ? 'bond' : 'stock')

const known = new WeakMap<object, readonly Symbol[]>()

/** Every symbol of the current version, the indices and futures first. */
export async function symbolsOf(services: Services): Promise<readonly Symbol[]> {
  const { library, pageWaiter } = services
  await pageWaiter.wait(TaiwanFuturesContinuous.name)
  const { list } = await securityList(services)
  const kept = known.get(list)
  if (kept) return kept
  const parts = library.current()?.datasets[TaiwanFuturesContinuous.name] ?? []
  const products = await whenHere(library, () => parts.flatMap((part) => [...idsIn(library.reader, part)]))
  const named = (ticker: string, { zh, en }: Label, exchange: string, type: string): Symbol => ({
    ...{ ticker, name: zh, also: en, exchange, type, isActive: true },
  })
  const made: readonly Symbol[] = [
    ...Object.entries(indices).map(([id, label]) => named(id, label, id === 'TPEX' ? 'TPEX' : 'TWSE', 'index')),
    ...[...new Set(products)].map((id) =>
      named(id, { zh: `${id} 期貨連續近月`, en: `${id} continuous front month` }, 'TAIFEX', 'futures'),
    ),
    ...list.flatMap(({ id, name, market, type, isActive }): Symbol[] => {
      const one = { name, also: englishName(id) ?? '', exchange: market, type: typeOf(type), isActive }
      const other = type === 'bond' ? ['PARITY', '轉換價值'] : ['ADJ', '還原']
      return [
        { ticker: id, ...one },
        { ticker: `${id}.${other[0]}`, ...one, name: `${name} ${other[1]}` },
      ]
    }),
  ]
  known.set(list, made)
  return made
}

/** The symbol of a source; throws for one that does not exist. */
export async function symbolOf(services: Services, { ticker }: Source): Promise<Symbol> {
  const found = (await symbolsOf(services)).filter((one) => one.ticker === ticker)
  const symbol = found.find(({ isActive }) => isActive) ?? found[0]
  if (!symbol) throw unknown(ticker)
  return symbol
}
