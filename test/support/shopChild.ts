/** A shop in a process of its own, which a test may end at a chosen step: it says where it listens, then obeys. */
import { openShop, type ShopOptions } from './shop.ts'

export type ToChild = { readonly die: string | null }
export type FromChild = { readonly url: string }

let die: string | null = null
const options = JSON.parse(process.argv[2]!) as ShopOptions
const shop = await openShop({
  ...options,
  step(name) {
    if (name === die) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('message', (message: ToChild) => {
  die = message.die
  process.send!('armed')
})
process.on('disconnect', () => process.exit(0))
process.send!({ url: shop.url } satisfies FromChild)
