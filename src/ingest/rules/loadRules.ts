import type { Rule } from './rule.ts'

/** What a load as a whole is checked for, beside the rules on rows. */
export const loadRules = {
  closed_day: { en: 'The market was open on the day of a row.', zh: '資料日為開市日。' },
  asked_day: { en: 'A row is of the days that were asked for.', zh: '資料日在所請求的日期之內。' },
  key_repeated: { en: 'No two rows of a load have the same key.', zh: '同一次載入中沒有兩列的主鍵相同。' },
  shrinking_history: {
    en: 'A day does not come with far fewer rows than are stored.',
    zh: '同一天的資料不會遠少於已儲存的列數。',
  },
  unknown_code: {
    en: 'A coding rule of the exchanges covers the code of a security.',
    zh: '證券代號符合交易所的編碼規則。',
  },
} as const satisfies Readonly<Record<string, Rule['about']>>
