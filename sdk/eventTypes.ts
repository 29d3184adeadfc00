// Printed from the types of events by `npm run docs`; do not edit.

import type { Rows } from './rows.ts'

/** The types of events that a reader chooses among. */
export type EventType =
  | 'dataset.ready'
  | 'dataset.corrected'
  | 'dataset.late'
  | 'dataset.restored'
  | 'quota.near'
  | 'price.changed'

/** The members of `data` of each type of event. */
export interface EventData {
  /** The rows of a new newest day are served. · 最新一日的資料已可查詢。 */
  readonly 'dataset.ready': {
    /** Name of the dataset · 資料集名稱 */
    readonly dataset: keyof Rows
    /** demo: simulated rows; live: rows of the publishers · demo：模擬資料；live：真實資料 */
    readonly origin: 'demo' | 'live'
    /** Version of the data that has the change · 含此變動的資料版本 */
    readonly version: string
    /** The newest day · 最新日期 */
    readonly date: string
    /** The first of the days that are new · 新增日期中最早的一日 */
    readonly first_date: string
    /** Rows of the newest day · 最新一日的列數 */
    readonly rows: number
  }
  /** Rows of days that were served already were corrected, withdrawn or inserted; `/v1/changes` has the rows. · 既有日期的資料列經更正、撤回或補登；內容見 `/v1/changes`。 */
  readonly 'dataset.corrected': {
    /** Name of the dataset · 資料集名稱 */
    readonly dataset: keyof Rows
    /** demo: simulated rows; live: rows of the publishers · demo：模擬資料；live：真實資料 */
    readonly origin: 'demo' | 'live'
    /** Version of the data that has the change · 含此變動的資料版本 */
    readonly version: string
    /** Rows with other values · 數值更正的列數 */
    readonly corrected: number
    /** Rows that are gone · 撤回的列數 */
    readonly withdrawn: number
    /** Rows that came later than their day · 補登的列數 */
    readonly inserted: number
    /** First of their days; null where the key has no date · 最早日期；無日期鍵時為 null */
    readonly first_date: string | null
    /** Last of their days; null where the key has no date · 最晚日期；無日期鍵時為 null */
    readonly last_date: string | null
  }
  /** The rows of a day are 45 minutes past the time at which they were promised. · 某日資料已逾承諾時間 45 分鐘。 */
  readonly 'dataset.late': {
    /** Name of the dataset · 資料集名稱 */
    readonly dataset: keyof Rows
    /** demo: simulated rows; live: rows of the publishers · demo：模擬資料；live：真實資料 */
    readonly origin: 'demo' | 'live'
    /** The first day that is missing · 最早的缺漏日期 */
    readonly date: string
    /** When its rows were promised · 承諾的時刻 */
    readonly promised_at: string
  }
  /** A late dataset is complete again, or an earlier version of the data is served again. · 遲到的資料集已完整，或重新提供先前的資料版本。 */
  readonly 'dataset.restored': {
    /** Name of the dataset · 資料集名稱 */
    readonly dataset: keyof Rows
    /** demo: simulated rows; live: rows of the publishers · demo：模擬資料；live：真實資料 */
    readonly origin: 'demo' | 'live'
    /** Version of the data that has the change · 含此變動的資料版本 */
    readonly version: string
    /** The newest day that is served · 目前最新日期 */
    readonly date: string | null
    /** complete: no day is late any more; earlier_version: the operator went back to an earlier state · complete：已無遲到日期；earlier_version：營運者回復至先前狀態 */
    readonly reason: 'complete' | 'earlier_version'
  }
  /** Nine tenths of your calls of the hour are used; at most once an hour. · 本小時額度已用九成；每小時至多一次。 */
  readonly 'quota.near': {
    /** Your tier · 您的方案 */
    readonly tier: string
    /** Calls of the last hour · 過去一小時的呼叫次數 */
    readonly used: number
    /** Calls that you may make in an hour · 每小時可呼叫次數 */
    readonly limit: number
    /** Seconds until the oldest calls are free again · 最早的呼叫釋出前的秒數 */
    readonly resets_in_seconds: number
  }
  /** The price of an agent's call changed. · 代理程式付費呼叫的價格變動。 */
  readonly 'price.changed': {
    /** Name of the dataset; null for an answer to a question · 資料集名稱；提問為 null */
    readonly dataset: keyof Rows | null
    /** Price of a call in atomic units of the token · 每次呼叫的價格（代幣最小單位） */
    readonly amount: string
    /** The price before · 先前的價格 */
    readonly amount_before: string
    /** Network that is paid on · 付款網路 */
    readonly network: string
    /** Address of the token · 代幣位址 */
    readonly asset: string
  }
  /** Events behind your place are no longer kept: some may be missing between the last one you had and the next. · 您上次位置之後的部分事件已逾保留期限，其間可能有遺漏。 */
  readonly 'events.missed': {
    /** Time of the last event that was removed; null if none was · 最後一筆已移除事件的時刻；無則為 null */
    readonly removed_through: string | null
  }
  /** You asked for a test of your webhook. · 您要求測試 webhook。 */
  readonly 'webhook.test': {
    /** Number of the webhook · webhook 編號 */
    readonly webhook: number
  }
}
