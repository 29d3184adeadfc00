import type { World } from '../world.ts'
import { futuresIn } from './futures.ts'
import type { Life, Sessions } from './life.ts'
import { optionsIn } from './options.ts'
import type { Product } from './products.ts'

const averagePrice = ({ open, high, low, close }: Sessions, i: number): number =>
  (open[i]! + high[i]! + low[i]! + close[i]!) / 4

/** Daily totals of a product, or of one side of an option product; values are indexed by `t - from`. */
export type Book = Readonly<ReturnType<typeof addUp>>

function addUp(product: Product, lives: readonly Life[], from: number, to: number) {
  const column = () => new Float64Array(Math.max(0, to - from + 1))
  const book = {
    product,
    from,
    volume: column(),
    nightVolume: column(),
    /** Contracts times price; the average price follows. */
    dayValue: column(),
    nightValue: column(),
    interest: column(),
    interestValue: column(),
    /** Open interest of the day before in unexpired contracts: the positions at the start of the day. */
    carried: column(),
  }
  for (const { first, last, night, day, interest, shown } of lives)
    for (let t = Math.max(from, first); t <= Math.min(to, last); t++) {
      const i = t - first
      const at = t - from
      // A strike that is no longer shown takes its last positions along.
      if (shown[i] === 0) continue
      book.volume[at]! += night.volume[i]! + day.volume[i]!
      book.nightVolume[at]! += night.volume[i]!
      book.dayValue[at]! += day.volume[i]! * averagePrice(day, i)
      book.nightValue[at]! += night.volume[i]! * averagePrice(night, i)
      book.interest[at]! += interest[i]!
      book.interestValue[at]! += interest[i]! * day.mark[i]!
      if (i > 0 && shown[i - 1] === 1) book.carried[at]! += interest[i - 1]!
    }
  return book
}

/** The books of every futures product with contracts, by product. */
export const futuresBooks = (world: World, from: number, to: number): Book[] =>
  futuresIn(world, from, to).flatMap(([, lives]) => (lives[0] ? [addUp(lives[0].product, lives, from, to)] : []))

/** The books of every option product's calls and puts. */
export const optionBooks = (world: World, from: number, to: number): { call: Book; put: Book }[] =>
  optionsIn(world, from, to).flatMap(([, lives]) => {
    const product = lives[0]?.product
    if (!product) return []
    const side = (isPut: boolean) =>
      addUp(
        product,
        lives.filter((life) => life.isPut === isPut),
        from,
        to,
      )
    return [{ call: side(false), put: side(true) }]
  })
