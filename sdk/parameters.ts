// Printed from the parameters of queries by `npm run docs`; do not edit.

/** The parameters of a query of rows. */
export interface RowsParameters {
  /** One id, or up to 500 separated by commas · 代號，可用逗號分隔，最多 500 個 */
  readonly stock_id?: string | readonly string[] | undefined
  /** First key date, included · 起始日期（含） */
  readonly start_date?: string | undefined
  /** Last key date, included · 結束日期（含） */
  readonly end_date?: string | undefined
  /** Period of financial statements, quarterly when left out; cumulative is for income statements · 財報期間，預設 quarterly；cumulative 僅適用綜合損益表 */
  readonly period?: 'quarterly' | 'annual' | 'cumulative' | undefined
  /** Include matured and terminated bonds · 是否包含已到期或終止的債券 */
  readonly include_expired?: boolean | undefined
  /** Include delisted securities · 是否包含已下市（櫃）的證券 */
  readonly include_inactive?: boolean | undefined
  /** desc (newest first, the default) or asc, the whole order turned round · 排序：desc 由新到舊（預設），asc 反轉整個順序 */
  readonly sort?: 'asc' | 'desc' | undefined
  /** Columns to return, separated by commas · 要回傳的欄位，以逗號分隔 */
  readonly columns?: string | readonly string[] | undefined
  /** Rows as they were known then: a date (its end in Taipei), or an instant such as 2026-08-10T13:30:00+08:00 · 當時所知的資料：日期（台北時間當日結束），或時點如 2026-08-10T13:30:00+08:00 */
  readonly as_of?: string | undefined
  /** How it is known when a row became known, separated by commas: observed, filed, deadline, unknown; all when left out · 得知時間的依據，以逗號分隔：observed、filed、deadline、unknown；預設為全部 */
  readonly known_by?: string | undefined
  /** warnings: the warnings of `X-Warning` in the body too, as `warnings`, for json; known: the columns `known_at` and `known_by` · warnings：將 `X-Warning` 的警告一併放入內容的 `warnings`，僅用於 json；known：加上 `known_at` 與 `known_by` 欄位 */
  readonly include?: 'known' | undefined
}
