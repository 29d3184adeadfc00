import { extensionsOf } from '../../pay/extensions.ts'
import { askName, sqlName } from '../../pay/paymentTerms.ts'
import { tableTypes } from '../openapi/rows.ts'
import { soldAnswer } from '../rows/soldAnswer.ts'
import { sqlFields } from '../sql/fields.ts'
import { runStatement } from '../sql/runStatement.ts'
import { answerTo, askFields, askResult } from './ask.ts'
import { sqlHeaders, sqlResult } from './sql.ts'

/** The answer to a question for a payment instead of a key. */
export const payForAnswer = soldAnswer({
  name: askName,
  id: 'payForAnswer',
  about: {
    en: 'The answer of POST /v1/ask, paid for by the call (x402) instead of with a key. A question without an answer costs nothing.',
    zh: '與 POST /v1/ask 相同的回答，以逐次付費（x402）取代金鑰。無法回答的問題不收費。',
  },
  description:
    'Without a payment the response is 402 with the terms, whatever the body. The question is answered before the payment is settled.',
  guide: {
    agents: [
      {
        en: '`POST /v1/agent/ask` sells the answer to a question as rows are sold: the body is that of `POST /v1/ask`, the price stands under `ask` in the price list, and a question that is not understood is a 422 and costs nothing.',
        zh: '`POST /v1/agent/ask` 以相同方式出售問題的回答：內容與 `POST /v1/ask` 相同，價格見價目表的 `ask`；看不懂的問題回傳 422，不收費。',
      },
    ],
  },
  summary: 'Taiwan market data: the answer to a question in Chinese or English',
  discovery: extensionsOf({
    method: 'POST',
    parameters: { question: { type: 'string' }, max_rows: { type: 'integer' }, columns: { type: 'boolean' } },
    example: { question: '台積電近五日收盤價', max_rows: 5 },
    answer: { question: '', sql: '', engine: '', count: 0, data: [] },
  }),
  fields: askFields,
  // One payment buys one answer. The language belongs to it, since warnings are texts.
  choicesOf: ({ question, max_rows, columns, reading, include, as_of }, { language }) =>
    JSON.stringify([
      ...[question, max_rows, columns],
      ...(reading === undefined && include === undefined ? [] : [reading ?? null, include && language]),
      ...(as_of === undefined ? [] : [{ as_of }]),
    ]),
  answer: (body, { sender, language }, signal, services) =>
    answerTo(body, `address ${sender}`, signal, services, language),
  result: askResult,
  headers: ['X-Data-Version', 'X-Data-Origin', 'X-Truncated?', 'X-Warning?'],
  fails: ['not_understood', 'ambiguous', 'out_of_scope', 'not_allowed', 'query_too_expensive'],
})

/** The rows of SQL for a payment instead of a key. */
export const payForSql = soldAnswer({
  name: sqlName,
  id: 'payForSql',
  about: {
    en: 'The rows of POST /v1/sql, paid for by the call (x402) instead of with a key. SQL that cannot be run costs nothing.',
    zh: '與 POST /v1/sql 相同的資料列，以逐次付費（x402）取代金鑰。無法執行的 SQL 不收費。',
  },
  description:
    'Without a payment the response is 402 with the terms, whatever the body. The SQL is run before the payment is settled.',
  guide: {
    agents: [
      {
        en: '`POST /v1/agent/sql` sells the rows of a SELECT in the same way: the body is that of `POST /v1/sql`, the price stands under `sql` in the price list, and SQL that cannot be run, or takes too long, is a 422 and costs nothing.',
        zh: '`POST /v1/agent/sql` 以相同方式出售 SELECT 的資料列：內容與 `POST /v1/sql` 相同，價格見價目表的 `sql`；無法執行或耗時過久的 SQL 回傳 422，不收費。',
      },
    ],
  },
  summary: 'Taiwan market data: the rows of one SELECT over all datasets',
  discovery: extensionsOf({
    method: 'POST',
    parameters: { sql: { type: 'string' }, params: { type: 'array' }, max_rows: { type: 'integer' } },
    example: { sql: 'SELECT stock_id, close FROM TaiwanStockPrice ORDER BY trade_date DESC LIMIT 5', max_rows: 5 },
    answer: { sql: '', columns: [], count: 0, data: [] },
  }),
  fields: sqlFields,
  choicesOf: ({ sql, params, max_rows, as_of, format, decimals, bom }, { accept }) =>
    JSON.stringify([sql, params, max_rows, as_of, format, decimals, bom, accept]),
  answer: (body, { sender, accept }, signal, services) =>
    runStatement(services, body, { accept, sender: `address ${sender}`, signal }),
  result: sqlResult,
  otherTypes: tableTypes,
  headers: sqlHeaders,
  fails: ['sql_not_allowed', 'sql_invalid', 'query_too_expensive'],
})
