import { generateKey, storedForm } from '../../access/keys.ts'
import { actingAs } from '../../store/auditTrail.ts'
import type { Database } from '../../store/database.ts'
import { addUser, countUsers } from '../../store/users.ts'

/** Makes the operator's account on the first start; its key is shown once, never logged. */
export async function makeOwner(database: Database, now: () => Date, pepper: Buffer): Promise<string | null> {
  if ((await countUsers(database)) > 0) return null
  const key = generateKey()
  const at = now().toISOString()
  const owner = { email: 'owner@localhost', tier: 'plus', at, isVerified: true } as const
  const service = actingAs(database, { name: 'service', at, address: null, requestId: null })
  const made = await addUser(service, owner, storedForm(pepper, key, 'first start'))
  return made && key
}

type Greeting = {
  readonly url: string
  readonly ownerKey: string | null
  /** The next attempt where there are no rows; null where there are. */
  readonly nextAttempt: string | null
  readonly lakeRoot: string
  readonly home: string
  readonly agentLines: readonly string[]
}

/** What an operator types: a checkout is not on the path, an installed package is. */
const command = import.meta.url.endsWith('.ts') ? 'bin/formosa' : 'formosa'

/** The text printed after a start: how to use the service, and whether there are rows. */
export function greet({ url, ownerKey, nextAttempt, lakeRoot, home, agentLines }: Greeting): string {
  const bearer = `-H "Authorization: Bearer ${ownerKey ?? '<API_KEY>'}"`
  // Where the key of the owner (Plus) is not shown, the reader may have one of any tier.
  const dataset = ownerKey ? 'TaiwanStockPrice' : 'TaiwanStockPER'
  return [
    '',
    ...(ownerKey ? [`Your API key (owner@localhost, Plus tier, shown only now): ${ownerKey}`, ''] : []),
    `The web site:   ${url}`,
    `Read rows:      curl ${bearer} "${url}/v1/data/${dataset}?stock_id=2330&limit=5"`,
    `The catalogue:  curl ${url}/v1/data`,
    `Ask (Plus):     curl ${bearer} -H "Content-Type: application/json" -d '{"question":"台積電近五日收盤價"}' ${url}/v1/ask`,
    `The reference:  ${url}/docs`,
    `The files:      ${lakeRoot}/current/TaiwanStockPrice/*.parquet`,
    ...agentLines,
    ...(ownerKey ? [] : [`Another key:    ${command} user add you@example.com --tier plus --home ${home}`]),
    '',
    nextAttempt === null
      ? `Formosa is ready at ${url}`
      : `No rows yet: no publisher has answered. Next attempt at ${nextAttempt} Taipei time; ${command} reports --origin live lists the runs.\nFormosa listens at ${url}`,
    '',
  ].join('\n')
}
