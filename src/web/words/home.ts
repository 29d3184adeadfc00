import { inBoth } from './inBoth.ts'

/** Texts of the first page. */
export const home = inBoth({
  title: ['Taiwan market data', '台灣市場資料'],
  description: [
    'Taiwan market data over HTTP: 73 datasets, and every figure stands beside the request that fetches it.',
    '台灣市場資料 API：73 個資料集，每個數字旁邊就是取得它的請求。',
  ],
  claim: [
    'Every number of the Taiwan market, with the line that fetches it.',
    '台灣市場的每個數字，都附上取得它的那一行。',
  ],
  search: ['Search datasets', '搜尋資料集'],
  searchHint: (count: number) => [`Search ${count} datasets: price, revenue…`, `搜尋 ${count} 個資料集：股價、營收…`],
  market: ['The market today', '今日市場'],
  closed: (day: string, weekday: string) => [`${weekday} ${day}, close`, `${day}（${weekday}）收盤`],
  numbers: ['Today in numbers', '今日數字'],
  line: ['A line and its answer', '一行，一個答案'],
  lineMeta: [
    'The answer is this service’s own. Paste the line into a terminal: it needs no key.',
    '這是本服務自己的回答。把這一行貼到終端機即可重做，不需金鑰。',
  ],
  lineMore: [
    'Three securities of every Free dataset are open without a key. For the rest, get a key: it takes a minute.',
    '每個 Free 資料集有三檔證券不需金鑰；其餘請取得金鑰，一分鐘即可。',
  ],
  units: ['P/E and P/B are multiples; yields are in percent.', '本益比與股價淨值比為倍數，殖利率以百分比計。'],
  plans: ['Plans', '方案'],
  plansMeta: ['calls count per user over a sliding hour', '額度按使用者計，滑動一小時'],
  perMonth: ['Per month', '每月'],
  callsPerHour: ['Calls an hour', '每小時呼叫'],
  datasets: ['Datasets', '資料集'],
  prices: ['Daily and adjusted prices', '個股日行情、還原價'],
  fiveSeconds: ['Five-second data, questions', '五秒資料、提問'],
  getKey: ['Get a free key', '取得免費金鑰'],
  noCard: ['No card needed', '不需信用卡'],
  notSold: ['This installation sells no plans: its operator grants them.', '本站不販售方案，由營運者開通。'],
  agents: ['For agents', '給代理程式'],
  agentsText: [
    'No account: pay per call. A request without payment gets 402 and its price; a signed one gets rows.',
    '不用註冊，按次付費。未付款的請求得到 402 與價格，簽章付款後得到資料。',
  ],
  agentsMore: ['How payment works', '付款如何運作'],
  questions: ['Ask a question', '用一句話提問'],
  questionsText: [
    'Ask in Chinese or English and get rows with the SQL behind them. A word it does not know is named, never guessed.',
    '用中文或英文提問，得到資料列與產生它的 SQL。看不懂的字會直說，不猜。',
  ],
})
