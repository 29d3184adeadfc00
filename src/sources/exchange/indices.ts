import type { Market } from '../feed.ts'
import { changed, type Left } from '../outcome.ts'
import { column, constant } from '../reading.ts'

/** The price indices by their official codes: the name as it is written now, and the other ways it is written. */
type Index = { readonly id: string; readonly name: string }
type Listed = readonly [id: string, name: string, ...others: string[]]

const twse: readonly Listed[] = [
  ['TAIEX', '發行量加權股價指數'],
  ['IX0007', '未含金融指數', '未含金融保險股指數'],
  ['IX0008', '未含電子指數', '未含電子股指數'],
  ['IX0009', '未含金融電子指數', '未含金融電子股指數'],
  ['IX0010', '水泥類指數'],
  ['IX0011', '食品類指數'],
  ['IX0012', '塑膠類指數'],
  ['IX0013', '水泥窯製類指數'],
  ['IX0014', '塑膠化工類指數'],
  ['IX0015', '機電類指數'],
  ['IX0016', '紡織纖維類指數'],
  ['IX0017', '電機機械類指數'],
  ['IX0018', '電器電纜類指數'],
  ['IX0019', '化學生技醫療類指數'],
  ['IX0020', '化學類指數'],
  ['IX0021', '生技醫療類指數'],
  ['IX0022', '玻璃陶瓷類指數'],
  ['IX0023', '造紙類指數'],
  ['IX0024', '鋼鐵類指數'],
  ['IX0025', '橡膠類指數'],
  ['IX0026', '汽車類指數'],
  ['IX0027', '電子工業類指數', '電子類指數'],
  ['IX0028', '半導體類指數'],
  ['IX0029', '電腦及週邊設備類指數'],
  ['IX0030', '光電類指數'],
  ['IX0031', '通信網路類指數'],
  ['IX0032', '電子零組件類指數'],
  ['IX0033', '電子通路類指數'],
  ['IX0034', '資訊服務類指數'],
  ['IX0035', '其他電子類指數'],
  ['IX0036', '建材營造類指數'],
  ['IX0037', '航運類指數', '航運業類指數'],
  ['IX0038', '觀光餐旅類指數', '觀光類指數', '觀光事業類指數'],
  ['IX0039', '金融保險類指數'],
  ['IX0040', '貿易百貨類指數'],
  ['IX0041', '油電燃氣類指數'],
  ['IX0042', '其他類指數'],
  ['IX0185', '綠能環保類指數'],
  ['IX0186', '數位雲端類指數'],
  ['IX0187', '運動休閒類指數'],
  ['IX0188', '居家生活類指數'],
]

const tpex: readonly Listed[] = [
  ['TPEX', '櫃買指數', '櫃檯指數'],
  ['IX0044', '櫃買紡纖類指數', '紡織纖維', '紡纖纖維', '紡纖類指數'],
  ['IX0045', '櫃買機械類指數', '電機機械', '機械類指數'],
  ['IX0046', '櫃買鋼鐵類指數', '鋼鐵工業', '鋼鐵類指數'],
  ['IX0047', '櫃買電子類指數', '電子工業', '電子類指數'],
  ['IX0048', '櫃買營建類指數', '建材營造', '營建類指數'],
  ['IX0049', '櫃買航運類指數', '航運業', '航運類指數'],
  ['IX0050', '櫃買觀光餐旅類指數', '觀光餐旅', '觀光事業', '觀光類指數', '觀光餐旅類指數'],
  ['IX0051', '櫃買化工類指數', '化學工業', '化工類指數'],
  ['IX0052', '櫃買生技醫療類指數', '生技醫療', '生技類指數', '生技醫療類指數'],
  ['IX0053', '櫃買半導體類指數', '半導體業', '半導體類指數'],
  ['IX0054', '櫃買電腦及週邊類指數', '電腦及週邊設備業', '電腦類指數', '電腦及週邊類指數'],
  ['IX0055', '櫃買光電類指數', '光電業', '光電類指數'],
  ['IX0056', '櫃買通信網路類指數', '通信網路業', '通信類指數', '通信網路類指數'],
  ['IX0057', '櫃買電子零組件類指數', '電子零組件業', '電零組類指數', '電子零組件類指數'],
  ['IX0058', '櫃買電子通路類指數', '電子通路業', '通路類指數', '電子通路類指數'],
  ['IX0059', '櫃買資訊服務類指數', '資訊服務業', '資服類指數', '資訊服務類指數'],
  ['IX0075', '櫃買文化創意類指數', '文化創意業', '文創類指數', '文化創意類指數'],
  ['IX0099', '櫃買其他電子類指數', '其他電子業', '其他電子類指數'],
  ['IX0100', '櫃買其他類指數', '其他', '其他類指數'],
  ['IX0189', '櫃買綠能環保類指數', '綠能環保', '綠能環保類指數'],
  ['IX0190', '櫃買數位雲端類指數', '數位雲端', '數位雲端類指數'],
  ['IX0191', '櫃買居家生活類指數', '居家生活', '居家生活類指數'],
]

const byName = (list: readonly Listed[]): ReadonlyMap<string, Index> =>
  new Map(list.flatMap(([id, name, ...others]) => [name, ...others].map((known) => [known, { id, name }] as const)))

const names = { TWSE: byName(twse), TPEX: byName(tpex) }

/** Undefined for other indices: the exchanges also publish dozens of theme indices. */
export const indexNamed = (market: Exclude<Market, 'ESB'>, name: string): Index | undefined =>
  names[market].get(name.trim())

/** The sector indices without the headline ones. */
export const isSector = ({ id }: Index): boolean => id.startsWith('IX')

/** Leveraged, inverse and total-return variants are named after a sector and are none. */
const isVariant = (name: string): boolean => /報酬|兩倍|反向|槓桿/.test(name)

/** A new sector must be entered above; until then a response with it is rejected. */
export function knownIndex(market: Exclude<Market, 'ESB'>, name: string): Index | undefined {
  const found = indexNamed(market, name)
  if (!found && /類指數$/.test(name.trim()) && !isVariant(name))
    throw changed(`an index that is not known here: ${name.trim()}`)
  return found
}

/** Sectors that have no values during the day: three that others were made of. */
const onlyAtClose = new Set(['IX0013', 'IX0014', 'IX0015'])
/** The day the newest sectors were born, and one by which all the others were there. */
const [bornLast, allThere] = ['2023-07-03', '2012-01-02']
const newest = new Set(['IX0185', 'IX0186', 'IX0187', 'IX0188'])

/** The indices of the day that a table with a column per index lacks, listed market only. */
export function missingIndices(titles: readonly string[], day: string): readonly Left[] {
  if (day < allThere) return []
  const there = new Set(titles.flatMap((title) => indexNamed('TWSE', title)?.id ?? []))
  const missing = twse.flatMap(([id, name]) =>
    there.has(id) || onlyAtClose.has(id) || (newest.has(id) && day < bornLast) ? [] : [name],
  )
  return missing.length === 0 ? [] : [{ why: `indices without a column: ${missing.join(', ')}`, rows: 0 }]
}

/** The sector of a name. TWSE tables hold every index, so a name like that of a sector must be known. */
const sectorNamed = (market: Exclude<Market, 'ESB'>, name: string): Index | undefined => {
  const index = market === 'TWSE' ? knownIndex(market, name) : indexNamed(market, name)
  return index && isSector(index) ? index : undefined
}

/** The columns that name a sector, read from one title. */
export const sectorColumns = (market: Exclude<Market, 'ESB'>, title: string) => ({
  stock_id: column(title, { read: (name) => sectorNamed(market, name)?.id }),
  market: constant(market),
  index_name: column(title, { read: (name) => sectorNamed(market, name)?.name }),
})

/** Rows of the same table that are about no sector. */
export const notASector = (market: Exclude<Market, 'ESB'>, title: string, why = 'other indices') =>
  [[why, title, (name: string) => sectorNamed(market, name) === undefined]] as const
