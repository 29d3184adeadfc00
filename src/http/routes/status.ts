import { freshnessStates } from '../measures/freshness.ts'
import { statusOf } from '../measures/status.ts'
import { answerKinds } from '../measures/traffic.ts'
import * as schema from '../openapi/schema.ts'
import { route } from '../route.ts'

const run = schema.exactly('A run', {
  kind: schema.string('refresh, backfill or replay of publishers, or simulated'),
  started_at: schema.nullable(schema.instant('Null for a simulated day')),
  ended_at: schema.nullable(schema.instant('Null while it runs, or if it was stopped')),
  version: schema.orNull('string', 'Version that it published'),
  through: schema.nullable(schema.day('Newest trading day of the version')),
  added: schema.count('Rows'),
  changed: schema.count('Rows'),
  removed: schema.count('Rows'),
  rejected: schema.count('Rows that broke a rule'),
  problems: schema.count('Requests without rows'),
  missing: schema.count('Runs of days still missing'),
})

const freshness = schema.exactly('Rows against their promised time', {
  dataset: schema.datasetName,
  last_date: schema.nullable(schema.day('Newest key date')),
  row_count: schema.count('Rows'),
  promised_time: schema.string('Time of day, Taipei, at which rows of a day are promised'),
  state: schema.oneOf(freshnessStates, 'no_promise: rows are events or the present state; due: up to 45 minutes late'),
  since: schema.nullable(schema.instant('When the first missing rows were promised')),
  missing: {
    type: ['object', 'null'],
    additionalProperties: schema.count('Dates'),
    description: 'Missing dates by reason, as the catalogue counts them',
  },
})

export const rule = schema.exactly('A rule on rows', {
  rule: schema.string('Name'),
  about: schema.orNull('string', 'In the language of the request'),
  rejected: schema.orNull('integer', 'Rows the last refresh rejected; null where none has ended'),
  open: schema.count('Rejected rows that no good row has replaced'),
  example: {
    ...schema.exactly('The newest open one', {
      dataset: schema.string('Dataset'),
      key: schema.string('Primary key as JSON'),
      message: schema.string('Reason'),
      last_seen: schema.instant('Last seen'),
    }),
    type: ['object', 'null'],
  },
})

const hour = schema.exactly('An hour: ok 2xx, unchanged 3xx, refused 4xx, limited 429, failed 5xx', {
  start: schema.instant('First moment'),
  ...Object.fromEntries(answerKinds.map((kind) => [kind, schema.count('Answers')])),
})

export const status = route('GET /v1/status', 'status', {
  tag: 'service',
  about: {
    en: 'The state of the service: its parts, the last runs, each dataset against its promised time, gaps, rules and their rejected rows, and the answers of the last hours.',
    zh: '服務狀態：各部分、最近的更新、各資料集與承諾時間的比較、缺漏、檢查規則與被拒的資料列，以及最近數小時的回應。',
  },
  auth: 'open',
  etag: 'never',
  responses: {
    200: {
      schema: schema.object('Status', 'The state of the service', {
        status: schema.oneOf(['ready', 'not_ready']),
        checks: { type: 'object', additionalProperties: { type: 'string' }, description: 'As /readyz has them' },
        origin: { enum: ['demo', 'live', null] },
        version: schema.orNull('string', 'Served version; null before the first'),
        through: schema.nullable(schema.day('Its newest trading day')),
        published_at: schema.nullable(schema.instant('When it was written')),
        runs: schema.listOf(run, 'Newest first'),
        datasets: schema.listOf(freshness),
        rules: schema.listOf(rule),
        requests: schema.exactly('Answers of this process since it began', {
          hours: schema.listOf(hour, 'Oldest first, at most 24'),
        }),
      }),
    },
  },
  handle: async ({ language }, services) => ({ body: await statusOf(services, language) }),
})
