import { type Item, isKind } from './items/items.ts'
import type { Kind } from './senses.ts'

/** Kinds that make a piece of the question a statement of its own. */
const telling: readonly Kind[] = [
  'columns',
  'composite',
  'flow',
  'line',
  'limit',
  'aligned',
  'golden',
  'extreme',
  'gap',
  'above',
  'beat',
  'growth',
  'whole_market',
  'traders',
  'doubled',
  'turn',
  'ends',
]

/** A measure, or an amount of money, which is a price. */
const tells = (items: readonly Item[]): boolean =>
  items.some(({ sense }) => telling.includes(sense.t)) ||
  (items.some((item) => isKind(item, 'compare')) &&
    items.some((item) => isKind(item, 'quantity') && item.sense.unit === 'TWD')) ||
  (items.some((item) => isKind(item, 'compare')) && items.some((item, i) => isMean(item, items[i + 1])))

/** "its 60-day average", of the price where nothing else is named. */
const isMean = (item: Item, next: Item | undefined): boolean =>
  isKind(item, 'time') && item.sense.time.adjective === true && isKind(next, 'fold')

/** Lines and numbers of days that wait for what comes after them: "the 5-day and 20-day averages". */
const waits = (piece: readonly Item[]): boolean =>
  piece.every((item) => isKind(item, 'line') || (isKind(item, 'time') && item.sense.time.adjective === true))

/** Ends with a line, or names a crossing, so that another line may follow. */
const opens = (piece: readonly Item[] | undefined): boolean =>
  piece !== undefined && (piece.some((item) => isKind(item, 'golden')) || waits(piece.slice(-1)))

const hasMeasure = (piece: readonly Item[] | undefined): boolean =>
  piece?.some((item) => isKind(item, 'flow') || isKind(item, 'composite') || isKind(item, 'columns')) ?? false

/** A second date begins a second statement: 昨天漲停今天下跌. */
const beginsAnew = (piece: readonly Item[], item: Item): boolean =>
  isDay(item) &&
  piece.some(isDay) &&
  tells(piece) &&
  !isKind(piece.at(-1), 'than') &&
  !piece.some((one) => isKind(one, 'move'))

/** A measure after one that is held to an amount: 殖利率大於5%本益比小於15. */
const follows = (piece: readonly Item[], item: Item): boolean => {
  const last = piece.at(-1)
  const held =
    ((isKind(last, 'quantity') || isKind(last, 'number')) && isKind(piece.at(-2), 'compare')) ||
    (isKind(last, 'compare') && last.sense.suffix === true) ||
    isKind(last, 'range')
  const amount = piece.findLast((one) => isKind(one, 'quantity'))
  // "20% of volume" goes on.
  const partOf =
    isKind(last, 'quantity') &&
    amount === last &&
    last.sense.unit === 'percent' &&
    isKind(item, 'columns') &&
    /^[a-z]/i.test(item.token.text) &&
    item.token.from === last.token.to + 1
  return (
    !partOf &&
    held &&
    hasMeasure(piece) &&
    ['columns', 'actor', 'line', 'limit', 'aligned', 'golden'].includes(item.sense.t)
  )
}

const isDay = (item: Item): boolean =>
  isKind(item, 'time') && ['latest', 'back', 'on'].includes(item.sense.time.window.kind)

/** 股價卻下跌: between what is spoken of and what it did, these words cut nothing. */
const links = /^[卻也又]$/
const isSubject = (piece: readonly Item[]): boolean =>
  piece.length > 0 &&
  isKind(piece.at(-1), 'columns') &&
  piece.every((item) => isKind(item, 'columns') || isKind(item, 'time'))

/** "…, year-to-date performance": how those named before it went. */
const isHow = (piece: readonly Item[]): boolean =>
  piece.some((item) => isKind(item, 'time')) &&
  piece.some((item) => isKind(item, 'composite')) &&
  piece.every(
    (item) =>
      isKind(item, 'time') ||
      (isKind(item, 'composite') && item.sense.composite === 'return' && item.sense.direction === undefined),
  )
const isLevels = (piece: readonly Item[] = []): boolean =>
  piece.some((item) => isKind(item, 'columns')) &&
  piece.every((item) => isKind(item, 'columns') || isKind(item, 'than'))

/** Cuts at commas and conjunctions, and joins again what says nothing by itself: lists of names, times and investors. */
export function segmentsOf(items: readonly Item[]): Item[][] {
  const cut: Item[][] = [[]]
  for (const item of items) {
    if (isKind(item, 'join') && links.test(item.token.text) && isSubject(cut.at(-1)!)) continue
    if (isKind(item, 'join')) cut.push([])
    else if (beginsAnew(cut.at(-1)!, item) || follows(cut.at(-1)!, item)) cut.push([item])
    else cut.at(-1)!.push(item)
  }
  const joined: Item[][] = []
  let waiting: Item[] = []
  const pieces = cut.filter((piece) => piece.length > 0)
  for (const [i, piece] of pieces.entries()) {
    const waitsForNext = waits(piece) && i + 1 < pieces.length
    const completes = waits(piece) && opens(joined.at(-1))
    if (isHow(piece) && isLevels(joined.at(-1))) joined.at(-1)!.push(...piece)
    else if (tells(piece) && !waitsForNext && !completes) {
      joined.push([...waiting, ...piece])
      waiting = []
    } else if ((hasMeasure(joined.at(-1)) || completes) && !waitsForNext) joined.at(-1)!.push(...piece)
    else waiting.push(...piece)
  }
  if (waiting.length > 0) {
    if (joined.length > 0) joined.at(-1)!.push(...waiting)
    else joined.push(waiting)
  }
  return joined
}
