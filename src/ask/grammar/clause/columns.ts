import { type Item, isKind } from '../items/items.ts'
import { levelsOf } from '../measures/composites.ts'
import type { Reading } from '../senses.ts'
import { amend, isMeasure, push, type Reader } from './draft.ts'

/** 大盤成交量幾億 is asked in money. */
const inMoney = (items: readonly Item[]): boolean =>
  items.some(
    (item) => isKind(item, 'in') && ['hundred_million', 'billion', 'trillion', 'million'].includes(item.sense.scale),
  )

const asMoney = (reading: Reading): Reading =>
  reading.dataset === 'TaiwanWeightedIndex' && reading.column === 'volume'
    ? { ...reading, column: 'turnover' }
    : reading

/** Brackets of holders are rows of their own; the words after them say which column. */
export const readColumns: Reader<'columns'> = (draft, { readings: given, direction }, at) => {
  const readings = inMoney(draft.items) ? given.map(asMoney) : given
  const last = draft.phrases.at(-1)
  const held = readings.find(({ dataset }) => dataset === 'TaiwanStockHoldingSharesPer')
  const isBeside = draft.lastAt === at - 1 || (draft.lastAt === at - 2 && isKind(draft.items[at - 1], 'fold'))
  if (last && /_holders$/.test(last.composite ?? '') && held && isBeside) {
    const levels = levelsOf(last)
    const where = [{ column: 'level', is: levels }]
    amend(draft, { readings: [{ ...held, where, ...(levels.length > 1 ? { fold: 'sum' as const } : {}) }] })
  } else push(draft, { readings, text: draft.items[at]!.token.text, ...(direction ? { direction } : {}) }, at)
  return 1
}

export const readComposite: Reader<'composite'> = (draft, { composite, direction, n }, at) => {
  const { text } = draft.items[at]!.token
  push(draft, { composite, text, ...(direction ? { direction } : {}), ...(n === undefined ? {} : { n }) }, at)
  return 1
}

export const readFold: Reader<'fold'> = (draft, { fn }, at) => {
  const next = draft.items[at + 1]
  if (isMeasure(next) || isKind(next, 'time') || draft.phrases.length === 0 || draft.own) draft.fold = fn
  else amend(draft, { fold: fn })
  return 1
}
