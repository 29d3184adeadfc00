import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SandboxError } from './errors.ts'
import { type Answer, namedIn, type Question } from './messages.ts'
import { madeInstead, type PastTable } from './past.ts'
import { createQueue, type Job } from './queue.ts'
import { type Child, startChild } from './start.ts'
import { keyOf, type Rows, type World, worldOf } from './tables.ts'

/** Runs SQL over the published rows of one version, in processes that hold those rows and nothing else. */
export type Sandbox = {
  /** Throws `SandboxError`. */
  readonly run: (query: Query) => Promise<Answer>
  /** Says which rows the next questions will be of: a process for them is started, those of other versions end. */
  readonly prepare: (rows: Rows) => void
  readonly state: () => State
  readonly close: () => Promise<void>
}
export type Query = Rows &
  Question & {
    /** Tables as they stood at an instant, in the place of the present ones. */
    readonly past?: readonly PastTable[]
    readonly signal?: AbortSignal
    /** Less time than the deadline; time in the queue does not count. */
    readonly limitMs?: number
    /** Called when a process begins with it. */
    readonly onBegin?: () => void
  }
type State = { readonly waiting: number; readonly busy: number; readonly ready: number; readonly pids: number[] }

export type SandboxOptions = {
  /** Questions that are answered at once; one process more stands by. */
  readonly size: number
  /** What one process may hold. */
  readonly memoryBytes: number
  readonly deadlineMs: number
  readonly log: Log
  readonly threads?: number
  /** Names the damaged files of these datasets; without it none is looked for. */
  readonly damagedIn?: (version: Rows['version'], datasets: readonly string[]) => Promise<readonly string[]>
  /**
   * Brings the files of these datasets to this machine and keeps them until the returned function is called; without it
   * all files are here.
   */
  readonly holdFiles?: (version: Rows['version'], datasets: readonly string[]) => Promise<() => void>
  /** Off only where the walls behind the guard are tested. */
  readonly isGuarded?: boolean
}
type Log = { readonly warn: (fields: object, message: string) => void }

type Member = {
  readonly child: Child
  readonly world: World
  state: 'starting' | 'ready' | 'busy' | 'ending'
  idle?: NodeJS.Timeout
}
/** How often a question is run if something else ends its process. */
const attempts = 4
/** Failed starts in a row after which the waiting questions are rejected. */
const starts = 3
/** How long a process stands by beside another one. */
const idleMs = 60_000

export function createSandbox(options: SandboxOptions): Sandbox {
  const { size, memoryBytes, deadlineMs, log } = options
  // Named by its process, so that the next start can tell what a killed one left behind.
  const folder = mkdtempSync(join(tmpdir(), `formosa-sandbox-${process.pid}-`))
  const threads = options.threads ?? Math.min(4, availableParallelism())
  const members = new Set<Member>()
  const worlds = new Map<string, World>()
  const queue = createQueue()
  let current: World | undefined
  let failures = 0
  let pause: NodeJS.Timeout | undefined
  let isClosed = false
  let isRootTold = false

  const count = (state: Member['state'], world?: World) =>
    [...members].filter((member) => member.state === state && (!world || member.world === world)).length

  const worldFor = (rows: Rows): World => {
    const key = keyOf(rows)
    const world = worlds.get(key) ?? worldOf(rows)
    worlds.set(key, world)
    return world
  }

  function end(member: Member): void {
    member.state = 'ending'
    member.child.end()
  }

  /** Ends processes that no question will come for. */
  function retire(): void {
    for (const member of members)
      if (member.state !== 'busy' && current && member.world.version !== current.version)
        if (!queue.jobs().some(({ world }) => world === member.world)) end(member)
    for (const [key, { version }] of worlds)
      if (version !== current?.version && ![...members].some(({ world }) => world.key === key)) worlds.delete(key)
  }

  function start(world: World): void {
    if (isClosed || pause) return
    if (members.size > size) {
      const other = [...members].find((member) => member.state === 'ready' && member.world !== world)
      // Its place is free once it has ended.
      if (other) end(other)
      return
    }
    const { make, files, allowed, tables } = world
    const isGuarded = options.isGuarded ?? true
    const isLate = options.holdFiles !== undefined
    const terms = { make, isLate, files, allowed, tables, memoryBytes, threads, isGuarded }
    const child = startChild({ kind: 'open', ...terms }, folder)
    const member: Member = { child, world, state: 'starting' }
    members.add(member)
    child.ready.then(
      ({ isRoot }) => {
        failures = 0
        if (isRoot && !isRootTold)
          log.warn({}, 'sandbox processes keep the rights of root: no other user may read the lake')
        isRootTold ||= isRoot
        if (member.state === 'starting') stand(member)
        pump()
      },
      (error: Error) => {
        // A process that was ended says nothing about the next start.
        if (error instanceof SandboxError && (error.fault === 'closed' || error.fault === 'lost')) return
        failures++
        log.warn({ fault: error.message, words: child.lastWords() }, 'a sandbox process did not start')
      },
    )
    void child.ended.then(() => {
      members.delete(member)
      clearTimeout(member.idle)
      if (failures > 0) backOff(world)
      pump()
    })
  }

  /** Backs off after failed starts; rejects the waiting questions. */
  function backOff(world: World): void {
    if (isClosed) return
    if (failures >= starts)
      for (const job of queue.jobs().filter((other) => other.world === world))
        queue.turnAway(job, new SandboxError('unavailable', 'the sandbox does not start', 30))
    pause ??= setTimeout(
      () => {
        pause = undefined
        pump()
      },
      Math.min(30_000, 50 * 2 ** failures),
    )
  }

  /** Ready for a question; for some time only, where another process is as well. */
  function stand(member: Member): void {
    member.state = 'ready'
    member.idle = setTimeout(() => {
      if (count('ready') > 1) end(member)
    }, idleMs).unref()
  }

  async function answer(member: Member, job: Job): Promise<void> {
    member.state = 'busy'
    clearTimeout(member.idle)
    job.attempts++
    try {
      job.onBegin?.()
      const { answer, rss } = await member.child.ask(job.question, { deadlineMs: job.deadlineMs, signal: job.signal })
      // What a large answer leaves behind would be missing for the next one.
      if (rss > memoryBytes / 2) end(member)
      else stand(member)
      job.resolve(answer)
    } catch (error) {
      const { fault, message } = error as SandboxError
      if (fault === 'refused' || fault === 'invalid' || fault === 'failed') stand(member)
      else end(member)
      if (fault === 'crashed')
        log.warn({ fault: message, words: member.child.lastWords() }, 'a sandbox process crashed')
      if (fault === 'lost' && job.attempts < attempts && !isClosed) queue.add(job, 'first')
      else job.reject(error as Error)
    }
    pump()
  }

  function pump(): void {
    if (isClosed) return
    for (const job of queue.jobs()) {
      if (count('busy') >= size) break
      const member = [...members].find(({ state, world }) => state === 'ready' && world === job.world)
      if (!member) continue
      queue.take(job)
      void answer(member, job)
    }
    retire()
    const next = queue.jobs().slice(0, size - count('busy'))
    for (const world of new Set(next.map((job) => job.world))) {
      const wanted = next.filter((job) => job.world === world).length
      for (let n = count('starting', world); n < wanted; n++) start(world)
    }
    if (current && count('ready', current) + count('starting', current) === 0) start(current)
  }

  /** The datasets that a query names. */
  const namedBy = ({ sql, datasets }: Query) => namedIn(sql, datasets).map(({ name }) => name)

  async function run(query: Query): Promise<Answer> {
    const { version, datasets, signal, limitMs = deadlineMs, onBegin, past = [], ...question } = query
    const refuseClosed = () => {
      if (isClosed) throw new SandboxError('closed', 'the sandbox is closed')
    }
    refuseClosed()
    const aborted = new SandboxError('aborted', 'nobody waits for the answer')
    if (signal?.aborted) throw aborted
    if (options.damagedIn) {
      const damaged = await options.damagedIn(version, namedBy(query))
      if (damaged.length > 0) throw new SandboxError('damaged', `damaged: ${damaged.join(', ')}`, 60)
      // Closing turns away the questions in the queue; one that joins it later would keep the process alive.
      refuseClosed()
    }
    const world = worldFor({ version, datasets })
    current ??= world
    return new Promise((resolve, reject) => {
      const most = Math.min(deadlineMs, limitMs)
      const instead = past.flatMap(madeInstead)
      const job: Job = {
        world,
        question: { ...question, instead },
        deadlineMs: most,
        signal,
        onBegin,
        resolve,
        reject,
        attempts: 0,
      }
      queue.add(job, 'last')
      signal?.addEventListener('abort', () => queue.turnAway(job, aborted), { once: true })
      pump()
    })
  }

  return {
    async run(query) {
      const release = await options.holdFiles?.(query.version, namedBy(query)).catch((error: Error) => {
        throw new SandboxError('unavailable', `the files could not be fetched: ${error.message}`, 5)
      })
      try {
        return await run(query)
      } finally {
        release?.()
      }
    },
    prepare(rows) {
      current = worldFor(rows)
      pump()
    },
    state: () => ({
      waiting: queue.jobs().length,
      busy: count('busy'),
      ready: count('ready'),
      pids: [...members].flatMap(({ child }) => child.pid ?? []),
    }),
    async close() {
      isClosed = true
      clearTimeout(pause)
      for (const job of queue.jobs()) queue.turnAway(job, new SandboxError('closed', 'the sandbox is closed'))
      const ended = [...members].map(({ child }) => child.ended)
      for (const member of members) end(member)
      await Promise.all(ended)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
