/** What a database says of itself while it starts, stops or is full, and what the way to it says. */
const codes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|53|57P|SQLITE_BUSY)/
const sentences = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|database is locked/

/** True where a query failed because the database cannot be asked now, not because of what was asked. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && codes.test(code)) return true
  if (typeof message === 'string' && sentences.test(message)) return true
  return cause !== undefined && cause !== null && isDatabaseDown(cause)
}
