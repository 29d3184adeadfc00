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

function wrapped(inner: DBTransactionAdapter) {
  return {
    create: async <T extends Record<string, unknown>, R = T>(query: Parameters<typeof inner.create<T, R>>[0]) =>
      withToken(
        query.model,
        await inner.create<T, R>({ ...query, data: hashedData(query.model, query.data as Row) as Omit<T, 'id'> }),
        (query.data as Row).token,
      ),
    findOne: async <T>(query: Parameters<typeof inner.findOne<T>>[0]) =>
      withToken(
        query.model,
        await inner.findOne<T>({ ...query, where: hashedWhere(query.model, query.where) }),
        tokenIn(query.where),
      ),
    findMany: <T>(query: Parameters<typeof inner.findMany<T>>[0]) =>
      inner.findMany<T>({ ...query, where: hashedWhere(query.model, query.where) }),
    count: (query: Parameters<typeof inner.count>[0]) =>
      inner.count({ ...query, where: hashedWhere(query.model, query.where) }),
    update: async <T>(query: Parameters<typeof inner.update<T>>[0]) =>
      withToken(
        query.model,
        await inner.update<T>({
          ...query,
          where: hashedWhere(query.model, query.where),
          update: hashedData(query.model, query.update),
        }),
        query.update.token ?? tokenIn(query.where),
      ),
    updateMany: (query: Parameters<typeof inner.updateMany>[0]) =>
      inner.updateMany({
        ...query,
        where: hashedWhere(query.model, query.where),
        update: hashedData(query.model, query.update),
      }),
    delete: <T>(query: Parameters<typeof inner.delete<T>>[0]) =>
      inner.delete<T>({ ...query, where: hashedWhere(query.model, query.where) }),
    deleteMany: (query: Parameters<typeof inner.deleteMany>[0]) =>
      inner.deleteMany({ ...query, where: hashedWhere(query.model, query.where) }),
    consumeOne: <T>(query: Parameters<typeof inner.consumeOne<T>>[0]) =>
      inner.consumeOne<T>({ ...query, where: hashedWhere(query.model, query.where) }),
    incrementOne: <T>(query: Parameters<typeof inner.incrementOne<T>>[0]) =>
      inner.incrementOne<T>({ ...query, where: hashedWhere(query.model, query.where) }),
  }
}
