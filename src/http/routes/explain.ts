import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { actionKinds, actionStates, factorPlaces } from '../../derive/explained.ts'
import { actionDatasets } from '../../derive/ledger.ts'
import { notReady } from '../../errors.ts'
import { line } from '../../fields.ts'
import { directoryOf } from '../../query/directory.ts'
import { explainedAt } from '../../query/known/explained.ts'
import { includeWarnings, parameters, type Warning } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { unknownIds } from '../../query/unknownIds.ts'
import { count, day, exactly, listOf, nullable, object, oneOf, type Schema, string, tier } from '../openapi/schema.ts'
import { instantOf } from '../request/instant.ts'
import { route } from '../route.ts'
import { includedWarnings, warningsSchema } from '../warningList.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const decimal = (scale: number, description: string): Schema => ({
  type: ['string', 'null'],
  pattern: `^\\d+\\.\\d{${scale}}$`,
  description: `${description}; a decimal as text, ${scale} places`,
})

const actionSchema = object('CorporateAction', 'A corporate action and its effect on the prices before it', {
  event_date: day('Ex-date, or the day trading resumes, as published'),
  effective_date: nullable(
    day('First trading day of the stock on or after it: prices before this day are multiplied by the factor'),
  ),
  actions: {
    ...listOf(
      oneOf(actionKinds),
      'The kinds of the action; rights are new shares of which the publisher does not say whether they are paid for',
    ),
    minItems: 1,
  },
  market: string('Market whose exchange computed the reference price'),
  close_before: decimal(4, 'Last close before the event'),
  reference_price: decimal(4, 'Reference price after it'),
  factor: decimal(factorPlaces, 'reference_price / close_before; null where either is not known'),
  cumulative_factor: decimal(
    6,
    'This factor times those of all later actions in effect: the adjustment_factor of the rows from the action before up to this one',
  ),
  status: oneOf(
    actionStates,
    'in_effect; no_price_since: the stock has no price on or after the event; no_price_before: it has none before it; no_factor: a price is not known, so that earlier adjusted prices are null',
  ),
  source: exactly('The row it was read from', {
    dataset: oneOf(actionDatasets.map(({ name }) => name)),
    key: { type: 'object', additionalProperties: { type: 'string' }, description: 'Primary key of the row' },
    query: string('A path with query string that brings the row, relative to the base address'),
  }),
})

const explanationSchema = object('Explanation', 'The ledger of one stock, all of it', {
  dataset: { const: TaiwanStockPriceAdj.name },
  tier_used: tier("The caller's tier"),
  stock_id: string('The code of the request'),
  count: count('Number of actions in data'),
  data: listOf(actionSchema),
  'warnings?': warningsSchema,
})

export const explainPrices = route(`GET /v1/data/${TaiwanStockPriceAdj.name}/explain`, 'explainPrices', {
  tag: 'data',
  about: {
    en: 'The corporate actions that the adjusted prices of one stock are made of, newest first, each with its factor and the row it comes from. Needs a key of the Lite tier.',
    zh: '一檔證券還原股價所依據的各項權益事件，由新到舊，附還原係數與來源資料列。需要 Lite 以上方案的金鑰。',
  },
  auth: 'key',
  partOf: () => TaiwanStockPriceAdj,
  query: {
    include: includeWarnings,
    as_of: parameters.as_of,
    stock_id: line('Code of one stock', '一檔證券的代號', { min: 1, max: 20, pattern: /^[^\s,]+$/ }),
  },
  responses: {
    200: { schema: explanationSchema, headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?'] },
  },
  fails: ['not_ready'],
  async handle({ query: { stock_id, include, as_of }, caller, language }, { library, ledger, now }) {
    const version = library.current()
    if (!version) throw notReady()
    let found: ReturnType<typeof ledger>
    try {
      found = ledger(version.version, stock_id)
    } catch (error) {
      throw isMissing(error) ? notReady() : error
    }
    const asOf = as_of === undefined ? null : instantOf(as_of, now)
    const then =
      found === null || asOf === null
        ? null
        : await whenHere(library, () => explainedAt(library.reader, version, stock_id, Date.parse(asOf)))
    const data = then ? then.entries : found === null ? [] : JSON.parse(found.entries)
    const isKnown = (id: string): boolean => ledger(version.version, id) !== null
    const directory = () => directoryOf(library.reader, version)
    const missing = (then ?? found)?.unknownBefore
    const warnings: readonly Warning[] =
      found === null
        ? await whenHere(library, () => unknownIds(TaiwanStockPriceAdj, [stock_id], isKnown, directory))
        : missing
          ? [{ code: 'event_missing', facts: { before: missing } }]
          : []
    return {
      headers: { 'X-Data-Version': version.version, 'X-Data-Origin': version.origin },
      warnings,
      body: {
        dataset: TaiwanStockPriceAdj.name,
        tier_used: caller.tier,
        stock_id,
        count: data.length,
        data,
        ...includedWarnings(include, warnings, language),
      },
    }
  },
})
