import { join } from 'node:path'
import { makeFolder } from '../src/disk.ts'
import { BusyError, explain } from '../src/errors.ts'
import { holdLock } from '../src/lake/lock.ts'
import { checksummed } from '../src/pay/address.ts'
import { addressOf, ownKey } from '../src/pay/wallets.ts'
import { network, startDevchain } from './server.ts'

/** The balance of a new payer: 1,000 dollars. */
const pocketMoney = 1_000_000_000n
/** The address that services are paid at; nobody has its key. */
const payTo = checksummed(`0x${Buffer.from('play money recipient').toString('hex')}`)

function lockFolder(folder: string): () => void {
  let release: (() => void) | null
  try {
    makeFolder(folder)
    release = holdLock(join(folder, 'lock.sqlite'))
  } catch (error) {
    throw explain(error, `keep a chain in ${folder}`)
  }
  if (!release) throw new BusyError(`Another chain runs on ${folder}: stop it, or give --folder another one.`)
  return release
}

/** Opens the chain of a folder with its two accounts: one that pays the gas, and a payer with play money. */
export async function openDevchain({ folder, port, now }: { folder: string; port: number; now: () => number }) {
  const release = lockFolder(folder)
  try {
    const settler = ownKey(folder, 'settler')
    const payer = ownKey(folder, 'payer')
    const owner = addressOf(payer.key)
    const { close, ...chain } = await startDevchain({
      ...{ now, port },
      gas: [addressOf(settler.key)],
      journal: join(folder, 'chain.jsonl'),
    })
    if ((await chain.balanceOf(owner)) === 0n) await chain.mint(owner, pocketMoney)
    return {
      ...chain,
      payer: { ...payer, address: owner },
      /** The settings with which a service settles on this chain. */
      settings: {
        AGENT_PAY_MODE: 'onchain',
        AGENT_PAY_NETWORK: network,
        AGENT_PAY_RPC_URL: chain.url,
        AGENT_PAY_KEY_FILE: settler.path,
        AGENT_PAY_TO: payTo,
      },
      close: () => close().finally(release),
    }
  } catch (error) {
    release()
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === 'listen') throw new BusyError(`Cannot use port ${port}, give --port another one: ${message}.`)
    throw explain(error, `keep a chain in ${folder}`)
  }
}
