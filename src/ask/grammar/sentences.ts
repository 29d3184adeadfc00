import type { Reason } from './refusal.ts'

type Sentence = { readonly en: (words: string) => string; readonly zh: (words: string) => string }

/** One sentence for each reason, which names the way out. */
export const sentences: Readonly<Record<Reason, Sentence>> = {
  unknown_words: {
    en: (words) => `These words are not understood: ${words}. Leave them out or say them otherwise.`,
    zh: (words) => `看不懂「${words}」，請換個說法或省略。`,
  },
  unused_words: {
    en: (words) => `It is not clear what ${words} means here. Say it otherwise or ask for one thing at a time.`,
    zh: (words) => `不確定「${words}」在這裡的意思，請換個說法或分開來問。`,
  },
  which_entity: {
    en: (words) => `${words || 'This'} of which stock or index? Name one, by its code or its name.`,
    zh: (words) => `${words ? `看懂了「${words}」，但` : ''}不知道是哪一檔股票或指數，請說出代號或名稱。`,
  },
  which_measure: {
    en: () => 'What should be shown? Name a measure, such as closing price, volume, P/E or monthly revenue.',
    zh: () => '要看什麼數字？請說出指標，例如收盤價、成交量、本益比或月營收。',
  },
  pronoun: {
    en: (words) => `Each question stands alone, so "${words}" names nothing. Which stock or index is meant?`,
    zh: (words) => `每個問題各自獨立，「${words}」沒有指明對象，請說出是哪一檔股票或指數。`,
  },
  vague: {
    en: (words) =>
      `"${words}" names no measure. Compare by one, such as return, P/E, dividend yield, revenue growth or EPS.`,
    zh: (words) => `「${words}」沒有指明標準，請指定要比較的指標，例如報酬率、本益比、殖利率、營收年增率或 EPS。`,
  },
  forecast: {
    en: () => 'The data holds what has happened; forecasts, advice and what it does not cover cannot be answered.',
    zh: () => '資料只有已發生的紀錄，無法回答預測、投資建議或資料以外的問題。',
  },
  not_here: {
    en: () => 'No dataset holds this. GET /v1/data lists what there is.',
    zh: () => '沒有任何資料集包含這項資料，GET /v1/data 列出所有資料集。',
  },
  future: {
    en: (words) => `${words} lies ahead, and only announced events are known ahead. Ask about a time that has passed.`,
    zh: (words) => `「${words}」還沒發生，只有已公告的事件才有未來日期，請改問過去的時間。`,
  },
  write: {
    en: () => 'Only market data can be read here; nothing can be changed, and nothing else is reachable.',
    zh: () => '這裡只能查詢市場資料，不能修改，也無法取得其他內容。',
  },
  does_not_fit: {
    en: (words) => `${words || 'That measure'} is not known for what the question names.`,
    zh: (words) => `問題所指的對象沒有${words ? `「${words}」` : '這項指標'}，請換一個指標或對象。`,
  },
  needs_window: {
    en: (words) =>
      `Over what time? Add one to ${words || 'the question'}, such as the past month or the last 20 trading days.`,
    zh: (words) => `請補上時間範圍${words ? `（${words}）` : ''}，例如近一個月或近 20 個交易日。`,
  },
  needs_number: {
    en: (words) =>
      `A number or a measure is missing${words ? ` beside ${words}` : ''}. Add one, such as above 20 or trading volume.`,
    zh: (words) => `${words ? `「${words}」` : '問題'}還缺少數字或指標，請補上，例如「大於 20」或「成交量」。`,
  },
  two_readings: {
    en: (words) => `This can be read in more than one way: ${words}. Say one thing at a time.`,
    zh: (words) => `這個問題有一種以上的讀法：「${words}」，請一次只說一件事。`,
  },
  several_names: {
    en: (words) => `${words} may mean several securities. Name one of the candidates.`,
    zh: (words) => `「${words}」可能指多檔證券，請從候選中擇一。`,
  },
  no_such_date: {
    en: () => 'The data has no rows at that time. Ask about another date.',
    zh: () => '該時間沒有資料，請換一個日期。',
  },
  empty: {
    en: () => 'The question names no data. Name a stock and a measure, such as the closing price of 2330.',
    zh: () => '問題沒有指明任何資料，請說出股票與指標，例如 2330 的收盤價。',
  },
  unsupported: {
    en: (words) => `This combination is not understood${words ? `: ${words}` : ''}. Ask it in a simpler way.`,
    zh: (words) => `看不懂這樣的組合${words ? `：「${words}」` : ''}，請用更簡單的方式提問。`,
  },
}
