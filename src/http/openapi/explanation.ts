import { tiers } from '../../catalogue/dataset.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { actionKinds, actionStates, factorPlaces } from '../../derive/explained.ts'
import { actionDatasets } from '../../derive/ledger.ts'
import { count, exactly, refer, string } from './exactly.ts'
import type { Schema } from './rows.ts'

const decimal = (scale: number, description: string): Schema => ({
  anyOf: [{ type: 'string', pattern: `^\\d+\\.\\d{${scale}}$` }, { type: 'null' }],
  description: `${description}; a decimal as text, ${scale} places`,
})

const action = exactly(
  {
    event_date: { type: 'string', format: 'date', description: 'Ex-date, or the day trading resumes, as published' },
    effective_date: {
      anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
      description: 'First trading day of the stock on or after it: prices before this day are multiplied by the factor',
    },
    actions: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', enum: actionKinds },
      description: 'What happened; rights are new shares of which the publisher does not say whether they are paid for',
    },
    market: string('Market whose exchange computed the reference price'),
    close_before: decimal(4, 'Last close before the event'),
    reference_price: decimal(4, 'Reference price after it'),
    factor: decimal(factorPlaces, 'reference_price / close_before; null where either is not known'),
    cumulative_factor: decimal(
      6,
      'This factor times those of all later actions in effect: the adjustment_factor of the rows from the action before up to this one',
    ),
    status: {
      type: 'string',
      enum: actionStates,
      description:
        'in_effect; no_price_since: the stock has no price on or after the event; no_price_before: it has none before it; no_factor: a price is not known, so that earlier prices are not adjusted for it',
    },
    source: exactly(
      {
        dataset: { type: 'string', enum: actionDatasets.map(({ name }) => name) },
        key: { type: 'object', additionalProperties: { type: 'string' }, description: 'Primary key of the row' },
        query: string('A path with query string that brings the row, relative to the base address'),
      },
      'The row it was read from',
    ),
  },
  'A corporate action and what it does to the prices before it',
)

export const explanationSchemas: Readonly<Record<string, Schema>> = {
  Explanation: exactly(
    {
      dataset: { const: TaiwanStockPriceAdj.name },
      tier_used: { type: 'string', enum: tiers, description: "The caller's tier" },
      stock_id: string('As asked'),
      count: count('Number of actions in data'),
      data: { type: 'array', items: refer('CorporateAction') },
    },
    'The ledger of one stock, all of it',
  ),
  CorporateAction: action,
}
