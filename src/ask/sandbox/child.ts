import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { Refused } from '../guard/rule.ts'
import type { ChildFault, FaultPlace, FromChild, ToChild } from './messages.ts'
import { openWorld, type World } from './world.ts'

/**
 * A process that answers questions from one world of tables, and may be killed at any moment. It is started by
 * `start.ts` with limits of the system on it; it hears its questions on standard input and answers on descriptor 3.
 */

const watchMs = 10
const toService = new Socket({ fd: 3 })
const die = () => process.kill(process.pid, 'SIGKILL')
const tell = (message: FromChild) =>
  new Promise<void>((resolve) => toService.write(`${JSON.stringify(message)}\n`, () => resolve()))

// Ends with the service, in the middle of a question too.
process.stdin.on('close', die)
toService.on('error', die)
// A terminal sends these to every process in it; the service says when it is time.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// Pages are served before questions are.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The engine's names of errors that are those of the SQL, and not of files or of the engine. */
const faultsOfSql =
  /^(Binder|Catalog|Parser|Syntax|Conversion|Out of Range|Not implemented|Invalid Input|Invalid Type|Mismatch Type|Decimal|Divide by Zero|Expression|Parameter Not (Allowed|Resolved)|Sequence) Error/i

/** The byte that a message of the engine points at: it quotes the line, and sets a caret under it. */
function placeIn(message: string, sql: string): number | undefined {
  const [, head = '', number = '0', quoted = '', caret = ''] = /^(LINE (\d+): )(.*)\n( *\^)/m.exec(message) ?? []
  const line = sql.split('\n')[Number(number) - 1]
  // A long line is cut at its beginning.
  if (line === undefined || !line.startsWith(quoted.replace(/\.\.\.$/, ''))) return undefined
  const before = sql.split('\n').slice(0, Number(number) - 1)
  return Buffer.byteLength([...before, line.slice(0, caret.length - 1 - head.length)].join('\n'))
}

function faultOf(error: unknown, sql = ''): { fault: ChildFault; message: string } & FaultPlace {
  const { message } = error as Error
  if (error instanceof Refused) return { fault: 'refused', message, at: error.at, part: error.part }
  const cut = message.split('\n', 1)[0]!.slice(0, 300)
  // No type fits, no such column, a number beyond its range: other SQL would do.
  if (faultsOfSql.test(message)) return { fault: 'invalid', message: cut, at: placeIn(message, sql) }
  const isMemory = /^Out of Memory Error|bad alloc|array allocation failed|Invalid string length/i.test(message)
  return { fault: isMemory ? 'memory' : 'failed', message: cut }
}

/** Kills the process once it holds more than it may: the engine cannot be stopped while it plans a query. */
function watch(memoryBytes: number): () => void {
  const timer = setInterval(async () => {
    if (process.memoryUsage.rss() <= memoryBytes) return
    clearInterval(timer)
    await tell({ kind: 'fault', fault: 'memory', message: 'it held more than it may' })
    die()
  }, watchMs)
  return () => clearInterval(timer)
}

/** Line feeds alone end a line: SQL may hold other characters that end one for some readers. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held = Buffer.alloc(0)
  for await (const chunk of stream) {
    held = Buffer.concat([held, chunk])
    for (let end = held.indexOf(0x0a); end >= 0; end = held.indexOf(0x0a)) {
      yield held.toString('utf8', 0, end)
      held = held.subarray(end + 1)
    }
  }
}

let world: World
let memoryBytes = 0
for await (const line of linesOf(process.stdin)) {
  const message = JSON.parse(line) as ToChild
  try {
    if (message.kind === 'open') {
      memoryBytes = message.memoryBytes
      world = await openWorld(message)
      await tell({ kind: 'ready', isRoot: process.getuid?.() === 0 })
    } else {
      const stop = watch(memoryBytes)
      const answer = await world!.answer(message).finally(stop)
      await tell({ kind: 'answer', rss: process.memoryUsage.rss(), ...answer })
    }
  } catch (error) {
    await tell({ kind: 'fault', ...faultOf(error, 'sql' in message ? message.sql : '') })
  }
}
