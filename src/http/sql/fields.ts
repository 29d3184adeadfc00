import { most } from '../../ask/guard/allowed.ts'
import { integer, optional, prose, scalars, type Values, withDefault } from '../../fields.ts'
import { limits, parameters } from '../../query/parameters.ts'

const { as_of, format, decimals, bom } = parameters

const params = scalars(
  'Values of the parameters of the SQL (? or $1), in order; dates as text',
  'SQL 參數（? 或 $1）的值，依序列出；日期以文字表示',
  { most: 100, longest: 1_000 },
)

/** Members of a body with SQL that is planned. */
export const planFields = {
  sql: prose('One SELECT', '一個 SELECT', { min: 1, max: most.characters }),
  params: optional(params),
  as_of,
} as const

/** Members of a body with SQL that is run. */
export const sqlFields = {
  ...planFields,
  max_rows: withDefault(
    integer('Most rows to answer with', '回傳列數上限', { min: 1, max: limits.rows }),
    limits.defaultRows,
  ),
  ...{ format, decimals, bom },
} as const

export type SqlBody = Values<typeof sqlFields>
