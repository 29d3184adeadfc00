import { inBoth } from './inBoth.ts'

/** Texts of the page for questions. */
export const ask = inBoth({
  title: ['Ask', '提問'],
  description: [
    'Ask in Chinese or English and get rows with the SQL behind them.',
    '用中文或英文提問，得到資料列與產生它的 SQL。',
  ],
  lead: [
    'A sentence in Chinese or English; rows, and the SQL behind them.',
    '用一句中文或英文，得到資料列與產生它的 SQL。',
  ],
  question: ['Question', '問題'],
  byForm: ['Use the form', '改用表單'],
  hint: ['Which stocks did foreign investors buy three days in a row?', '外資連續三天買超的股票'],
  ask: ['Ask', '提問'],
  needsPlus: [
    'Your own questions need a Plus key. The examples are answered without one.',
    '自己的問題需要 Plus 金鑰；範例不需金鑰就能回答。',
  ],
  examples: ['Questions that work', '可以這樣問'],
  themes: {
    prices: ['Prices', '股價'],
    flows: ['Flows', '籌碼'],
    fundamentals: ['Fundamentals', '基本面'],
    markets: ['Indices, futures, currencies', '指數、期貨、匯率'],
  },
  declinedTitle: ['A question that is declined', '會被婉拒的問題'],
  demonstration: (question: string) => [
    `${question}: an example, answered by this service`,
    `${question}：範例，由本服務回答`,
  ],
  engine: (name: string) => [`engine ${name}`, `引擎 ${name}`],
  sql: ['SQL', 'SQL'],
  truncated: (count: string) => [
    `Only the first ${count} rows. Ask for fewer, or raise max_rows in the API.`,
    `只有前 ${count} 列。縮小問題，或在 API 提高 max_rows。`,
  ],
  understood: ['What was understood', '看懂的部分'],
  notUnderstood: ['not understood', '看不懂'],
  candidates: ['Which one is meant?', '是指哪一個？'],
  suggestions: ['Answerable instead', '改成這樣就能回答'],
  legendUnderstood: ['understood', '看懂'],
  legendNot: ['not understood', '看不懂'],
  explain: ['Typed representation', '型別化的表示'],
  explainText: ['The question as a typed value, before it becomes SQL.', '問題轉成 SQL 之前的型別化內容。'],
  explainRun: ['Fetch it', '取得'],
  copyLine: ['Copy the line to a terminal, with a Plus key in `KEY`.', '把這一行貼到終端機，Plus 金鑰放在 `KEY`。'],
})
