import { contractDatasets } from '../catalogue/index.ts'
import {
  circles,
  comparisons,
  dimensions,
  folds,
  functions,
  indicators,
  markets,
  noteCodes,
  periodFolds,
  periodUnits,
  picks,
  quantityUnits,
  type Representation,
  scales,
  securityTypes,
  shapes,
  spans,
} from './representation.ts'
import { type Definitions, faultsOf, type Schema } from './structure.ts'

const text = (values: readonly string[]): Schema => ({ type: 'string', enum: values })
const list = (items: Schema, maxItems: number, minItems = 0): Schema => ({
  type: 'array',
  items,
  maxItems,
  ...(minItems > 0 ? { minItems } : {}),
})
const object = (has: Record<string, Schema>, may: Record<string, Schema> = {}, about = ''): Schema => ({
  type: 'object',
  ...(about ? { description: about } : {}),
  properties: { ...has, ...may },
  required: Object.keys(has),
  additionalProperties: false,
})
const kind = (name: string, has: Record<string, Schema> = {}, may: Record<string, Schema> = {}, about = ''): Schema =>
  object({ kind: text([name]), ...has }, may, about)
const either = (...anyOf: Schema[]): Schema => ({ anyOf })
const named = (name: string): Schema => ({ $ref: `#/$defs/${name}` })

const count = (maximum: number, minimum = 1): Schema => ({ type: 'integer', minimum, maximum })
const day: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const name: Schema = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,62}$' }
const nothing: Schema = { type: 'null' }
const scalar: Schema = either({ type: 'string' }, { type: 'number' }, { type: 'boolean' })
const dataset = text(contractDatasets.map((known) => known.name))
const measure = named('measure')
const condition = named('condition')
const window = named('window')
const column = named('column')
const unit = text(spans)
const circle = text(circles)
const dimension: Schema = either(text(dimensions), object({ column: name }))

export const definitions: Definitions = {
  window: either(
    kind('latest', {}, {}, 'The newest date of the dataset: today, now, latest.'),
    kind('back', { n: count(5000, 0) }, {}, 'So many dates before the newest: yesterday is 1.'),
    kind('on', { date: day }),
    kind('last', { n: count(5000), unit }, {}, 'The last n units up to and including the newest date.'),
    kind('before', { n: count(5000), unit }, {}, 'The n units before the newest date, which is left out.'),
    kind('this', { unit }),
    kind('previous', { unit }, { n: count(200) }, 'The calendar period before: last month.'),
    kind('next', { n: count(200), unit }),
    kind('ahead', { n: count(60) }, {}, 'So many trading days after the newest date: tomorrow is 1.'),
    kind('following', { unit }, {}, 'The calendar period after this one: next month.'),
    kind('ago', { n: count(5000), unit }, {}, 'The last date at least n units before the newest: six months ago.'),
    kind('calendar', { year: count(2100, 1900) }, { quarter: count(4), month: count(12) }),
    kind('newest', {}, { quarter: count(4), month: count(12) }, 'The newest such quarter or month in the data.'),
    kind(
      'each',
      { years: count(50) },
      { quarter: count(4), month: count(12) },
      'The same quarter or month of so many years: each October of the last five years.',
    ),
    kind('between', { from: either(day, nothing), to: either(day, nothing) }),
    kind('span', { from: window }, { to: window }, 'From the first day of a period on, or to the last of another.'),
    kind('upcoming', {}, {}, 'After the newest date.'),
    kind('all'),
  ),
  filter: either(
    object({ column: name, is: list(scalar, 50, 1) }),
    object({ column: name, isNot: list(scalar, 50, 1) }),
    object({ column: name, pick: text(picks) }),
  ),
  column: kind(
    'column',
    { dataset, column: name },
    { where: list(named('filter'), 8), entity: { type: 'string' }, fold: text(folds) },
    'A column of a dataset for each entity and date; `where` leaves one row of each, or `fold` makes one of several.',
  ),
  measure: either(
    column,
    kind('number', { value: { type: 'number' } }, { unit: text(quantityUnits) }),
    kind('arithmetic', {
      op: text(['add', 'subtract', 'multiply', 'divide', 'percent']),
      left: measure,
      right: measure,
    }),
    kind('at', { of: measure, when: window }),
    kind('over', { fn: text(functions), of: measure, window }),
    kind('average', { of: measure, n: count(3000) }, {}, 'Moving average of n values; none where fewer exist.'),
    kind('percentile', { of: measure, p: { type: 'number', minimum: 0, maximum: 1 }, window }),
    kind(
      'standing',
      { of: measure, window },
      {},
      'Where the newest value stands in its own history, in percent: at the 90th percentile of three years is 90.',
    ),
    kind(
      'change',
      { of: measure, since: window, as: text(['difference', 'percent']) },
      { until: window },
      'A return is a change of the close in percent.',
    ),
    kind('date', { of: measure, fn: text(['min', 'max']), window }),
    kind('streak', { of: condition }, { period: named('periods') }, 'Dates, or periods, in a row up to now.'),
    kind('since', { of: condition }, { period: named('periods') }, 'The date since when it has held in a row.'),
    kind('count', { of: condition, window }, { period: named('periods') }),
    kind('day', { fn: text(['first', 'last']), of: condition, window }, {}, 'The first or last date on which it held.'),
    kind('correlation', { left: measure, right: measure, window }),
    kind('beta', { left: measure, right: measure, window }),
    kind('drawdown', { of: measure, window }),
    kind(
      'place',
      { of: measure, descending: { type: 'boolean' } },
      {},
      'The place among all on that date: 1 is first.',
    ),
    kind('group', { fn: text(functions), of: measure, by: circle }, {}, 'Over all of its own industry or market.'),
    kind('share', { of: measure, by: circle }, {}, 'In percent of the sum over its industry, its market or all.'),
    kind(
      'days',
      { of: measure, as: text(['until', 'since']) },
      {},
      'Calendar days from now to a date, or from it to now.',
    ),
    kind('indicator', { name: text(indicators) }, { of: column, parameters: list({ type: 'number' }, 3, 1) }),
    kind('cumulative', { of: measure }),
    kind('across', { fn: text(functions), of: measure }, { where: list(condition, 8) }, 'Only in groups.'),
    kind(
      'weighted',
      { of: measure, weight: measure },
      { where: list(condition, 8) },
      'A weighted mean, only in groups.',
    ),
  ),
  condition: either(
    kind('compare', { left: measure, op: text(comparisons), right: measure }),
    kind('between', { of: measure, low: measure, high: measure }),
    kind('every', { of: condition, window }),
    kind('some', { of: condition, window }),
    kind('and', { of: list(condition, 8, 1) }),
    kind('or', { of: list(condition, 8, 1) }),
    kind('not', { of: condition }),
    kind('cross', { left: measure, right: measure, direction: text(['up', 'down']) }),
    kind('known', { of: measure }, { not: { type: 'boolean' } }, 'It has a value; with not, it has none.'),
    kind('is', { of: column, values: list(scalar, 50, 1) }, { not: { type: 'boolean' } }),
    kind('within', { of: column, window }),
    kind('during', { from: column, to: column, when: window }),
    kind('member', { universe: named('universe') }),
    kind('exists', { dataset, where: list(condition, 8) }, { not: { type: 'boolean' } }),
  ),
  universe: object(
    {},
    {
      ids: list({ type: 'string' }, 100, 1),
      industry: list({ type: 'string' }, 40, 1),
      market: list(text(markets), 3, 1),
      type: list(text(securityTypes), 6, 1),
      rows: list(named('filter'), 8, 1),
      top: object(
        { n: count(1000), by: measure, descending: { type: 'boolean' } },
        {},
        'Only the first n of a ranking.',
      ),
    },
  ),
  periods: object(
    { unit: text(periodUnits), fn: text(periodFolds) },
    { current: { type: 'boolean' } },
    'Values folded by calendar period first, so that one step back is one period; the unfinished one with current.',
  ),
}

/** How a representation is built. */
export const root: Schema = object(
  {
    shape: text(shapes),
    dataset,
    universe: named('universe'),
    when: window,
    select: list(object({ as: name, of: measure }, { in: text(scales) }), 30, 1),
    where: list(condition, 20),
    by: list(dimension, 3),
    order: list(object({ by: either(count(29, 0), name), descending: { type: 'boolean' } }), 4),
    limit: either(count(1000), nothing),
    notes: list(object({ code: text(noteCodes) }, { value: either({ type: 'string' }, { type: 'number' }) }), 20),
  },
  { per: dimension, ends: text(['both']) },
  'What a question about Taiwan market data means.',
)

/** JSON Schema of a representation, for a model to answer in. */
export const representationSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Representation',
  ...root,
  $defs: definitions,
}

/** A value from outside as a representation, or what is wrong with its build. */
export function readRepresentation(value: unknown): { representation: Representation } | { faults: string[] } {
  const faults = faultsOf(value, root, definitions)
  return faults.length > 0 ? { faults } : { representation: value as Representation }
}
