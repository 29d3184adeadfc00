import { freshnessStates } from '../freshness.ts'
import {
  count,
  datasetName,
  day,
  exactly,
  instant,
  listOf,
  nullable,
  object,
  oneOf,
  orNull,
  string,
} from '../openapi/schema.ts'
import { route } from '../route.ts'
import { statusOf } from '../status.ts'
import { answerKinds } from '../traffic.ts'

const run = exactly('A run', {
  kind: string('refresh, backfill or replay of publishers, or simulated'),
  started_at: nullable(instant('Null for a simulated day')),
  ended_at: nullable(instant('Null while it runs, or if it was stopped')),
  version: orNull('string', 'Version that it published'),
  through: nullable(day('Newest trading day of the version')),
  added: count('Rows'),
  changed: count('Rows'),
  removed: count('Rows'),
  rejected: count('Rows that broke a rule'),
  problems: count('Requests without rows'),
  missing: count('Runs of days still missing'),
})

const freshness = exactly('Rows against their promised time', {
  dataset: datasetName,
  last_date: nullable(day('Newest key date')),
  row_count: count('Rows'),
  promised_time: string('Time of day, Taipei, at which rows of a day are promised'),
  state: oneOf(freshnessStates, 'no_promise: rows are events or the present state; due: up to 45 minutes late'),
  since: nullable(instant('When the first missing rows were promised')),
  missing: {
    type: ['object', 'null'],
    additionalProperties: count('Dates'),
    description: 'Missing dates by reason, as the catalogue counts them',
  },
})

const rule = exactly('A rule on rows', {
  rule: string('Name'),
  about: orNull('string', 'In the language of the request'),
  rejected: orNull('integer', 'Rows the last refresh rejected; null where none has ended'),
  open: count('Rejected rows that no good row has replaced'),
  example: {
    ...exactly('The newest open one', {
      dataset: string('Dataset'),
      key: string('Primary key as JSON'),
      message: string('Reason'),
      last_seen: instant('Last seen'),
    }),
    type: ['object', 'null'],
  },
})

const hour = exactly('An hour: ok 2xx, unchanged 3xx, refused 4xx, limited 429, failed 5xx', {
  start: instant('First moment'),
  ...Object.fromEntries(answerKinds.map((kind) => [kind, count('Answers')])),
})

export const status = route({
  id: 'status',
  tag: 'service',
  method: 'GET',
  path: '/v1/status',
  about: {
    en: 'The state of the service: its parts, the last runs, each dataset against its promised time, gaps, rules and their rejected rows, and the answers of the last hours.',
    zh: '服務狀態：各部分、最近的更新、各資料集與承諾時間的比較、缺漏、檢查規則與被拒的資料列，以及最近數小時的回應。',
  },
  auth: 'open',
  etag: 'never',
  responses: {
    200: {
      schema: object('Status', 'The state of the service', {
        status: oneOf(['ready', 'not_ready']),
        checks: { type: 'object', additionalProperties: { type: 'string' }, description: 'As /readyz has them' },
        origin: { enum: ['demo', 'live', null] },
        version: orNull('string', 'Served version; null before the first'),
        through: nullable(day('Its newest trading day')),
        published_at: nullable(instant('When it was written')),
        runs: listOf(run, 'Newest first'),
        datasets: listOf(freshness),
        rules: listOf(rule),
        requests: exactly('Answers of this process since it began', {
          hours: listOf(hour, 'Oldest first, at most 24'),
        }),
      }),
    },
  },
  handle: async ({ language }, services) => ({ body: await statusOf(services, language) }),
})
