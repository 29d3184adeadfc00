import type { Label } from '../fields.ts'

/** The rows that a dataset without gaps has: one or more for each of these dates and each of these ids. */
export type Complete = {
  /** Trading days of the Taiwan market, weekdays of others, or periods that end before their rows are published. */
  readonly every: 'trading_day' | 'weekday' | 'week' | 'month' | 'quarter'
  /**
   * `security`: each listed or OTC security; `stock`: each listed or OTC company; `market`: each market that has rows;
   * `id`: each id, from its first row on; `dataset`: any row, since it is not known which ids have one.
   */
  readonly each: 'security' | 'stock' | 'market' | 'id' | 'dataset'
  /**
   * Days from the end of a period until its rows are published. By default a weekday abroad is published on the next
   * one, and a quarter by its legal deadline. A price bar has none: it grows with its period.
   */
  readonly due?: number
}

/**
 * Month and day by which the reports of the four quarters are filed, the last in the next year: the legal deadlines
 * plus a few days for holidays. Banks and insurers file the second by the end of August.
 */
export const filedBy = ['05-18', '09-03', '11-17', '04-03'] as const

const periods: Readonly<Record<Complete['every'], Label>> = {
  trading_day: { en: 'every trading day', zh: '每個交易日' },
  weekday: { en: 'every weekday', zh: '每個平日' },
  week: { en: 'every week', zh: '每週' },
  month: { en: 'every month', zh: '每月' },
  quarter: { en: 'every quarter', zh: '每季' },
}

const subjects: Readonly<Record<Complete['each'], Label>> = {
  security: { en: 'every listed and OTC security', zh: '每檔上市、上櫃證券' },
  stock: { en: 'every listed and OTC company', zh: '每家上市、上櫃公司' },
  market: { en: 'every market', zh: '每個市場' },
  id: { en: 'every id from its first row on', zh: '每個代號自其第一筆起' },
  dataset: { en: 'any id', zh: '任一代號' },
}

const nothing: Label = { en: 'nothing: rows are events or the present state', zh: '無：資料為事件或現況' }

/** The expected rows of a dataset, in words. */
export const expectation = (complete: Complete | null): Label =>
  complete === null
    ? nothing
    : {
        en: `${periods[complete.every].en}, ${subjects[complete.each].en}`,
        zh: `${periods[complete.every].zh}，${subjects[complete.each].zh}`,
      }
