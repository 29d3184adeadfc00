import { createHash } from 'node:crypto'
import { NetworkError, OperatorError, UsageError } from '../../errors.ts'
import { type Bought, buy } from '../../pay/buyer.ts'
import { type ReceiptFacts, readReceipt } from '../../pay/receipt.ts'
import { inDollars } from '../../pay/reports.ts'
import { addressOf, type PrivateKey, readKeyFile } from '../../pay/wallets.ts'
import type { Run } from '../command.ts'
import { notice, print } from '../output.ts'
import { causeOf, ownService } from '../remote.ts'

function capOf(text: string): bigint {
  if (!/^\d{1,30}$/.test(text))
    throw new UsageError(`--max must be a whole number of atomic units (1000 is 0.001 USDC), and is '${text}'.`)
  return BigInt(text)
}

/** The path of a dataset, or the given path, with a query made of the other words. */
function targetOf([name, ...words]: readonly string[]): string {
  if (name === undefined || !/^\/(?!\/)|^[A-Za-z]\w*$/.test(name))
    throw new UsageError('Give a dataset or a path: formosa agent get TaiwanStockPrice stock_id=2330.')
  const path = name.startsWith('/') ? name : `/v1/agent/${name}`
  const query = new URLSearchParams()
  for (const word of words) {
    const at = word.indexOf('=')
    if (at < 1) throw new UsageError(`Write each parameter as NAME=VALUE; '${word}' is not.`)
    query.append(word.slice(0, at), word.slice(at + 1))
  }
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** The `detail` of an error response. */
function detailOf(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    if (typeof detail === 'string') return detail
  } catch {}
  return body.slice(0, 200).replace(/\s+/g, ' ') || 'no reason given'
}

/** The public key of the receipts, fetched before anything is paid. */
async function receiptKeyOf(service: string): Promise<Readonly<Record<string, unknown>>> {
  const [status, text] = await fetch(`${service}/v1/agent`)
    .then(async (response) => [response.status, await response.text()] as const)
    .catch((error) => {
      throw new NetworkError(`${service} cannot be reached, nothing was paid: ${causeOf(error)}.`, { cause: error })
    })
  if (status !== 200) throw new NetworkError(`The service answered ${status}: ${detailOf(text)}`)
  try {
    const { receipt_key: key } = JSON.parse(text) as { receipt_key?: Readonly<Record<string, unknown>> }
    if (key) return key
  } catch {}
  throw new NetworkError(`${service} is not a service that agents pay: GET /v1/agent has no receipt_key.`)
}

/** The fault of a receipt; null where it is valid for this body, payer and amount. */
function faultOf(bought: Bought, key: PrivateKey, publicKey: Readonly<Record<string, unknown>>): string | null {
  if (bought.receipt === null) return 'there is none'
  let facts: ReceiptFacts | null = null
  try {
    facts = readReceipt(bought.receipt, publicKey)
  } catch {}
  if (!facts) return 'it is not signed by the key in GET /v1/agent'
  if (facts.bodySha256 !== createHash('sha256').update(bought.body).digest('hex')) return 'it is for another body'
  if (facts.transaction !== (bought.transaction ?? '')) return 'it names another transaction'
  if (facts.payer !== addressOf(key)) return 'it names another payer'
  if (bought.transaction !== null && facts.amount !== String(bought.spent)) return 'it names another amount'
  return null
}

/** Reports the purchase on standard error; returns the exit code. */
function account(bought: Bought, key: PrivateKey, publicKey: Readonly<Record<string, unknown>>): number {
  const { spent, transaction, receipt, isTest } = bought
  if (transaction === null && receipt === null) {
    notice('Spent 0: the service asked for nothing.')
    return 0
  }
  if (transaction === null) notice('Spent 0: the service checks the signature and moves no money.')
  else notice(`Spent ${spent} atomic units (${inDollars(spent)}${isTest ? ' of test money, worth nothing' : ''}).`)
  if (transaction !== null) notice(`Transaction ${transaction}`)
  const fault = faultOf(bought, key, publicKey)
  notice(
    fault === null ? 'The receipt holds: signature and SHA-256 of the body.' : `The receipt does not hold: ${fault}.`,
  )
  return fault === null ? 0 : 1
}

export const agentGet: Run = async ({ config }, { 'key-file': file, max }, operands) => {
  const target = targetOf(operands)
  const service = (config.FORMOSA_URL ?? ownService).replace(/\/+$/, '')
  const cap = capOf(max!)
  if (file === undefined) throw new UsageError("--key-file is needed: a file with the payer's private key.")
  const key = readKeyFile(file, '--key-file')
  const publicKey = await receiptKeyOf(service)
  const bought = await buy(`${service}${target}`, key, { cap }).catch((error) => {
    if (error instanceof OperatorError) throw error
    throw new NetworkError(
      `The connection to ${service} was lost: ${causeOf(error)}. A payment that had been sent by then may still be settled.`,
      { cause: error },
    )
  })
  if (bought.status !== 200)
    throw new NetworkError(`The service answered ${bought.status}: ${detailOf(bought.body.toString())}`)
  print(bought.body)
  return account(bought, key, publicKey)
}
