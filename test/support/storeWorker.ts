import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, type Place } from '../../src/store/database.ts'
import { addKey, type NewKey } from '../../src/store/keys.ts'
import { storeEvent } from '../../src/store/subscriptions.ts'
import { addUsage } from '../../src/store/usage.ts'
import { addUser } from '../../src/store/users.ts'

/** What a thread does to a database at the moment when all of them are ready. */
export type StoreJob = {
  readonly place: Place
  readonly gate: SharedArrayBuffer
  readonly threads: number
  readonly n: number
  readonly act:
    | { readonly kind: 'open' }
    | { readonly kind: 'sign up'; readonly email: string }
    | { readonly kind: 'add keys'; readonly userId: number; readonly times: number; readonly most: number }
    | { readonly kind: 'storeEvent'; readonly userId: number; readonly version: number; readonly event: string }
    | { readonly kind: 'count'; readonly userId: number; readonly times: number }
}

const { place, gate, threads, n, act } = workerData as StoreJob
const at = '2026-11-13T10:00:00.000Z'
const keyFor = (name: string): NewKey => ({ name, hash: Buffer.from(`hash ${name}`), prefix: 'p', last4: '1234' })

function waitForAll(): void {
  const ready = new Int32Array(gate)
  if (Atomics.add(ready, 0, 1) + 1 === threads) Atomics.notify(ready, 0)
  for (let seen = Atomics.load(ready, 0); seen < threads; seen = Atomics.load(ready, 0))
    Atomics.wait(ready, 0, seen, 100)
}

if (act.kind === 'open') waitForAll()
const database = await openDatabase(place)
if (act.kind !== 'open') waitForAll()

/** Number of granted requests. */
async function perform(): Promise<number> {
  if (act.kind === 'open') return 1
  if (act.kind === 'sign up') {
    const user = { email: act.email, tier: 'free', at, isVerified: false, passwordHash: 'x' } as const
    return (await addUser(database, user, keyFor(String(n)))) ? 1 : 0
  }
  if (act.kind === 'storeEvent') {
    const subscription = { id: 'sub_1', userId: act.userId, tier: 'plus', status: `by ${n}`, paidUntil: at } as const
    const isWritten = await storeEvent(
      database,
      { id: act.event, type: 'customer.subscription.updated', at },
      { subscription, version: act.version },
    )
    return isWritten ? 1 : 0
  }
  const { userId } = act
  const each = async (time: number): Promise<boolean> => {
    if (act.kind === 'add keys') return (await addKey(database, userId, keyFor(`${n} ${time}`), at, act.most)) !== null
    const uses = ['B', 'A'].map((dataset) => ({ day: '2026-11-13', userId, keyId: 1, dataset, calls: 1 }))
    await addUsage(database, uses, new Map([[1, at]]))
    return true
  }
  // A pool of PostgreSQL has four connections, and who waits for one gives up after four seconds: eight at a time.
  const done: boolean[] = []
  for (let from = 0; from < act.times; from += 8) {
    const length = Math.min(8, act.times - from)
    done.push(...(await Promise.all(Array.from({ length }, (_, time) => each(from + time)))))
  }
  return done.filter(Boolean).length
}

const granted = await perform()
await database.close()
parentPort!.postMessage(granted)
