import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createCommandLine } from '../../src/cli/commandLine.ts'
import { cleanEnv, formosa, oneEncoder, type Run, refuseKeys } from './run.ts'

/** What a command printed, by stream. */
type Printed = { out: string; err: string }

const printing = new AsyncLocalStorage<Printed>()

/** Keeps what commands write to a stream; everything else, as the test runner's own lines, is written. */
function divert(stream: NodeJS.WriteStream, name: keyof Printed): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  stream.write = (...given: unknown[]): boolean => {
    const printed = printing.getStore()
    if (!printed) return write(...given)
    printed[name] += String(given[0])
    const done = given.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
}
divert(process.stdout, 'out')
divert(process.stderr, 'err')

/** One command at a time: those of one process share a folder for scratch files. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, in a hundredth of the time that a process of its own takes. Only `formosa` of
 * run.ts tests what belongs to the process: its end, its signals, its log. A test that changes a copy of the source
 * gives the command line of that copy.
 */
export async function formosaHere(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  create = createCommandLine,
): Promise<Run> {
  const printed: Printed = { out: '', err: '' }
  const line = create(words, cleanEnv({ ...oneEncoder, ...settings }))
  const running = last.then(() => printing.run(printed, () => line.run().catch(line.fail)))
  // What fails here fails for the caller, not for every later command.
  last = running.catch(() => {})
  const code = await running
  refuseKeys(printed.err)
  return { code, signal: null, ...printed }
}

type Settings = Readonly<Record<string, string>>

/** What a command that succeeds prints. */
export async function succeeded(words: readonly string[], settings: Settings): Promise<Run> {
  const run = await formosaHere(words, settings)
  assert.equal(run.code, 0, `${words.join(' ')}: ${run.out}${run.err}`)
  return run
}

/** A command that is refused: nothing on standard output, this exit code, and one sentence on standard error. */
export async function refused(
  words: readonly string[],
  settings: Settings,
  code: number,
  sentence: RegExp,
): Promise<void> {
  // A service may leave its home locked until its process ends.
  const run = await (words[0] === 'serve' ? formosa : formosaHere)(words, settings)
  assert.deepEqual([run.code, run.out], [code, ''], `${words.join(' ')}: ${run.out}${run.err}`)
  assert.match(run.err, sentence)
  assert.match(run.err, /^formosa: [^\n]+\n$/, 'one sentence')
}

/** The cells of a printed table, by row. */
export const cellsOf = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/ {2,}/))
