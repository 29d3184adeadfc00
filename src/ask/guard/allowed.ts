/**
 * What the SQL of an answer may be made of. Only what is listed passes, so that what a new release of the engine adds
 * stays outside until it is added here.
 */

/**
 * Functions by name, with the most arguments they may have. Each gives a number, a date, an interval or one of its
 * arguments: none can make a value larger than what it was given, reach a file, or see a setting.
 */
export const functions: Readonly<Record<string, number>> = {
  '+': 2,
  '-': 2,
  '*': 2,
  '/': 2,
  '%': 2,
  abs: 1,
  any_value: 1,
  arg_max: 2,
  arg_min: 2,
  avg: 1,
  ceil: 1,
  corr: 2,
  count: 1,
  count_star: 0,
  covar_samp: 2,
  cume_dist: 0,
  date_diff: 3,
  date_part: 2,
  date_trunc: 2,
  dense_rank: 0,
  exp: 1,
  first: 1,
  first_value: 1,
  floor: 1,
  greatest: 8,
  isodow: 1,
  lag: 3,
  last: 1,
  last_day: 1,
  last_value: 1,
  lead: 3,
  least: 8,
  length: 1,
  ln: 1,
  max: 1,
  median: 1,
  min: 1,
  month: 1,
  nullif: 2,
  percent_rank: 0,
  quantile_cont: 2,
  quarter: 1,
  rank: 0,
  regr_intercept: 2,
  regr_r2: 2,
  regr_slope: 2,
  round: 2,
  row_number: 0,
  sqrt: 1,
  stddev_pop: 1,
  stddev_samp: 1,
  sum: 1,
  to_days: 1,
  to_months: 1,
  to_weeks: 1,
  to_years: 1,
  trunc: 1,
  var_samp: 1,
  week: 1,
  year: 1,
}

/** Types a value may be cast to. */
export const types = ['BIGINT', 'BOOLEAN', 'DATE', 'DECIMAL', 'DOUBLE', 'INTEGER', 'VARCHAR'] as const

/** Types a literal may have; the parser makes them of what is written. */
export const literals = ['BIGINT', 'BOOLEAN', 'DECIMAL', 'DOUBLE', 'HUGEINT', 'INTEGER', 'NULL', 'VARCHAR'] as const

export const comparisons = [
  'COMPARE_EQUAL',
  'COMPARE_NOTEQUAL',
  'COMPARE_LESSTHAN',
  'COMPARE_GREATERTHAN',
  'COMPARE_LESSTHANOREQUALTO',
  'COMPARE_GREATERTHANOREQUALTO',
  'COMPARE_DISTINCT_FROM',
  'COMPARE_NOT_DISTINCT_FROM',
] as const

export const operators = [
  'COMPARE_IN',
  'COMPARE_NOT_IN',
  'OPERATOR_COALESCE',
  'OPERATOR_IS_NOT_NULL',
  'OPERATOR_IS_NULL',
  'OPERATOR_NOT',
] as const

export const windows = [
  'WINDOW_AGGREGATE',
  'WINDOW_CUME_DIST',
  'WINDOW_FIRST_VALUE',
  'WINDOW_LAG',
  'WINDOW_LAST_VALUE',
  'WINDOW_LEAD',
  'WINDOW_PERCENT_RANK',
  'WINDOW_RANK',
  'WINDOW_RANK_DENSE',
  'WINDOW_ROW_NUMBER',
] as const

export const frames = [
  'UNBOUNDED_PRECEDING',
  'UNBOUNDED_FOLLOWING',
  'CURRENT_ROW_RANGE',
  'CURRENT_ROW_ROWS',
  'EXPR_PRECEDING_ROWS',
  'EXPR_FOLLOWING_ROWS',
  'EXPR_PRECEDING_RANGE',
  'EXPR_FOLLOWING_RANGE',
] as const

/** How much there may be of anything: well above what the builder prints, well below what troubles the parser. */
export const most = {
  characters: 50_000,
  nodes: 20_000,
  depth: 120,
  tables: 60,
  literal: 200,
} as const
