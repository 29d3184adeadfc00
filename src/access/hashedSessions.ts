import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth'
import { storedToken } from '../store/sessionToken.ts'

type Row = Record<string, unknown>

const isOurs = (model: string): boolean => model === 'session'

function hashedWhere(model: string, where: Where[] | undefined): Where[] {
  return (where ?? []).map((each) => {
    if (!isOurs(model) || each.field !== 'token') return each
    const { value } = each
    if (typeof value === 'string') return { ...each, value: storedToken(value) }
    if (Array.isArray(value)) return { ...each, value: value.map((token) => storedToken(String(token))) }
    throw new TypeError('a session is found by its token or by another column')
  })
}

const hashedData = <T extends Row>(model: string, data: T): T =>
  isOurs(model) && typeof data.token === 'string' ? { ...data, token: storedToken(data.token) } : data

/** The row with the plain token of the query: only its hash is stored. */
function withToken<T>(model: string, row: T, token: unknown): T {
  return isOurs(model) && row !== null && typeof token === 'string' ? { ...row, token } : row
}

const tokenIn = (where: Where[]): unknown => where.find(({ field }) => field === 'token')?.value

/** Stores and compares the hash of a session token instead of the token. */
export function hashSessions(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...wrapped(adapter),
    transaction: (work) => adapter.transaction((step) => work({ ...step, ...wrapped(step) })),
  }
}

/** The methods of the adapter that find, make or change rows. */
const methods = [
  'create',
  'findOne',
  'findMany',
  'count',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'consumeOne',
  'incrementOne',
] as const
type Methods = Pick<DBTransactionAdapter, (typeof methods)[number]>

/** Those that answer with the row itself. */
const answersRow = new Set<string>(['create', 'findOne', 'update'])

type Query = { readonly model: string; readonly where?: Where[]; readonly data?: Row; readonly update?: Row }

function wrapped(inner: DBTransactionAdapter): Methods {
  const adapter = inner as unknown as Record<keyof Methods, (query: Query) => Promise<unknown>>
  const wrap = (name: keyof Methods) => async (query: Query) => {
    const { model, where, data, update } = query
    const row = await adapter[name]({
      ...query,
      ...(data && { data: hashedData(model, data) }),
      ...(update && { update: hashedData(model, update) }),
      ...(name !== 'create' && { where: hashedWhere(model, where) }),
    })
    return answersRow.has(name) ? withToken(model, row, data?.token ?? update?.token ?? tokenIn(where ?? [])) : row
  }
  return Object.fromEntries(methods.map((name) => [name, wrap(name)])) as unknown as Methods
}
