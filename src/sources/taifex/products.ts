/** The products of the futures exchange: stems of stocks change every month, all others are known here. */

type Category = 'index' | 'stock' | 'etf' | 'commodity' | 'fx' | 'interest_rate'

type Product = { readonly id: string; readonly category: Category; readonly names: readonly string[] }

const listed = (category: Category, products: string): Product[] =>
  products.split(',').map((entry) => {
    const [id, ...names] = entry.trim().split(/\s+/) as [string, ...string[]]
    return { id, category, names }
  })

/** The code in market-data form, then every name the exchange gives the product. */
const futures: readonly Product[] = [
  ...listed(
    'index',
    `TX 臺股期貨, MTX 小型臺指期貨 小型臺指, TMF 微型臺指期貨 微型臺指, TE 電子期貨, ZEF 小型電子期貨, TF 金融期貨,
    ZFF 小型金融期貨, XIF 非金電期貨, GTF 櫃買期貨 櫃買指數期貨, G2F 富櫃200期貨, E4F 臺灣永續期貨, SHF 航運期貨,
    SOF 半導體30期貨, BTF 臺灣生技期貨, TJF 東證期貨, UDF 美國道瓊期貨, SPF 美國標普500期貨, UNF 美國那斯達克100期貨,
    SXF 美國費城半導體期貨, F1F 英國富時100期貨, M1F 臺灣中型100期貨, I5F 印度50期貨, T5F 臺灣50期貨, MSF MSCI臺指期貨,
    MXFFX 客製化小型臺指期貨`,
  ),
  ...listed('commodity', 'GDF 黃金期貨, TGF 臺幣黃金期貨, BRF 布蘭特原油期貨'),
  ...listed(
    'fx',
    `RHF 美元兌人民幣期貨 美元兌人民幣匯率期貨, RTF 小型美元兌人民幣期貨 小型美元兌人民幣匯率期貨,
    XEF 歐元兌美元期貨 歐元兌美元匯率期貨, XJF 美元兌日圓期貨 美元兌日圓匯率期貨, XBF 英鎊兌美元期貨 英鎊兌美元匯率期貨,
    XAF 澳幣兌美元期貨 澳幣兌美元匯率期貨`,
  ),
  ...listed('interest_rate', 'GBF 公債期貨 十年期公債期貨, CPF 三十天期利率期貨 30天期商業本票利率期貨'),
  ...listed('stock', 'STF 股票期貨'),
  ...listed('etf', 'ETF ETF期貨'),
]
const options: readonly Product[] = [
  ...listed(
    'index',
    `TXO 臺指選擇權 臺指選擇權(含Flex), TEO 電子選擇權, TFO 金融選擇權, XIO 非金電選擇權, GTO 櫃買選擇權 櫃買指數選擇權`,
  ),
  ...listed('commodity', 'TGO 黃金選擇權'),
  ...listed('stock', 'STO 股票選擇權'),
  ...listed('etf', 'ETO ETF選擇權'),
]

/** All products but those of single stocks and funds. */
export const namedProducts: readonly Product[] = [...futures, ...options]

const byName = (products: readonly Product[]) => {
  const ids = new Map(products.flatMap(({ id, names }) => names.map((name) => [name, id] as const)))
  return (name: string): string | undefined => ids.get(name.normalize('NFKC').trim())
}

/** Rows about institutions name their products in Chinese alone. */
export const futuresNamed = byName(futures)
export const optionNamed = byName(options)

const known = new Map(namedProducts.map(({ id, category }) => [id, category]))

/** Words in the names of products that are about no single security. */
const aboutMarkets = /臺灣|臺指|指數|美國|英國|日本|東證|印度|富櫃|櫃買|兌|黃金|原油|公債|利率|大型\d|中型\d/

/** The class of a product: the known ones by code, stocks and funds by their name, and a new market by none. */
export function categoryOf(id: string, name: string): Category | undefined {
  const category = known.get(id)
  if (category !== undefined) return category
  if (!/^[A-Z]{2}[A-Z\d]$/.test(id) || !/(?:期貨|選擇權)[A-Z\d]?$/.test(name)) return undefined
  if (name.includes('ETF')) return 'etf'
  return aboutMarkets.test(name) ? undefined : 'stock'
}

const marketData = new Map(Object.entries({ TXF: 'TX', MXF: 'MTX', EXF: 'TE', FXF: 'TF', STC: 'STO', ETC: 'ETO' }))
/** The code of market data for the one that clearing and brokers use: `TXF` is `TX`, the group `STC` is `STO`. */
export const inMarketData = (code: string): string => marketData.get(code.trim()) ?? code.trim()

const information = new Map([...marketData].map(([there, here]) => [here, there]))
/** The reverse, for asking the information system. */
export const inInformation = (id: string): string => information.get(id) ?? id

const withoutStem = new Set(['TX', 'TE', 'TF'])
/** Lists of large traders use stems: `CD` is `CDF` among futures and `CDO` among options. */
export const ofStem =
  (letter: 'F' | 'O') =>
  (text: string): string | undefined => {
    const code = text.trim()
    if (/^[A-Z]{2}$/.test(code)) return withoutStem.has(code) && letter === 'F' ? code : `${code}${letter}`
    return /^[A-Z][A-Z\d]{2}$/.test(code) ? code : undefined
  }
