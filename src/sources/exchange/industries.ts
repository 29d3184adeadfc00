/** The industries of the exchanges: code, name as the registry writes it, and other ways it is written. */
const industries: readonly (readonly [code: string, name: string, ...others: string[]])[] = [
  ['01', '水泥工業'],
  ['02', '食品工業'],
  ['03', '塑膠工業'],
  ['04', '紡織纖維'],
  ['05', '電機機械'],
  ['06', '電器電纜'],
  ['08', '玻璃陶瓷'],
  ['09', '造紙工業'],
  ['10', '鋼鐵工業'],
  ['11', '橡膠工業'],
  ['12', '汽車工業'],
  ['14', '建材營造業', '建材營造'],
  ['15', '航運業'],
  ['16', '觀光餐旅', '觀光事業', '觀光餐旅業'],
  ['17', '金融保險業', '金融業', '金融保險'],
  ['18', '貿易百貨業', '貿易百貨'],
  ['19', '綜合', '綜合企業'],
  ['20', '其他業', '其他'],
  ['21', '化學工業'],
  ['22', '生技醫療業', '生技醫療'],
  ['23', '油電燃氣業'],
  ['24', '半導體業'],
  ['25', '電腦及週邊設備業'],
  ['26', '光電業'],
  ['27', '通信網路業'],
  ['28', '電子零組件業'],
  ['29', '電子通路業'],
  ['30', '資訊服務業'],
  ['31', '其他電子業'],
  ['32', '文化創意業'],
  ['33', '農業科技業', '農業科技'],
  ['34', '電子商務', '電子商務業'],
  ['35', '綠能環保', '綠能環保類'],
  ['36', '數位雲端', '數位雲端類'],
  ['37', '運動休閒', '運動休閒類'],
  ['38', '居家生活', '居家生活類'],
  ['80', '管理股票'],
  ['91', '存託憑證'],
]

const byCode = new Map(industries.map(([code, name]) => [code, name]))
const byName = new Map(industries.flatMap(([code, ...names]) => names.map((name) => [name, code] as const)))

/** The registry's name of an industry, however it is written; one that the registry does not have stays as it is. */
export const registeredName = (written: string): string => {
  const name = written.normalize('NFKC').trim()
  const code = byName.get(name)
  return (code === undefined ? undefined : byCode.get(code)) ?? name
}

export const industryName = (code: string): string | undefined => byCode.get(code.trim())
export const industryCode = (name: string): string | undefined => byName.get(name.trim())
