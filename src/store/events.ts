import { type Kysely, type Selectable, sql } from 'kysely'
import { type Database, lockNumber } from './database.ts'
import { type EventsTable, isoOf, type Schema } from './schema.ts'

/** An event as it is stored; `userId` is the only user who may see it, null where everybody may. */
export type StoredEvent = Readonly<ReturnType<typeof eventOf>>
export type NewEvent = Omit<StoredEvent, 'seq'>

/** The events that a reader wants: its own and those for everybody, of these types and datasets or of all. */
export type EventFilter = {
  readonly userId: number
  readonly types: readonly string[] | null
  readonly datasets: readonly string[] | null
}

const eventOf = ({ user_id, at, data, ...row }: Selectable<EventsTable>) => ({
  ...row,
  userId: user_id,
  at: isoOf(at),
  data: JSON.parse(data) as Readonly<Record<string, unknown>>,
})

/** The second number of the lock that orders the writers of events. */
const eventsLock = 3
const mostRows = 500

/** Without it PostgreSQL could show a higher number before a lower one, and readers would pass over the lower. */
async function lockEvents(engine: Database['engine'], step: Kysely<Schema>): Promise<void> {
  if (engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${lockNumber}, ${eventsLock})`.execute(step)
}

async function writeMark(step: Kysely<Schema>, name: string, value: string): Promise<void> {
  await step
    .insertInto('event_marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function readMark({ db }: Pick<Database, 'db'>, name: string): Promise<string | null> {
  return (await db.selectFrom('event_marks').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null
}

/**
 * Adds events whose ids are new, in one transaction with the mark of how far was announced. False, and nothing is added,
 * where another process has moved the mark meanwhile.
 */
export function addEvents(
  { engine, db }: Database,
  events: readonly NewEvent[],
  mark?: { readonly name: string; readonly before: string | null; readonly after: string },
): Promise<boolean> {
  return db.transaction().execute(async (step) => {
    await lockEvents(engine, step)
    if (mark && (await readMark({ db: step }, mark.name)) !== mark.before) return false
    if (mark) await writeMark(step, mark.name, mark.after)
    for (let from = 0; from < events.length; from += mostRows)
      await step
        .insertInto('events')
        .values(
          events.slice(from, from + mostRows).map(({ userId, data, ...event }) => ({
            ...event,
            user_id: userId,
            data: JSON.stringify(data),
          })),
        )
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    return true
  })
}

const visibleTo = (db: Kysely<Schema>, userId: number) =>
  db.selectFrom('events').where((is) => is.or([is('user_id', 'is', null), is('user_id', '=', userId)]))

/** The next events after a place, in their order. */
export async function eventsAfter(
  { db }: Database,
  { userId, types, datasets }: EventFilter,
  place: number,
  limit: number,
): Promise<StoredEvent[]> {
  let query = visibleTo(db, userId).selectAll().where('seq', '>', place)
  if (types) query = query.where('type', 'in', types)
  if (datasets) query = query.where('dataset', 'in', datasets)
  return (await query.orderBy('seq').limit(limit).execute()).map(eventOf)
}

/** The place behind all events. */
export async function newestPlace({ db }: Database): Promise<number> {
  const { seq } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? (await readRemoved({ db })).seq
}

/** A place without an event, as an id: that before all events is `evt_at_0`. */
const idOfPlace = (place: number): string => `evt_at_${place}`

/** The newest event that a user may see up to a place: a reader goes on after its id. */
export async function idAt({ db }: Database, userId: number, place: number): Promise<string> {
  const query = visibleTo(db, userId).select('id').where('seq', '<=', place).orderBy('seq', 'desc')
  return (await query.limit(1).executeTakeFirst())?.id ?? idOfPlace((await readRemoved({ db })).seq)
}

/** The last event that was removed because of its age. */
export type Removed = { readonly seq: number; readonly at: string }

const removedMark = 'removed'

export async function readRemoved(database: Pick<Database, 'db'>): Promise<Removed> {
  return JSON.parse((await readMark(database, removedMark)) ?? '{"seq":0,"at":""}')
}

/** The place of an event that a user may see, or the last place up to an instant; null where later events are removed. */
export async function placeOf(
  database: Database,
  userId: number,
  from: { readonly id: string } | { readonly instant: string },
): Promise<number | null> {
  const { db } = database
  const removed = await readRemoved(database)
  if ('instant' in from) {
    if (from.instant < removed.at) return null
    const query = db.selectFrom('events').select(({ fn }) => fn.max('seq').as('seq'))
    return (await query.where('at', '<=', from.instant).executeTakeFirst())?.seq ?? removed.seq
  }
  const [, place] = /^evt_(?:at|missed_\w+)_(\d{1,15})$/.exec(from.id) ?? []
  if (place !== undefined) return Number(place) >= removed.seq ? Number(place) : null
  return (await visibleTo(db, userId).select('seq').where('id', '=', from.id).executeTakeFirst())?.seq ?? null
}

/** Removes old events and remembers the last of them. */
export function removeEvents({ engine, db }: Database, before: string): Promise<void> {
  return db.transaction().execute(async (step) => {
    await lockEvents(engine, step)
    const last = await step
      .selectFrom('events')
      .select(['seq', 'at'])
      .where('at', '<', before)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    await step.deleteFrom('events').where('seq', '<=', last.seq).execute()
    await writeMark(step, removedMark, JSON.stringify({ seq: last.seq, at: isoOf(last.at) } satisfies Removed))
  })
}
