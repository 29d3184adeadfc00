import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractAt } from './api.ts'
import { moveClock } from './clock.ts'
import { builtAt, copyOfBrief } from './fixture.ts'
import { type PlayMoney, startPlayMoney } from './playMoney.ts'
import { type Service, startService } from './service.ts'
import { shareOnce } from './sharing.ts'

/** How the services take payments: they settle on a chain for play money, or only check signatures, as a fresh one does. */
const modes = {
  settles: { WORKERS: '2', ADDRESS_LIMIT: '0', AGENT_PAY_PRICES: 'plus=5000,ask=3000' },
  checks: { ADDRESS_LIMIT: '60', AGENT_PAY_BAD_LIMIT: '20' },
} as const

const folders: string[] = []

let isClockMoved = false

/** A service, and the chain that it settles on, if any. */
export type SharedShop = Service & { readonly chain: PlayMoney | null }

async function start(mode: keyof typeof modes): Promise<SharedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-shop-'))
  folders.push(folder)
  const home = await copyOfBrief(join(folder, 'home'))
  // Wallets of this process sign at the time of the services, which begins after the market is built.
  if (!isClockMoved) moveClock(builtAt)
  isClockMoved = true
  const chain = mode === 'settles' ? await startPlayMoney(home) : null
  const service = await startService(home, { FORMOSA_NOW: builtAt, ...modes[mode], ...chain?.settings })
  return { ...service, chain }
}

const shareOne = (mode: keyof typeof modes) =>
  shareOnce(
    () => start(mode),
    async ({ stop, chain }, signal?: NodeJS.Signals) => {
      const code = await stop(signal)
      await chain?.close()
      return code
    },
  )
const shops = { settles: shareOne('settles'), checks: shareOne('checks') }

/**
 * A service that sells to agents, for files that buy from it and change nothing another file sees. In a run of all tests
 * they share a process, and with it the services: to start one with a chain takes longer than their tests. The last file
 * to stop it ends it.
 */
export const shareShop = (mode: keyof typeof modes): Promise<SharedShop> => shops[mode]()

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * A `fetch` for payments to a service, whose every response is held against the OpenAPI document. On a busy machine its
 * chain may answer too late, and the service logs that: the same payment, sent again, gets the rows.
 */
export const patientFetch =
  ({ log, url }: Service): typeof fetch =>
  async (input, init) => {
    const contract = await contractAt(url)
    const send = async () => {
      const response = await fetch(input instanceof Request ? input.clone() : input, init)
      const method = input instanceof Request ? input.method : (init?.method ?? 'GET')
      await contract.holdResponse(method, response.clone() as Response)
      return response
    }
    const begin = log().length
    const isLate = () => /a payment (is postponed|could not be verified)/.test(log().slice(begin))
    let response = await send()
    for (let tries = 0; tries < 20 && response.status === 503; tries++) {
      // The log may come later than the response.
      await sleep(500)
      if (!isLate()) break
      response = await send()
    }
    return response
  }

/** The key of the wallet that the chain of a service fills. */
export const payerKeyOf = ({ chain }: SharedShop): `0x${string}` => chain!.payer.key
