import type { Feed } from '../feed.ts'
import type { Reading } from '../reading.ts'
import { eachProduct } from '../taifex/settlements.ts'
import { asMade, list, listRows, taifexOpenApi } from './response.ts'

/** The titles of a product's code and name in lists of settlements. */
export const [code, name] = ['Contract', 'ContractName'] as const

/** A list of final settlement prices, futures and options alike. */
export const settlementList = (endpoint: string, reading: Reading, role: Feed['role']): Feed =>
  taifexOpenApi(reading, {
    endpoint,
    role,
    span: 'latest',
    request: list(endpoint),
    parse: listRows(reading, asMade, (table) => eachProduct(table, code, name)),
    recording: `taifex-openapi/${endpoint}.json`,
  })
