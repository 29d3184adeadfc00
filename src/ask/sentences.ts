/** Why a question is not answered; `decisions.md` and the HTTP answer know the same four. */
export type DeclineCode = 'not_understood' | 'ambiguous' | 'out_of_scope' | 'not_allowed'

type Sentence = {
  readonly code: DeclineCode
  readonly en: (words: string) => string
  readonly zh: (words: string) => string
}

/** Why a question is not answered, and one sentence for each reason, which names the way out. */
export const sentences = {
  unknown_words: {
    code: 'not_understood',
    en: (words) => `These words are not understood: ${words}. Leave them out or say them otherwise.`,
    zh: (words) => `看不懂「${words}」，請換個說法或省略。`,
  },
  without_models: {
    code: 'not_understood',
    en: () => 'The models that read free questions cannot be loaded here. Ask in a sentence of the canonical language.',
    zh: () => '此處無法載入理解自由提問的模型，請以標準句式提問。',
  },
  which_reading: {
    code: 'ambiguous',
    en: () => 'This can be read in more than one way. Choose one of the readings, or say more.',
    zh: () => '這個問題有一種以上的讀法，請從候選中擇一，或說得更明確。',
  },
  one_reading: {
    code: 'not_understood',
    en: () => 'The question may mean this, but that is not sure enough to answer. Choose the reading, or say more.',
    zh: () => '這個問題可能是這個意思，但把握不足，請選擇這個讀法，或說得更明確。',
  },
  which_time: {
    code: 'ambiguous',
    en: () =>
      'Say the day: such as what was known on 2026-08-10. Before the report works for one stock with statements.',
    zh: () => '請說明日期，例如「2026-08-10 當時已知的…」；「財報公布前」須指明一檔有財報的股票。',
  },
  computed_then: {
    code: 'out_of_scope',
    en: () =>
      'Adjusted prices and bars of weeks and months of an earlier time: GET /v1/data/{dataset}?as_of= has them.',
    zh: () => '過去某時點的還原股價與週、月行情請改用 GET /v1/data/{dataset}?as_of= 查詢。',
  },
  vague: {
    code: 'ambiguous',
    en: () => 'The question names no stock, index or measure. Name one, such as the closing price of 2330.',
    zh: () => '問題沒有指明股票、指數或指標，請說出來，例如 2330 的收盤價。',
  },
  advice: {
    code: 'out_of_scope',
    en: () => 'The data holds what has happened; forecasts and advice cannot be given.',
    zh: () => '資料只有已發生的紀錄，無法提供預測或投資建議。',
  },
  not_here: {
    code: 'out_of_scope',
    en: () => 'No dataset holds this. GET /v1/data lists what there is.',
    zh: () => '沒有任何資料集包含這項資料，GET /v1/data 列出所有資料集。',
  },
  in_series: {
    code: 'out_of_scope',
    en: (sql) =>
      `Questions do not read the series of ours that holds this, but SQL does: send "${sql}" to POST /v1/sql.`,
    zh: (sql) => `這項資料在本服務自行計算的數列中，提問讀不到，SQL 可以：請將「${sql}」送至 POST /v1/sql。`,
  },
  private: {
    code: 'not_allowed',
    en: () => 'Only market data can be read here; personal accounts and data of persons are not part of it.',
    zh: () => '這裡只能查詢市場資料，不含個人帳戶或個人資料。',
  },
  write: {
    code: 'not_allowed',
    en: () => 'Only market data can be read here; nothing can be changed, and nothing else is reachable.',
    zh: () => '這裡只能查詢市場資料，不能修改，也無法取得其他內容。',
  },
  no_such_date: {
    code: 'not_understood',
    en: () => 'The data has no rows at that time. Ask about another date.',
    zh: () => '該時間沒有資料，請換一個日期。',
  },
  too_long: {
    code: 'not_understood',
    en: () => 'The question is too long to be read. Ask for one thing, in at most 500 characters.',
    zh: () => '問題太長，請以 500 字以內一次詢問一件事。',
  },
  unsupported: {
    code: 'not_understood',
    en: () => 'The question is not understood well enough to answer it. Ask it in a simpler way.',
    zh: () => '對這個問題的理解不足以回答，請用更簡單的方式提問。',
  },
  no_such_reading: {
    code: 'not_understood',
    en: () => 'The reading is not one of this service. Ask again without it, and choose from the candidates.',
    zh: () => '這不是本服務提供的讀法，請先不帶 reading 提問，再從候選中選擇。',
  },
} satisfies Readonly<Record<string, Sentence>>
export type Reason = keyof typeof sentences

export const examples = {
  en: ['Closing price of 2330 today', 'Top 10 stocks by volume today', 'Stocks with P/E below 15 and yield above 5%'],
  zh: ['台積電今天收盤價', '今天成交量前十名', '本益比小於15而且殖利率大於5%的股票'],
} as const
