import type { Kind, Of, Sense, Token } from '../senses.ts'
import { choose } from './choose.ts'

/** A token with the one sense it is taken in. */
export type Item = { readonly sense: Sense; readonly token: Token }

export const isKind = <T extends Kind>(item: Item | undefined, kind: T): item is Item & { sense: Of<T> } =>
  item?.sense.t === kind

/** The question as a row of meanings; words that add nothing are left out. */
export function itemsOf(tokens: readonly Token[]): Item[] {
  const telling = tokens.filter((token) => token.senses.some((sense) => sense.t !== 'filler'))
  return multiples(
    telling.flatMap((token, i) => {
      const sense = choose(telling, i)
      if (!sense || sense.t === 'filler') return []
      return [{ sense, token: token.senses.includes(sense) ? token : { ...token, senses: [sense] } }]
    }),
  )
}

const ratio = (column: string): Sense => ({
  t: 'columns',
  readings: [{ subject: 'stock', dataset: 'TaiwanStockPER', column }],
})

/** "15 times earnings" is a price of so much: the ratio and its value. */
const multiples = (items: readonly Item[]): Item[] =>
  items.flatMap((item, i) => {
    const [before, after] = [items[i - 1], items[i + 1]]
    const isTimes = (one: Item | undefined): boolean => isKind(one, 'quantity') && one.sense.unit === 'times'
    const of = (one: Item | undefined): string | null =>
      /^(earnings|profits?)$/i.test(one?.token.text ?? '') ? 'pe_ratio' : isBook(one) ? 'pb_ratio' : null
    if (isTimes(before) && of(item)) return []
    const column = of(after)
    if (!isKind(item, 'quantity') || !isTimes(item) || !column) return [item]
    return [
      { ...item, sense: { t: 'number' as const, value: item.sense.value } },
      { sense: ratio(column), token: after!.token },
    ]
  })

const isBook = (item: Item | undefined): boolean => /^book( value)?$|^淨值$/i.test(item?.token.text ?? '')
