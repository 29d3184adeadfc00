import { catalogue } from '../catalogue/index.ts'
import { date, datetime, type Fields, integer, type Label, nullable, oneOf, text } from '../fields.ts'

/** Who gets an event: everybody, its user alone, or the reader it is made for. */
type Audience = 'everybody' | 'owner' | 'reader'
type EventType = { readonly about: Label; readonly audience: Audience; readonly data: Fields }

const type = <const F extends Fields>(audience: Audience, en: string, zh: string, data: F) => ({
  about: { en, zh },
  audience,
  data,
})

const names = catalogue.map(({ name }) => name)
const count = (en: string, zh: string) => integer(en, zh, { min: 0 })

const ofDataset = {
  dataset: oneOf(names, 'Name of the dataset', '資料集名稱'),
  origin: oneOf(
    ['demo', 'live'],
    'demo: simulated rows; live: rows of the publishers',
    'demo：模擬資料；live：真實資料',
  ),
}
const version = text('Version of the data that has the change', '含此變動的資料版本')

/** Every type of event. OpenAPI, docs/events.md, the guide and the types of the client derive from this table. */
export const eventTypes = {
  'dataset.ready': type('everybody', 'The rows of a new newest day are served.', '最新一日的資料已可查詢。', {
    ...ofDataset,
    version,
    date: date('The newest day', '最新日期'),
    first_date: date('The first of the days that are new', '新增日期中最早的一日'),
    rows: count('Rows of the newest day', '最新一日的列數'),
  }),
  'dataset.corrected': type(
    'everybody',
    'Rows of days that were served already were corrected, withdrawn or inserted; `/v1/changes` has the rows.',
    '既有日期的資料列經更正、撤回或補登；內容見 `/v1/changes`。',
    {
      ...ofDataset,
      version,
      corrected: count('Rows with other values', '數值更正的列數'),
      withdrawn: count('Rows that are gone', '撤回的列數'),
      inserted: count('Rows that came later than their day', '補登的列數'),
      first_date: nullable(date('First of their days; null where the key has no date', '最早日期；無日期鍵時為 null')),
      last_date: nullable(date('Last of their days; null where the key has no date', '最晚日期；無日期鍵時為 null')),
    },
  ),
  'dataset.late': type(
    'everybody',
    'The rows of a day are 45 minutes past the time at which they were promised.',
    '某日資料已逾承諾時間 45 分鐘。',
    {
      ...ofDataset,
      date: date('The first day that is missing', '最早的缺漏日期'),
      promised_at: datetime('When its rows were promised', '承諾的時刻'),
    },
  ),
  'dataset.restored': type(
    'everybody',
    'A late dataset is complete again, or an earlier version of the data is served again.',
    '遲到的資料集已完整，或重新提供先前的資料版本。',
    {
      ...ofDataset,
      version,
      date: nullable(date('The newest day that is served', '目前最新日期')),
      reason: oneOf(
        ['complete', 'earlier_version'],
        'complete: no day is late any more; earlier_version: the operator went back to an earlier state',
        'complete：已無遲到日期；earlier_version：營運者回復至先前狀態',
      ),
    },
  ),
  'quota.near': type(
    'owner',
    'Nine tenths of your calls of the hour are used; at most once an hour.',
    '本小時額度已用九成；每小時至多一次。',
    {
      tier: text('Your tier', '您的方案'),
      used: count('Calls of the last hour', '過去一小時的呼叫次數'),
      limit: count('Calls that you may make in an hour', '每小時可呼叫次數'),
      resets_in_seconds: count('Seconds until the oldest calls are free again', '最早的呼叫釋出前的秒數'),
    },
  ),
  'price.changed': type('everybody', "The price of an agent's call changed.", '代理程式付費呼叫的價格變動。', {
    dataset: nullable(oneOf(names, 'Name of the dataset; null for an answer to a question', '資料集名稱；提問為 null')),
    amount: text('Price of a call in atomic units of the token', '每次呼叫的價格（代幣最小單位）'),
    amount_before: text('The price before', '先前的價格'),
    network: text('Network that is paid on', '付款網路'),
    asset: text('Address of the token', '代幣位址'),
  }),
  'events.missed': type(
    'reader',
    'Events behind your place are no longer kept: some may be missing between the last one you had and the next.',
    '您上次位置之後的部分事件已逾保留期限，其間可能有遺漏。',
    {
      removed_through: nullable(
        datetime('Time of the last event that was removed; null if none was', '最後一筆已移除事件的時刻；無則為 null'),
      ),
    },
  ),
  'webhook.test': type('reader', 'You asked for a test of your webhook.', '您要求測試 webhook。', {
    webhook: integer('Number of the webhook', 'webhook 編號', { min: 1 }),
  }),
} as const satisfies Record<string, EventType>

export type EventName = keyof typeof eventTypes
export const eventNames = Object.keys(eventTypes) as EventName[]
/** The types that a reader can choose among: the others always come. */
export const chosenNames = eventNames.filter((name) => eventTypes[name].audience !== 'reader')

/** How many days events are kept. */
export const keptDays = 30

/** An event as readers get it. */
export const shownEvent = <D>({ id, type, at, data }: { id: string; type: string; at: string; data: D }) => ({
  ...{ id, type, timestamp: at, data },
})

/** The event that tells a reader that earlier ones were removed. */
export const missedEvent = (name: string, removed: { readonly seq: number; readonly at: string }, now: Date) => ({
  id: `evt_missed_${name}_${removed.seq}`,
  type: 'events.missed',
  at: now.toISOString(),
  data: { removed_through: removed.at || null },
})
