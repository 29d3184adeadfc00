import { namedProducts } from '../sources/taifex/products.ts'

type Product = {
  readonly name: string
  readonly category: (typeof namedProducts)[number]['category']
  readonly underlying_stock_id: string | null
}

type NamedProduct = [id: string, product: Product]

/** Stock products by two-letter stem: `CD 2330 台積電` is the future CDF and, with `both`, the option CDO. */
const stocks = (category: 'stock' | 'etf', both: boolean, stems: string): NamedProduct[] =>
  stems.split(',').flatMap((entry) => {
    const [stem, underlying_stock_id, name] = entry.trim().split(' ') as [string, string, string]
    const product = { category, underlying_stock_id }
    const named: NamedProduct[] = [[`${stem}F`, { ...product, name: `${name}期貨` }]]
    if (both) named.push([`${stem}O`, { ...product, name: `${name}選擇權` }])
    return named
  })

/** TAIFEX products by code; the daily tables print codes only. */
export const products: ReadonlyMap<string, Product> = new Map([
  ...namedProducts.map(({ id, category, names }): NamedProduct => {
    const [name] = names as [string, ...string[]]
    return [id, { name, category, underlying_stock_id: null }]
  }),
  ...stocks(
    'stock',
    true,
    `DF 1101 台泥, CQ 1216 統一, CF 1301 台塑, CA 1303 南亞, DG 1326 台化, CR 1402 遠東新, CS 1605 華新, CB 2002 中鋼,
    CC 2303 聯電, DH 2317 鴻海, CG 2324 仁寶, CD 2330 台積電, DS 2353 宏碁, DJ 2357 華碩, GI 2377 微星, DK 2382 廣達,
    CH 2409 友達, DL 2412 中華電, DV 2454 聯發科, GX 2474 可成, HC 2498 宏達電, CZ 2603 長榮, HS 2618 長榮航, DC 2801 彰銀,
    CJ 2880 華南金, CE 2881 富邦金, CK 2882 國泰金, DN 2884 玉山金, DO 2885 元大金, CL 2886 兆豐金, CM 2887 台新金,
    DD 2888 新光金, DE 2890 永豐金, CN 2891 中信金, DP 2892 第一金, IJ 3008 大立光, IR 3037 欣興, DX 3231 緯創, DQ 3481 群創,
    OZ 3711 日月光投控, QB 3714 富采, LO 5880 合庫金`,
  ),
  ...stocks('stock', false, 'FR 2308 台達電, QF 2330 小型台積電, PU 2454 小型聯發科'),
  ...stocks(
    'etf',
    true,
    `NY 0050 元大台灣50ETF, OA 006205 富邦上証ETF, OB 006206 元大上證50ETF, OJ 00636 國泰中國A50ETF, OK 00639 富邦深100ETF,
    OO 00643 群益深証中小ETF`,
  ),
  ...stocks('etf', false, 'PF 0056 元大高股息ETF, RI 00878 國泰永續高股息ETF, SR 0050 小型元大台灣50ETF'),
])
