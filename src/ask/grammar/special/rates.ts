import type { Column, Measure, Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { windowFor } from '../measures/window.ts'
import type { Kind } from '../senses.ts'
import { spent } from './spent.ts'

/** The slope of the Treasury curve: the longer of two tenors less the shorter. */
export function answerCurve(gathered: Gathered): Representation | null {
  const { all, entities } = gathered
  const bonds = entities.filter(({ subject }) => subject === 'bond')
  const subtracts = bonds.length === 2 && gathered.has('minus')
  if (!subtracts && !all('composite').some(({ composite }) => composite === 'curve')) return null
  if (entities.some(({ subject }) => subject !== 'bond')) return null
  const uses: readonly Kind[] = [
    'composite',
    'entity',
    'time',
    'ask',
    'inverted',
    'join',
    'noun',
    'columns',
    'than',
    'daily',
    'in',
    'dataset',
    'abroad',
    'minus',
    'versus',
  ]
  spent(gathered, uses)
  const tenors = entities.length === 2 ? entities.map(({ id }) => id) : ['10Y', '2Y']
  const years = (tenor: string): number => Number.parseFloat(tenor) / (tenor.endsWith('M') ? 12 : 1)
  const [long, short] = [...tenors].sort((a, b) => years(b) - years(a)) as [string, string]
  const dataset = 'USBondYield'
  const of = (entity: string): Column => ({ kind: 'column', dataset, column: 'value', entity })
  const time = all('time')[0]?.time
  const window = time ? windowFor(time, dataset) : ({ kind: 'latest' } as const)
  const name = (tenor: string): string => `yield_${tenor.toLowerCase().replace('.', '_')}`
  const spread: Measure = { kind: 'arithmetic', op: 'subtract', left: of(long), right: of(short) }
  const single = ['latest', 'back', 'on'].includes(window.kind)
  return {
    shape: single ? 'entities' : 'series',
    dataset,
    universe: {},
    when: window,
    select: [
      { as: name(long), of: of(long) },
      { as: name(short), of: of(short) },
      { as: 'spread', of: spread },
    ],
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}

/** A currency's rate is four rates: what the bank buys and sells at, in cash and at sight. */
export function answerCurrency(gathered: Gathered): Representation | null {
  const { all, entities, has } = gathered
  if (entities.length === 0 || entities.some(({ subject }) => subject !== 'currency')) return null
  const generic = all('columns').every(({ readings }) =>
    readings.some(({ dataset, column }) => dataset === 'ExchangeRate' && column === 'spot_sell'),
  )
  if (!generic || has('composite') || has('most') || has('fold') || has('compare') || has('move') || has('extreme'))
    return null
  spent(gathered, ['entity', 'columns', 'time', 'ask', 'noun', 'join', 'daily', 'dataset', 'versus', 'both'])
  const dataset = 'ExchangeRate'
  const time = all('time')[0]?.time
  const window = time ? windowFor(time, dataset) : ({ kind: 'latest' } as const)
  return {
    shape: time?.edge || ['latest', 'back', 'on'].includes(window.kind) ? 'entities' : 'series',
    dataset,
    universe: { ids: entities.map(({ id }) => id) },
    when: window,
    select: ['spot_buy', 'spot_sell', 'cash_buy', 'cash_sell'].map((column) => ({
      as: column,
      of: { kind: 'column', dataset, column },
    })),
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}
