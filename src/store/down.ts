/** Error codes of a database that starts, stops or is full, and of the connection to it. */
const codes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|53|57P|SQLITE_BUSY)/
const sentences = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|database is locked/

/** Primary result codes of SQLite: an error of the disk, and a disk or file that is full. */
const [inputOutput, full] = [10, 13]

const primaryOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

const causeOf = (error: unknown): unknown => (error as { cause?: unknown }).cause ?? null

/** True where a change failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error !== null &&
  (primaryOf(error) === full ||
    ['ENOSPC', '53100'].includes((error as NodeJS.ErrnoException).code ?? '') ||
    isDiskFull(causeOf(error)))

/** True where a query failed because the database is unavailable, not because of the query. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  if (primaryOf(error) === full || primaryOf(error) === inputOutput) return true
  if (typeof code === 'string' && codes.test(code)) return true
  if (typeof message === 'string' && sentences.test(message)) return true
  const cause = causeOf(error)
  return cause !== null && isDatabaseDown(cause)
}
