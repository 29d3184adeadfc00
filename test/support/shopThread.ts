/** A shop in a thread of its own, without anybody who settles. */
import { parentPort, workerData } from 'node:worker_threads'
import { openShop, type ShopOptions } from './shop.ts'

const shop = await openShop({ ...(workerData as ShopOptions), hasSettler: false })
parentPort!.on('message', async () => {
  await shop.close()
  parentPort!.close()
})
parentPort!.postMessage({ url: shop.url })
