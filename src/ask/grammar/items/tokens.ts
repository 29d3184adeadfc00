import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import { type Kind, senseOf, type Token } from '../senses.ts'

export const has = (token: Token | undefined, ...kinds: Kind[]): boolean =>
  kinds.some((kind) => senseOf(token, kind) !== undefined)

export const reads = (token: Token, subject: string): boolean =>
  senseOf(token, 'columns')?.readings.some((reading) => reading.subject === subject) ?? false

export const isDerivative = (token: Token): boolean => {
  const subject = senseOf(token, 'entity')?.entity.subject
  return subject === 'futures' || subject === 'option'
}

export const isAmerican = (token: Token): boolean => senseOf(token, 'entity')?.entity.subject === 'us'

export const isBond = (token: Token): boolean => senseOf(token, 'entity')?.entity.subject === 'bond'

export const isSpan = (token: Token): boolean => {
  const window = senseOf(token, 'time')?.time.window
  return window !== undefined && !['latest', 'back', 'on'].includes(window.kind)
}

/** When, or in which year. */
export const asksWhen = (token: Token): boolean =>
  senseOf(token, 'ask')?.what === 'when' ||
  (/^(哪|what |which )/i.test(token.text) && ['year', 'month'].includes(senseOf(token, 'noun')?.of ?? ''))

export const isStatement = (token: Token): boolean =>
  has(token, 'composite') ||
  (senseOf(token, 'columns')?.readings.some(({ dataset }) => {
    const found = find(dataset)
    return found !== undefined && frequencyOf(found) === 'quarter'
  }) ??
    false)

export const isDimension = (token: Token | undefined): boolean => has(token, 'noun', 'part', 'right')

/** A word for stocks or companies in general. */
export const isStock = (token: Token): boolean => senseOf(token, 'noun')?.of === 'stock'

/** A day or a period that is over. */
export const isEarlier = (token: Token): boolean =>
  ['back', 'previous'].includes(senseOf(token, 'time')?.time.window.kind ?? '')

/** A word that means the yield of bonds and nothing else. */
export const readsBonds = (token: Token): boolean =>
  senseOf(token, 'columns')?.readings.every(({ subject }) => subject === 'bond') ?? false
