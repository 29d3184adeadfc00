import type { Label } from '../../fields.ts'

/** The prose of the section on questions. */
export const askTexts = [
  {
    en: '`POST /v1/ask` (Plus) takes `{ "question", "max_rows" }` and answers with exactly `question`, `sql`, `engine`, `count` and `data`. The question is read, translated to SQL and run in a read-only sandbox; `max_rows` is 1 to 1000, 100 when left out, and a result that was cut says so in `X-Truncated: true`.',
    zh: '`POST /v1/ask`（Plus 方案）接受 `{ "question", "max_rows" }`，回傳 `question`、`sql`、`engine`、`count` 與 `data` 五個欄位。問題會轉為 SQL 並在唯讀沙盒中執行；`max_rows` 為 1 到 1000，預設 100，結果被截斷時以 `X-Truncated: true` 標示。',
  },
  {
    en: 'The comments at the head of `sql` tell the reading that was taken: dataset, dates, names and every default. Time is counted from the newest day of the data, not from the clock: "today" on a Sunday is Friday.',
    zh: '`sql` 開頭的註解說明所採的解讀：資料集、日期、名稱與每一項預設。時間以資料的最新日期為準，而非時鐘：週日所說的「今天」即為週五。',
  },
  {
    en: 'A question is answered only where every word of it is understood; a wrong answer is worse than none. Otherwise it is a 422 in the language of the question: `not_understood` (with what was and was not, and suggestions), `ambiguous` (with candidates), `out_of_scope` (forecasts, advice, what no dataset holds), `not_allowed`, or `query_too_expensive`.',
    zh: '只有每個字詞都看懂時才會回答，答錯比不答更糟。否則以問題的語言回傳 422：`not_understood`（列出看懂與看不懂的部分及建議）、`ambiguous`（列出候選）、`out_of_scope`（預測、投資建議或資料以外的問題）、`not_allowed`，或 `query_too_expensive`。',
  },
  {
    en: '`POST /v1/ask/explain` takes the same question and answers with its typed representation and the SQL without running it. Both count as a call. `engine` is `embedded/<version>`, or `llm/<provider>/<model>` where the operator has set up a language model; a model is given the question and the names of datasets and securities, never rows.',
    zh: '`POST /v1/ask/explain` 以相同問題回傳型別化的表示與 SQL，但不執行。兩者皆計為一次呼叫。`engine` 為 `embedded/<版本>`，若營運者設定了語言模型則為 `llm/<供應者>/<模型>`；模型只會收到問題與資料集、證券的名稱，絕不會收到資料列。',
  },
] as const satisfies readonly Label[]
