/** A shop in a process of its own: it says where it listens, and before each page that it waits for leave to compute it. */
import { once } from 'node:events'
import { openShop, type ShopOptions } from './shop.ts'

export type FromChild = { readonly url: string } | 'computing'

const tell = (message: FromChild) => process.send!(message)
const options = JSON.parse(process.argv[2]!) as ShopOptions
const shop = await openShop({
  ...options,
  async compute() {
    tell('computing')
    await once(process, 'message')
  },
})
process.on('disconnect', () => process.exit(0))
tell({ url: shop.url })
