import { taipeiDate } from '../../days.ts'
import { MissingError, UsageError } from '../../errors.ts'
import { type AuditAction, type AuditFilter, type AuditLine, auditActions, readAudit } from '../../store/auditTrail.ts'
import type { Database } from '../../store/database.ts'
import { findUser } from '../../store/users.ts'
import type { Run } from '../command.ts'
import { countOf } from '../count.ts'
import { notice, printJson, printTable } from '../output.ts'
import { withDatabase } from './user.ts'

/** A Taipei date or an instant with an offset, as the database compares it. */
function instantOf(since: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(since)
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(since)
  const ms = isDay || isInstant ? Date.parse(isDay ? `${since}T00:00:00+08:00` : since) : Number.NaN
  const isReal = !isDay || taipeiDate(ms) === since
  if (Number.isNaN(ms) || !isReal)
    throw new UsageError(
      `--since must be a day or an instant, 2026-11-13 or 2026-11-13T09:00:00+08:00, not '${since}'.`,
    )
  return new Date(ms).toISOString()
}

/** The id of a user; deleted users are known by id only. */
async function userIdOf(database: Database, name: string): Promise<number> {
  if (/^\d{1,9}$/.test(name)) return Number(name)
  const user = await findUser(database, { email: name })
  if (!user) throw new MissingError(`There is no user ${name}; a deleted one is found by its number.`)
  return user.id
}

function actionNamed(action: string): AuditAction {
  if (!auditActions.includes(action as AuditAction))
    throw new UsageError(`--action must be one of ${auditActions.join(', ')}.`)
  return action as AuditAction
}

const columns: readonly (readonly [title: string, key: keyof AuditLine])[] = [
  ['time', 'at'],
  ['actor', 'actor'],
  ['user', 'user_id'],
  ['action', 'action'],
  ['subject', 'subject'],
  ['outcome', 'outcome'],
  ['detail', 'detail'],
  ['address', 'address'],
  ['request', 'request_id'],
]

export const audit: Run = (context, { since, user, action, limit = '', json }) =>
  withDatabase(context, async (database) => {
    const most = countOf('limit', limit, 1)
    const filter: AuditFilter = {
      limit: most + 1,
      ...(since === undefined ? {} : { since: instantOf(since) }),
      ...(user === undefined ? {} : { userId: await userIdOf(database, user) }),
      ...(action === undefined ? {} : { action: actionNamed(action) }),
    }
    const found = await readAudit(database, filter)
    const lines = found.slice(0, most)
    const titles = columns.map(([title]) => title)
    const cellsOf = (line: AuditLine) => columns.map(([, key]) => line[key])
    if (json === undefined) printTable(titles, lines.map(cellsOf))
    else for (const line of lines) printJson(line, 0)
    if (found.length > most) notice(`There are more than these ${most}; --limit shows more.`)
  })
