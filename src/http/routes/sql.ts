import type { HeaderUse } from '../openapi/headers.ts'
import { tableTypes } from '../openapi/rows.ts'
import { count, exactly, listOf, object, oneOf, type Schema, string } from '../openapi/schema.ts'
import { route } from '../route.ts'
import { rowTypes } from '../rows/form.ts'
import type { Services } from '../services.ts'
import { planFields, sqlFields } from '../sql/fields.ts'
import { planStatement, runStatement } from '../sql/runStatement.ts'
import { senderOf } from './ask.ts'

const fails = ['sql_not_allowed', 'sql_invalid', 'query_too_expensive', 'not_ready', 'too_many_questions'] as const

const takes = ({ askMs }: Services): number => askMs

const sqlSchema = string('The SQL of the request')
const kinds = ['text', 'date', 'datetime', 'integer', 'decimal', 'double', 'boolean'] as const
const row: Schema = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  description: 'Columns as the SQL names them; decimals and dates as in the rows of datasets',
}

/** The headers of an answer. */
export const sqlHeaders = [
  ...['X-Data-Version', 'X-Data-Origin', 'X-Truncated?'],
  ...['X-Calls', 'Server-Timing', 'X-Row-Count?'],
] as readonly HeaderUse[]

/** The body of an answer in JSON. */
export const sqlResult = object('SqlResult', 'The rows of a SELECT', {
  sql: sqlSchema,
  columns: listOf(
    exactly('A column', {
      name: string('Its name in the rows; a name that repeats gets a number'),
      type: oneOf(kinds, 'double: a number that is not exact'),
      'scale?': count('Places of a decimal'),
    }),
    'In the order of the SELECT',
  ),
  count: count('Number of rows in data'),
  truncated: { type: 'boolean', description: 'Whether the result has more rows than max_rows, or than 8 MB' },
  data: listOf(row),
})

export const runSqlRoute = route('POST /v1/sql', 'runSql', {
  tag: 'sql',
  about: {
    en: 'Runs one SELECT over the tables of the current version in a read-only sandbox. Plus tier.',
    zh: '在唯讀沙盒中，對目前版本的資料表執行一個 SELECT。Plus 方案。',
  },
  guide: {
    sql: [
      {
        en: '`POST /v1/sql` (Plus) takes `{ "sql", "params", "max_rows", "as_of", "format" }` and runs one SELECT of DuckDB\'s dialect over all datasets, each a table by its name (`TaiwanStockPrice`) or by `table` of the catalogue (`taiwan_stock_price`), with joins, ASOF joins, windows, `QUALIFY` and common table expressions. `?` stands for the values of `params`, in order. `max_rows` is 1 to 10000, 1000 when left out; a result that was cut there, or at 8 MB, says so in `X-Truncated: true`. `format` or `Accept` choose json, ndjson, csv, parquet or arrow.',
        zh: '`POST /v1/sql`（Plus 方案）接受 `{ "sql", "params", "max_rows", "as_of", "format" }`，以 DuckDB 語法執行一個 SELECT；每個資料集即為一張資料表，可用其名稱（`TaiwanStockPrice`）或目錄的 `table`（`taiwan_stock_price`），支援 join、ASOF join、視窗函式、`QUALIFY` 與 CTE。`?` 依序代入 `params` 的值。`max_rows` 為 1 到 10000，預設 1000；結果因此或因超過 8 MB 而截斷時，以 `X-Truncated: true` 標示。`format` 或 `Accept` 可選 json、ndjson、csv、parquet、arrow。',
      },
      {
        en: 'What may be written is a list (docs/sql.md): other statements, functions and tables are a 422 `sql_not_allowed`, and what the engine cannot read is `sql_invalid`; both name the `position` and, in `did_you_mean`, the names that are near. A SELECT that needs more time or memory than it may is `query_too_expensive`. It costs one call for each second that it began (`X-Calls`); `POST /v1/sql/explain` tells beforehand what it reads. With `as_of` the tables have the rows as they were known then.',
        zh: '可用的語法以清單為準（docs/sql.md）：其他敘述、函式與資料表回傳 422 `sql_not_allowed`，引擎無法解讀者為 `sql_invalid`；兩者皆以 `position` 指出位置，並以 `did_you_mean` 列出相近的名稱。所需時間或記憶體超過上限者為 `query_too_expensive`。每執行一秒計一次呼叫（`X-Calls`）；`POST /v1/sql/explain` 可事先得知讀取量。加上 `as_of` 時，資料表為當時已知的內容。',
      },
    ],
  },
  auth: 'key',
  tier: 'plus',
  counts: 'sql',
  types: rowTypes,
  body: sqlFields,
  responses: {
    200: {
      description: 'The rows of the SELECT',
      schema: sqlResult,
      otherTypes: tableTypes,
      headers: sqlHeaders,
    },
  },
  fails: [...fails, 'too_busy'],
  takes,
  handle: ({ body, caller, signal, request }, services) =>
    runStatement(services, body, { accept: request.headers.accept, sender: senderOf(caller), signal }),
})

export const explainSql = route('POST /v1/sql/explain', 'explainSql', {
  tag: 'sql',
  about: {
    en: 'What a SELECT reads and may cost, without running it. Plus tier.',
    zh: '一個 SELECT 將讀取的資料量與可能計入的呼叫次數，不實際執行。Plus 方案。',
  },
  auth: 'key',
  tier: 'plus',
  counts: 'sql',
  body: planFields,
  responses: {
    200: {
      schema: object('SqlPlan', 'What a SELECT reads', {
        sql: sqlSchema,
        tables: listOf(string(), 'The datasets that it names'),
        rows_scanned: count('Rows that are estimated to be read'),
        rows_estimated: count('Rows that are estimated to be in the answer'),
        calls: exactly('The calls that it may cost', {
          expected: count('By the rows that are read'),
          most: count('A SELECT that runs longer than so many seconds is refused'),
        }),
      }),
      headers: ['X-Data-Version', 'X-Data-Origin'],
    },
  },
  fails,
  takes,
  handle: ({ body, caller, signal }, services) => planStatement(services, body, { sender: senderOf(caller), signal }),
})
