/** A server of the comparison: the service's own HTTP code before rows of PostgreSQL, SQLite or DuckDB. */

import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAddresses } from '../src/access/addresses.ts'
import { createGuard } from '../src/access/guard.ts'
import { find } from '../src/catalogue/index.ts'
import { problem } from '../src/errors.ts'
import { ClientRequest } from '../src/http/connection/clientRequest.ts'
import { createTurns } from '../src/http/connection/turns.ts'
import { createUnsent } from '../src/http/connection/unsent.ts'
import { createCompression } from '../src/http/reply/encoding.ts'
import { respond } from '../src/http/reply/respond.ts'
import type { Reply } from '../src/http/reply.ts'
import { collectFaults, languageOf, matches, splitQuery } from '../src/http/request/query.ts'
import { writeCursor } from '../src/query/cursor.ts'
import { covers, parameters, type Query, readParameters } from '../src/query/parameters.ts'
import { openDatabase } from '../src/store/database.ts'
import { createEncoder, duckRows, postgresRows, sqliteRows } from './pages/rows.ts'

export type RowsTerms = {
  readonly kind: 'postgres' | 'sqlite' | 'duckdb'
  /** An address, a file, or Parquet files between commas. */
  readonly place: string
  readonly dataset: string
  readonly storePath: string
  /** Base64. */
  readonly pepper: string
  readonly cursorKey: string
  readonly version: string
}

const { kind, place, dataset: name, storePath, pepper, cursorKey, version }: RowsTerms = JSON.parse(process.argv[2]!)
const dataset = find(name)!
const guard = createGuard({
  database: await openDatabase({ path: storePath }),
  peppers: [Buffer.from(pepper, 'base64')],
  now: () => new Date(),
  changes: new Int32Array(1),
})
const key = Buffer.from(cursorKey, 'base64')
const rowsOf = await { postgres: postgresRows, sqlite: sqliteRows, duckdb: duckRows }[kind](dataset, place)
const encode = createEncoder(dataset)
const known = Object.keys(parameters)
const compress = createCompression()

/** As large as the service's; a database would go on behind the last row's key. */
const cursorOf = (query: Query): string =>
  writeCursor([key], { origin: 'demo', version, dataset: name, query, position: { next: query.limit }, form: null })

async function reply(request: ClientRequest): Promise<Reply> {
  const { path, query: raw } = request
  if (path !== `/v1/data/${name}`) throw problem('not_found', [path])
  const { tier } = await guard.identify(request.headers.authorization)
  if (!covers(tier, dataset.tier)) throw problem('tier_required', [dataset.tier, tier])
  const { given, faults, strangers } = splitQuery(raw, known)
  const { query } = readParameters(dataset, given, faults)
  collectFaults(faults, strangers)
  const language = languageOf(request.headers['accept-language'])
  const tag = `"${hash('sha1', `${version} ${tier} ${language} json ${path}?${raw}`, 'base64url')}"`
  const headers = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'private, no-cache',
    'ETag',
    tag,
    'X-Data-Version',
    version,
    'X-Data-Origin',
    'demo',
  ]
  if (matches(request.headers['if-none-match'], tag)) return { status: 304, headers, body: '' }
  const found = await rowsOf(query)
  const rows = found.length > query.limit ? found.slice(0, query.limit) : found
  const next = found.length > query.limit ? `"${cursorOf(query)}"` : 'null'
  const head = `{"dataset":"${name}","tier_used":"${tier}","count":${rows.length},"data":[`
  const body = `${head}${encode(rows, query.columns)}],"cursor":${next}}`
  return compress({ status: 200, headers, body }, request.headers['accept-encoding'])
}

const addresses = createAddresses([])
const sending = { unsent: createUnsent(), turns: createTurns() }
const server = createServer({ noDelay: true }, (received, response) => {
  const request = new ClientRequest(received, response, addresses)
  reply(request).then(
    (reply) => respond(sending, request, response, reply),
    (error: Error) => respond(sending, request, response, { status: 500, headers: [], body: String(error.stack) }),
  )
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
