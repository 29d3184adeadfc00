/** Value chains: the stages of an industry and its companies. */

type Position = 'upstream' | 'midstream' | 'downstream'
type Segment = readonly [name: string, position: Position, companies: string]

/** The codes of industries, where the platform of value chains has one. */
export const chainCodes: Readonly<Record<string, string>> = { 半導體: 'D000' }

export const chains: Readonly<Record<string, readonly Segment[]>> = {
  半導體: [
    ['IC設計', 'upstream', '2379 2454 3034 3227 3443 3529 3661 4966 5236 5269 5274 6415 6526 6531 8299'],
    ['矽晶圓', 'upstream', '3532 5483 6488'],
    ['晶圓製造', 'midstream', '2303 2330 5347 6770'],
    ['記憶體製造', 'midstream', '2337 2344 2408'],
    ['化合物半導體', 'midstream', '3105 8086'],
    ['生產製程及檢測設備', 'midstream', '2360 3131 6187 6196 6223 6510 6515 7734 7769 8027'],
    ['IC封裝測試', 'downstream', '2449 3264 3374 3711 6147 6239 6257 6789'],
    ['IC基板', 'upstream', '3037 3189 8046'],
    ['記憶體模組', 'downstream', '2451 3260 5289 8299'],
    ['IC通路', 'downstream', '3036 3702 5434 8096'],
  ],
  電腦及週邊設備: [
    ['機殼與滑軌', 'upstream', '2059 2474 8210'],
    ['散熱模組', 'upstream', '3017 3653 8996'],
    ['連接器', 'upstream', '3533 3665 6805'],
    ['主機板', 'midstream', '2376 2377 2357'],
    ['電源供應器', 'upstream', '2301 2308'],
    ['伺服器', 'midstream', '2317 2356 2382 3231 6669'],
    ['筆記型電腦', 'midstream', '2324 2353 2357 2382 3231 4938'],
    ['工業電腦', 'downstream', '2395'],
    ['電腦通路', 'downstream', '2347'],
  ],
  印刷電路板: [
    ['銅箔', 'upstream', '8358'],
    ['銅箔基板', 'upstream', '2383 6213 6274'],
    ['硬板', 'midstream', '2313 2368 3044 3037 4958'],
    ['製程設備', 'upstream', '2467'],
  ],
  被動元件: [
    ['電容器', 'midstream', '2327 2492 3026'],
    ['電阻器', 'midstream', '2327'],
  ],
  通信網路: [
    ['光通訊元件', 'upstream', '3081 4979 6442'],
    ['網路設備', 'midstream', '2345 6285'],
    ['行動電話', 'midstream', '2498'],
    ['電信服務', 'downstream', '2412 3045 4904'],
  ],
  平面顯示器: [
    ['面板製造', 'midstream', '2409 3481'],
    ['電子紙', 'midstream', '8069'],
    ['玻璃基板', 'upstream', '1802'],
  ],
  石化及塑橡膠: [
    ['煉油', 'upstream', '6505'],
    ['塑膠原料', 'midstream', '1301 1303 1326'],
    ['合成樹脂', 'midstream', '1717'],
    ['輪胎', 'downstream', '2101 2105'],
  ],
  鋼鐵: [
    ['鋼胚', 'upstream', '2002'],
    ['棒線與型鋼', 'midstream', '2006'],
    ['鋼品通路', 'downstream', '2027 8415'],
  ],
  交通運輸及航運: [
    ['貨櫃航運', 'midstream', '2603 2609 2615'],
    ['航空', 'midstream', '2610 2618'],
    ['鐵路運輸', 'midstream', '2633'],
    ['貨運承攬', 'downstream', '5609'],
  ],
  電機機械: [
    ['傳動元件', 'upstream', '1590 2049'],
    ['重電設備', 'midstream', '1503 1504 1519'],
    ['數控系統', 'upstream', '7750'],
  ],
  製藥: [
    ['新藥研發', 'upstream', '6446 6547 6919'],
    ['委託開發與製造', 'midstream', '6472 6589'],
  ],
  水泥: [['水泥成品', 'midstream', '1101 1102']],
  食品: [
    ['食品製造', 'midstream', '1216 1229'],
    ['連鎖零售', 'downstream', '2912'],
  ],
  紡織: [
    ['化學纖維', 'upstream', '1402'],
    ['成衣', 'downstream', '1476'],
  ],
  汽車: [
    ['整車銷售', 'downstream', '2207'],
    ['電動車', 'midstream', '2258'],
  ],
  運動休閒: [
    ['製鞋', 'midstream', '9904 9910'],
    ['自行車', 'downstream', '9921'],
  ],
}
