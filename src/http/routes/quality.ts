import { qualityOf } from '../measures/quality.ts'
import * as schema from '../openapi/schema.ts'
import { route } from '../route.ts'
import { rule } from './status.ts'

const correction = schema.exactly('Revisions of a dataset in a month', {
  dataset: schema.datasetName,
  month: { type: 'string', pattern: '^\\d{4}-\\d{2}$', description: 'The month in which they were read' },
  inserted: schema.count('Rows that came to a day later'),
  corrected: schema.count('Rows whose values changed'),
  withdrawn: schema.count('Rows that were no longer published'),
})

const signed = (description: string): schema.Schema => ({ type: ['integer', 'null'], description })

const times = schema.exactly('When the rows of the last 20 trading days were read', {
  dataset: schema.datasetName,
  promised_time: schema.string('Time of day, Taipei, at which rows of a day are promised'),
  days: schema.count('Days whose rows were read at their time; history is left out'),
  on_time: schema.count('Days of these whose first rows came by the promised time'),
  median_minutes: signed('Minutes after it, negative before it; null without days'),
  latest_minutes: signed('The same of the latest day'),
  newest: {
    ...schema.exactly('The newest day', {
      date: schema.day('Trading day'),
      read_at: schema.instant('When its first rows were read'),
      minutes: { type: 'integer', description: 'Minutes after the promised time' },
    }),
    type: ['object', 'null'],
  },
})

export const quality = route('GET /v1/quality', 'quality', {
  tag: 'service',
  about: {
    en: 'The quality of the rows: the rules with their last results and an example of what each rejected, revisions of each dataset by month, and promised against real times.',
    zh: '資料品質：各檢查規則的最近結果與拒收範例、各資料集每月的更正、承諾與實際時間的比較。',
  },
  auth: 'open',
  etag: 'never',
  responses: {
    200: {
      schema: schema.object('Quality', 'The quality of the rows', {
        version: schema.string('Served version'),
        origin: schema.oneOf(['demo', 'live']),
        rules: schema.listOf(rule, 'As /v1/status has them'),
        corrections: schema.listOf(correction, 'By dataset, the newest month first'),
        times: schema.listOf(times, 'Datasets with rows of every trading day that are not computed here'),
      }),
    },
  },
  fails: ['not_ready'],
  handle: async ({ language }, services) => ({ body: await qualityOf(services, language) }),
})
