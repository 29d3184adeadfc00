/** What industries are called beside the exchange's own names; words for a part of one are left out. */
export const industries: Readonly<Record<string, string>> = {
  水泥工業: '水泥|水泥業|cement',
  食品工業: '食品|食品業|food',
  塑膠工業: '塑膠|塑化|塑膠業|plastics|plastic',
  紡織纖維: '紡織|紡織業|紡纖|textile',
  電機機械: '電機|機械|機械業|電機業|electric machinery|machinery',
  電器電纜: '電線電纜|電器電纜業|electrical and cable|cable',
  玻璃陶瓷: '玻璃|glass and ceramics|glass',
  造紙工業: '造紙|造紙業|紙業|paper|pulp and paper',
  鋼鐵工業: '鋼鐵|鋼鐵業|steel|iron and steel',
  橡膠工業: '橡膠|橡膠業|rubber',
  汽車工業: '汽車|汽車業|automobile|auto|automotive',
  建材營造業: '營建|建材營造|營建業|營造|building and construction|construction',
  航運業: '航運|shipping|shipping and transportation',
  觀光餐旅: '觀光|餐旅|觀光業|觀光餐旅業|tourism|hospitality|tourism and hospitality',
  金融保險業: '金融|金融業|金融保險|financial|financials|finance|financial and insurance|financial sector',
  貿易百貨業: '百貨|貿易百貨|百貨業|trading and consumer goods|department store',
  其他業: '其他業',
  化學工業: '化工|化學|化學業|chemical',
  生技醫療業: '生技|生技醫療|生醫|生技業|biotech|biotechnology|biotech and medical|biotechnology and medical care',
  油電燃氣業: '油電燃氣|油電|oil gas and electricity|gas and electricity',
  半導體業: '半導體|半導體產業|semiconductor|semi|chip|chipmaker',
  電腦及週邊設備業:
    '電腦及週邊|電腦週邊|電腦及週邊設備|computer and peripheral equipment|computer and peripherals|computer',
  光電業: '光電|optoelectronic|optoelectronics',
  通信網路業: '通信網路|網通|通信網路|communications and internet|communication and internet|networking',
  電子零組件業: '電子零組件|零組件|electronic part|electronic component|electronic parts and components',
  電子通路業: '電子通路|electronic products distribution|electronics distribution',
  資訊服務業: '資訊服務|資服|information service',
  其他電子業: '其他電子|other electronic|other electronics',
  文化創意業: '文創|文化創意|cultural and creative',
  農業科技業: '農業科技|農科|agricultural technology',
  綠能環保: '綠能|環保|綠能環保業|green energy|green energy and environmental services',
  數位雲端: '數位雲端|雲端|數位雲端業|digital and cloud|digital and cloud services',
  運動休閒: '運動休閒|運動休閒業|sports and leisure',
  居家生活: '居家生活|居家生活業|household',
}

/** Sector indices that no industry has the name of, or that are called more shortly. */
export const sectors: Readonly<Record<string, string>> = {
  電子工業: '電子|electronics|electronic|tech|technology',
  金融保險: '金融|financial|financials|finance|financial and insurance',
  未含金融: '不含金融|non-finance|ex-finance',
  未含電子: '不含電子|non-electronics|ex-electronics',
  化學生技醫療: 'chemical and biotech',
  建材營造: '營建|construction|building and construction',
}

/** Several industries under one name. */
export const industryGroups: Readonly<Record<string, readonly string[]>> = {
  '電子|電子股|電子類股|electronics|electronic|tech|technology': [
    '半導體業',
    '電腦及週邊設備業',
    '光電業',
    '通信網路業',
    '電子零組件業',
    '電子通路業',
    '資訊服務業',
    '其他電子業',
  ],
}

/** Companies people name together. */
export const companyGroups: Readonly<Record<string, readonly string[]>> = {
  台塑四寶: ['1301', '1303', '1326', '6505'],
  '貨櫃三雄|航海三雄|海運三雄|貨櫃航運三雄': ['2603', '2609', '2615'],
  面板雙虎: ['2409', '3481'],
  '晶圓雙雄|晶圓代工雙雄': ['2330', '2303'],
  航空雙雄: ['2610', '2618'],
  '電信三雄|電信三大': ['2412', '3045', '4904'],
  水泥雙雄: ['1101', '1102'],
}
