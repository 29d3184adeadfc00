import type { Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import type { Sense } from '../../senses.ts'
import { basis } from './basis.ts'
import { brokers } from './brokers.ts'
import { eachContract } from './eachContract.ts'
import { investors } from './investors.ts'
import { largeTraders } from './largeTraders.ts'
import { options } from './options.ts'
import { putCall } from './putCall.ts'
import { quotes } from './quotes.ts'
import { isFinal, settlements } from './settlements.ts'
import { isSpread, spreads } from './spreads.ts'
import { products as productRanks, totals } from './totals.ts'

/** 台指期與加權指數的價差: the two that a basis lies between. */
const isBasis = ({ entities, items }: Gathered): boolean =>
  entities.length === 2 &&
  entities.some(({ subject }) => subject === 'futures') &&
  entities.some(({ subject }) => subject === 'index') &&
  items.some(({ token }) => /價差|差距|差多少|spread|gap|difference/i.test(token.text))

/** Futures and options, where a product has many contracts, sessions and strikes a day. */
export function answerDerivative(gathered: Gathered): Representation | null {
  const { all, has, entities } = gathered
  const composites = all('composite').map(({ composite }) => composite)
  if (composites.includes('put_call_ratio') || composites.includes('put_call_volume_ratio'))
    return putCall(gathered, composites.includes('put_call_volume_ratio') ? 'volume' : 'open_interest')
  if (composites.includes('basis') || isBasis(gathered)) return basis(gathered)
  const ranked = productRanks(gathered)
  if (ranked) return ranked
  const products = entities.filter(({ subject }) => subject === 'futures' || subject === 'option')
  const held = all('columns')
    .flatMap(({ readings }) => readings)
    .find(({ dataset }) => dataset.endsWith('LargeTraders'))
  const isTraders = all('dataset').some(({ dataset }) => dataset.endsWith('LargeTraders'))
  if (has('traders') || held || isTraders) return largeTraders(gathered, held?.column)
  if (products.length === 0 && entities.length === 0 && has('right') && has('columns') && !has('actor'))
    return options(gathered)
  if (products.length === 0) return null
  const named = entities.filter(({ subject }) => subject === 'broker')
  if (products.length + named.length !== entities.length)
    throw new Refusal(
      'not_understood',
      'unsupported',
      entities.map(({ name }) => name),
    )
  const isOf = (sense: Sense): boolean => sense.t === 'dataset' && sense.dataset.endsWith('BrokerDaily')
  if (named.length > 0 || gathered.items.some(({ token }) => token.senses.some(isOf))) return brokers(gathered)
  if (isSpread(gathered)) return spreads(gathered)
  if (has('live')) return quotes(gathered)
  if (isFinal(gathered)) return settlements(gathered)
  const summed = has('actor') ? null : totals(gathered)
  if (summed) return summed
  if (has('actor')) return investors(gathered)
  if (has('expiries')) return eachContract(gathered)
  if (products.every(({ subject }) => subject === 'option')) return options(gathered)
  return null
}
