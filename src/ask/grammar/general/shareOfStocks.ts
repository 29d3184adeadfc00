import { type Item, isKind } from '../items/items.ts'

/** "what percentage of stocks": of all there are, those that something holds for. */
export const isShareOfStocks = (items: readonly Item[]): boolean =>
  items.some((item, i) => {
    const [before, next] = [items[i - 1], items[i + 1]]
    return isKind(item, 'share') && (isThing(next) || (isThing(before) && /比例|比重|佔比/.test(item.token.text)))
  })

export const isThing = (item: Item | undefined): boolean => isKind(item, 'noun') && item.sense.of === 'stock'
