import type { Kysely, Updateable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Actor } from '../../store/actor.ts'
import { type AuditAction, note } from '../../store/auditTrail.ts'
import type { AgentPaymentsTable, Schema } from '../../store/schema.ts'
import { iso } from './entry.ts'

type Update = UpdateQueryBuilder<Schema, 'agent_payments', 'agent_payments', UpdateResult>

/** The states the audit trail records; the other states are pending or move no money. */
const recorded: Readonly<Partial<Record<AgentPaymentsTable['state'], AuditAction>>> = {
  settled: 'payment.settled',
  failed: 'payment.failed',
  external: 'payment.external',
}

/** Changes an entry that matches, and records its new state in one transaction; false where none matched. */
export async function changeState(
  db: Kysely<Schema>,
  actor: Actor | undefined,
  now: () => number,
  id: number,
  values: Updateable<AgentPaymentsTable>,
  fitting: (update: Update) => Update,
): Promise<boolean> {
  const change = async (step: Kysely<Schema>): Promise<boolean> =>
    (await fitting(step.updateTable('agent_payments').set(values).where('id', '=', id)).executeTakeFirst())
      .numUpdatedRows > 0n
  const action = values.state && recorded[values.state]
  if (!action) return change(db)
  return db.transaction().execute(async (step) => {
    const before = await step.selectFrom('agent_payments').select('state').where('id', '=', id).executeTakeFirst()
    if (!(await change(step))) return false
    if (before?.state === values.state) return true
    const detail = values.reason ?? values.tx_hash
    await note(step, actor ?? { name: 'service', at: iso(now()), address: null, requestId: null }, {
      action,
      userId: null,
      subject: `payment ${id}`,
      ...(typeof detail === 'string' ? { detail } : {}),
    })
    return true
  })
}
