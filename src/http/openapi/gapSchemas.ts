import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { gapReasons } from '../../ingest/gaps/gap.ts'
import { count, exactly, orNull, refer, string } from './exactly.ts'
import type { Schema } from './rows.ts'

const day = (description: string): Schema => ({ type: 'string', format: 'date', description })

const gap = exactly(
  {
    stock_id: orNull('string', 'Id that has no rows; null where the gap is that of every id'),
    market: orNull('string', 'Market of it; null where the gap is that of every market'),
    start_date: day('First day without rows'),
    end_date: day(
      'Last day without rows; the whole gap is told, also where it begins or ends outside the days asked for',
    ),
    dates: {
      type: 'integer',
      minimum: 1,
      description: 'Key dates in between that have no row; calendar days where the market was closed',
    },
    reason: {
      type: 'string',
      enum: gapReasons,
      description:
        'closed: no trading on these days; halted: the security did not trade; not_listed: it was not listed yet, or no longer; not_published: the publisher has nothing for it; source_failed: the publisher could not be read; not_loaded: not brought here yet',
    },
    detail: string('More about the reason, in the language of the request'),
  },
  'Dates that a reader may look for and that have no rows',
)

export const gapSchemas: Readonly<Record<string, Schema>> = {
  GapsResult: exactly(
    {
      dataset: { type: 'string', enum: catalogue.map(({ name }) => name) },
      tier_used: { type: 'string', enum: tiers, description: "The caller's tier" },
      count: count('Number of gaps in data'),
      data: { type: 'array', items: refer('Gap') },
      cursor: orNull('string', 'Send it alone to get the next page; null on the last page'),
    },
    'A page of gaps, newest first',
  ),
  Gap: gap,
}
