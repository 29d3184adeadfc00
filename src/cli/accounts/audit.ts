import { isInstant } from '../../config/values.ts'
import { MissingError, UsageError } from '../../errors.ts'
import { auditActions, readAudit } from '../../store/auditTrail.ts'
import type { Database } from '../../store/database.ts'
import { findUser } from '../../store/users.ts'
import type { Run } from '../command.ts'
import { countOf, oneOf, taipeiMidnight } from '../flags.ts'
import { notice, printJson, printTable } from '../output.ts'
import { withDatabase } from './database.ts'

/** A Taipei date or an instant with an offset, as the database compares it. */
function instantOf(since: string): string {
  const ms = isInstant(since) ? Date.parse(since) : taipeiMidnight(since)
  if (Number.isNaN(ms))
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

export const audit: Run = async (context, { since, user, action, limit, json }) => {
  const most = countOf('limit', limit!, 1)
  const filter = {
    limit: most + 1,
    since: since && instantOf(since),
    action: action === undefined ? undefined : oneOf('--action', action, auditActions),
  }
  await withDatabase(context, async (database) => {
    const userId = user === undefined ? undefined : await userIdOf(database, user)
    const found = await readAudit(database, { ...filter, userId })
    const lines = found.slice(0, most)
    if (json !== undefined) for (const line of lines) printJson(line, 0)
    else
      printTable(
        ['time', 'actor', 'user', 'action', 'subject', 'outcome', 'detail', 'address', 'request'],
        lines.map((one) => [
          ...[one.at, one.actor, one.user_id, one.action, one.subject],
          ...[one.outcome, one.detail, one.address, one.request_id],
        ]),
      )
    if (found.length > most) notice(`There are more than these ${most}; --limit shows more.`)
  })
}
