import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Postgres, startPostgres } from '../../test/support/postgres.ts'
import { until } from '../../test/support/until.ts'

const script = join(import.meta.dirname, '../../test/support/leader.ts')
const started = await startPostgres({ fsync: false })
const skip = 'skip' in started ? started.skip : false
const postgres = started as Postgres
const children = new Set<ChildProcess>()

type Event = { readonly word: string; readonly at: number }
type Leader = { readonly child: ChildProcess; readonly events: Event[] }

function startLeader(): Leader {
  const child = spawn(process.execPath, [script, postgres.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const events: Event[] = []
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trim().split('\n')) {
      const [word = '', at] = line.split(' ')
      events.push({ word, at: Number(at) })
    }
  })
  return { child, events }
}

const leads = ({ events }: Leader) => events.some(({ word }) => word === 'leads')
const firstOf = ({ events }: Leader, wanted: string) => events.find(({ word }) => word === wanted)!.at
const lastOf = ({ events }: Leader, wanted: string) => events.findLast(({ word }) => word === wanted)!.at

let first: Leader
let second: Leader
before(async () => {
  if (skip) return
  first = startLeader()
  await until('the first leads', () => leads(first))
  second = startLeader()
  await until('the second stands by', () => second.events.length > 5)
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  if (!skip) await postgres.stop()
})

test('a frozen leader is succeeded, and does not act when it goes on', { skip }, async (t) => {
  assert.ok(!leads(second))
  const frozenAt = Date.now()
  first.child.kill('SIGSTOP')
  await until('the second leads', () => leads(second))
  t.diagnostic(`after ${firstOf(second, 'leads') - frozenAt} ms`)
  const before = first.events.length
  first.child.kill('SIGCONT')
  await until('the first goes on', () => first.events.length > before + 5)
  // Not one step between: it looks at the time before anything else.
  assert.ok(first.events.slice(before).every(({ word }) => word !== 'acts'))
  assert.ok(lastOf(first, 'acts') < firstOf(second, 'leads'))
})

test('a lost connection ends leadership at once, and a killed leader is succeeded', { skip }, async (t) => {
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  const before = second.events.length
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%leadership'")
  await admin.end()
  await until('one loses', () => second.events.slice(before).some(({ word }) => word === 'lost'))
  const count = () => [first, second].filter(({ events }) => events.at(-1)?.word === 'acts').length
  await until('one of both leads again', () => count() === 1)
  const [leader, other] = first.events.at(-1)?.word === 'acts' ? [first, second] : [second, first]
  const killedAt = Date.now()
  leader.child.kill('SIGKILL')
  await until('the other leads', () => other.events.at(-1)?.word === 'acts')
  t.diagnostic(`after ${lastOf(other, 'leads') - killedAt} ms`)
  assert.ok(lastOf(leader, 'acts') <= lastOf(other, 'leads'))
})
