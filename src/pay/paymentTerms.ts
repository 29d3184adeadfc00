import { type Dataset, type Tier, tiers } from '../catalogue/dataset.ts'
import { SettingError } from '../errors.ts'
import { checksummed, isAddress, sameAddress } from './address.ts'
import type { TokenDomain } from './eip3009.ts'
import { chainIdOf, networks } from './networks.ts'

export const modes = ['off', 'verify-only', 'onchain', 'facilitator'] as const
export type Mode = (typeof modes)[number]

/** The terms of payment, and how payments are settled. */
export type PaymentTerms = Readonly<ReturnType<typeof readPaymentTerms>>

/** The name of questions among the prices, and in the ledger in the place of a dataset. */
export const askName = 'ask'
/** The name of SQL in the ledger; its answers cost what those of questions do. */
export const sqlName = 'sql'

/** The payment settings, not yet validated. */
export type PaySettings = {
  readonly mode: Mode | undefined
  readonly network: string
  readonly asset: string | undefined
  readonly assetName: string | undefined
  readonly assetVersion: string | undefined
  readonly payTo: string | undefined
  readonly price: string
  readonly prices: string | undefined
  readonly timeoutSeconds: number
  readonly rpcUrl: string | undefined
  readonly keyFile: string | undefined
  readonly facilitatorUrl: string | undefined
}

type PagePrices = {
  readonly default: string
  readonly tiers: Readonly<Partial<Record<Tier, string>>>
  readonly datasets: Readonly<Record<string, string>>
}

/** The price of a page in atomic units: the dataset's, else its tier's, else the default. */
export const priceOf = (
  { prices }: { readonly prices: PagePrices },
  { name, tier }: Pick<Dataset, 'name' | 'tier'>,
): string => prices.datasets[name] ?? prices.tiers[tier] ?? prices.default

/** The price of an answer in atomic units: its own, else that of the dearest dataset, whose rows it may hold. */
export const priceOfAnswer = ({ prices }: PaymentTerms): string => prices.ask

/** True where payments are settled, on whichever chain. */
export const settles = ({ mode }: { readonly mode: Mode }): boolean => mode === 'onchain' || mode === 'facilitator'

const isAmount = (text: string): boolean => /^[1-9]\d{0,29}$/.test(text)

function readPrices(base: string, list: string | undefined, datasets: readonly Dataset[], faults: string[]) {
  const names = new Set(datasets.map(({ name }) => name))
  if (!isAmount(base)) faults.push('AGENT_PAY_PRICE must be a whole number of atomic units, 1 or more')
  const byTier: Partial<Record<Tier, string>> = {}
  const byDataset: Record<string, string> = {}
  /** The price of a question; null where it has none of its own. */
  let ask: string | null = null
  for (const item of (list ?? '').split(',').filter((text) => text.trim() !== '')) {
    const [name = '', amount = '', ...rest] = item.split('=').map((part) => part.trim())
    const isTier = (tiers as readonly string[]).includes(name)
    if (rest.length > 0 || !isAmount(amount))
      faults.push(`AGENT_PAY_PRICES has '${item.trim()}': write NAME=AMOUNT, the amount in atomic units, 1 or more`)
    else if (!isTier && name !== askName && !names.has(name))
      faults.push(`AGENT_PAY_PRICES names '${name}', which is neither a tier nor a dataset nor ${askName}`)
    else if (name in byTier || name in byDataset || (name === askName && ask !== null))
      faults.push(`AGENT_PAY_PRICES names ${name} twice`)
    else if (name === askName) ask = amount
    else if (isTier) byTier[name as Tier] = amount
    else byDataset[name] = amount
  }
  const prices = { default: base, tiers: byTier, datasets: byDataset }
  const amounts = datasets.map((dataset) => priceOf({ prices }, dataset)).filter(isAmount)
  const dearest = amounts.reduce((most, amount) => (BigInt(amount) > BigInt(most) ? amount : most), amounts[0] ?? base)
  return { ...prices, ask: ask ?? dearest }
}

const isWebAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:'
}

/** Demo data is free to try; live data is never free by default. */
export const modeOf = ({ mode }: Pick<PaySettings, 'mode'>, origin: 'demo' | 'live'): Mode =>
  mode ?? (origin === 'demo' ? 'verify-only' : 'off')

type TermsContext = {
  readonly origin: 'demo' | 'live'
  readonly datasets: readonly Dataset[]
  readonly ownPayTo: () => string
  /** False in a process that only takes payments: it needs no key that pays the gas. */
  readonly isSettler?: boolean
}

/** Validates the payment settings; reports all faults in one sentence. */
export function readPaymentTerms(
  settings: PaySettings,
  { origin, datasets, ownPayTo, isSettler = true }: TermsContext,
) {
  const faults: string[] = []
  const mode = modeOf(settings, origin)
  const { network, timeoutSeconds } = settings
  const known = networks[network]
  const chainId = chainIdOf(network)
  if (!/^eip155:[1-9]\d*$/.test(network) || !Number.isSafeInteger(chainId))
    faults.push(`AGENT_PAY_NETWORK must be a CAIP-2 name such as eip155:84532, and is '${network}'`)
  if (mode === 'verify-only' && !known?.isTest)
    faults.push(`AGENT_PAY_MODE=verify-only moves no money and must not run on ${network}, where money is real`)

  const asset = settings.asset ?? known?.token?.address
  const name = settings.assetName ?? (settings.asset === undefined ? known?.token?.name : undefined)
  const version = settings.assetVersion ?? (settings.asset === undefined ? known?.token?.version : undefined)
  if (asset === undefined) faults.push(`AGENT_PAY_ASSET is needed: no token is known on ${network}`)
  else if (!isAddress(asset)) faults.push('AGENT_PAY_ASSET must be a contract address with a right checksum')
  if (asset !== undefined && (name === undefined || version === undefined))
    faults.push('AGENT_PAY_ASSET_NAME and AGENT_PAY_ASSET_VERSION are needed beside AGENT_PAY_ASSET')

  const isReal = settles({ mode })
  if (settings.payTo !== undefined && !isAddress(settings.payTo))
    faults.push('AGENT_PAY_TO must be an address with a right checksum')
  else if (settings.payTo !== undefined && asset !== undefined && sameAddress(settings.payTo, asset))
    faults.push("AGENT_PAY_TO is the token's own contract: money sent there is lost")
  if (settings.payTo === undefined && mode !== 'off' && (isReal || origin === 'live'))
    faults.push('AGENT_PAY_TO is needed: the address that is paid')
  if (isReal && (settings.rpcUrl === undefined || !isWebAddress(settings.rpcUrl)))
    faults.push(
      `AGENT_PAY_RPC_URL is needed with AGENT_PAY_MODE=${mode}: the http(s) address of a node of ${network}, by which every payment is checked`,
    )
  if (mode === 'onchain' && isSettler && settings.keyFile === undefined)
    faults.push('AGENT_PAY_KEY_FILE is needed with AGENT_PAY_MODE=onchain: the key that pays the gas')
  if (mode === 'facilitator' && (settings.facilitatorUrl === undefined || !isWebAddress(settings.facilitatorUrl)))
    faults.push(
      "AGENT_PAY_FACILITATOR_URL is needed with AGENT_PAY_MODE=facilitator: the facilitator's http(s) address",
    )
  if (timeoutSeconds < 10 || timeoutSeconds > 3_600) faults.push('AGENT_PAY_TIMEOUT must be from 10 to 3600 seconds')

  const prices = readPrices(settings.price, settings.prices, datasets, faults)
  if (faults.length > 0) throw new SettingError(`Bad settings: ${faults.join('; ')}.`)
  const contract = checksummed(asset!)
  return {
    mode,
    network,
    chainId,
    /** True on a test network: its money is worth nothing. */
    isTest: known?.isTest ?? false,
    /** The network's name in x402 version 1; null where it has none. */
    v1Network: known?.v1 ?? null,
    asset: contract,
    domain: { name: name!, version: version!, chainId, verifyingContract: contract } satisfies TokenDomain,
    payTo: mode === 'off' ? '' : checksummed(settings.payTo ?? ownPayTo()),
    /** The validity that payers are asked to give an authorization. */
    timeoutSeconds,
    prices,
    rpcUrl: settings.rpcUrl ?? null,
    facilitatorUrl: settings.facilitatorUrl?.replace(/\/+$/, '') ?? null,
  }
}
