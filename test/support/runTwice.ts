import { setMaxListeners } from 'node:events'
import { relative } from 'node:path'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'

/** A process of a run: one test file, or a file that loads several. */
export type Unit = { readonly path: string; readonly members: readonly string[] }

type Failure = Extract<TestEvent, { type: 'test:fail' }>
type Counts = Record<'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo', number>
type Ending = { readonly counts: Counts; readonly success: boolean }
type Again = { readonly unit: Unit; readonly path: string; readonly failures: readonly Failure[] }

/** More failed files than this are a defect of the change, not chance. */
const mostAgain = 12

/** What the report says of a test whose file runs once more. */
export const runsAgain = 'failed; its file runs again, alone, at the end'

/** The names that the closing summary has for the counts of an event. */
const summary = {
  tests: 'tests',
  suites: 'suites',
  pass: 'passed',
  fail: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
} as const

/** Whether an event is the end of a run, which stands once for both runs here. */
const isClosing = ({ type, data }: TestEvent): boolean =>
  type === 'test:summary'
    ? data.file === undefined
    : type === 'test:diagnostic' &&
      data.nesting === 0 &&
      /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/.test(data.message)

const isFailure = (event: TestEvent): event is Failure =>
  event.type === 'test:fail' && (event.data.todo === undefined || event.data.todo === false)

/** A failed suite is not counted: its tests are. */
const isTest = ({ data }: Failure): boolean => data.details.type !== 'suite'

const diagnostic = (message: string): TestEvent => ({
  type: 'test:diagnostic',
  data: { nesting: 0, message, level: 'info' } as Extract<TestEvent, { type: 'test:diagnostic' }>['data'],
})

const none: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
/** A process that ended before its summary counts as one failed test. */
const crashed: Counts = { ...none, tests: 1, failed: 1 }

/** The end of a file; Node counts one that declares no test as a test, and sums nothing up. */
const endingIn = ({ type, data }: TestEvent): readonly [file: string, Ending] | null => {
  if (type === 'test:summary') return data.file === undefined ? null : [data.file, data as unknown as Ending]
  if (type !== 'test:pass' || data.nesting > 0 || data.file === undefined || data.name !== data.file) return null
  return [data.file, { counts: { ...none, tests: 1, passed: 1 }, success: true }]
}

const plus = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(Object.values(summary).map((name) => [name, a[name] + b[name]])) as Counts

/** The counts of a process that failed: an error that nobody caught, or a hook of a suite, fails no test of its own. */
const ofFailed = (counts: Counts = none): Counts =>
  counts.failed + counts.cancelled > 0 ? counts : plus(counts, crashed)

const reasonOf = ({ data }: Failure): string => {
  const { error } = data.details
  const cause = error.cause instanceof Error ? error.cause : error
  return (cause.stack ?? String(cause)).split('\n').slice(0, 12).join('\n    ')
}

/**
 * Runs the units side by side, then each file that failed once more, alone. A file that passes then is flaky: the run
 * passes, and the lines before the closing summary name the file with its failure.
 */
export async function* runTwice(
  units: readonly Unit[],
  { concurrency, signal, root }: { concurrency: number; signal: AbortSignal; root: string },
): AsyncGenerator<TestEvent> {
  const begun = performance.now()
  // Each run listens to the signal, and so does each of its files.
  setMaxListeners(0, signal)
  const nameOf = (path: string) => relative(root, path)
  const first = new Map<string, Ending>()
  const failures: Failure[] = []

  for await (const event of run({
    files: units.map(({ path }) => path),
    concurrency,
    timeout: 1_800_000,
    signal,
  }) as AsyncIterable<TestEvent>) {
    const ending = endingIn(event)
    if (ending) first.set(...ending)
    if (isFailure(event)) {
      failures.push(event)
      // The reporter expects an end of every test that it saw begin, and lists failures as final.
      yield { type: 'test:pass', data: { ...event.data, skip: runsAgain } }
      yield diagnostic(`${nameOf(event.data.file ?? '')}: ${event.data.name}: ${reasonOf(event).split('\n', 1)}`)
    } else if (!isClosing(event)) yield event
  }

  const isOf = ({ data }: Failure, { path, members }: Unit) => data.file === path || members.includes(data.file ?? '')
  // A test that support code declares bears the name of that file.
  const unplaced = failures.filter((failure) => !units.some((unit) => isOf(failure, unit)))
  const again = units.flatMap((unit): Again[] => {
    const { path } = unit
    const ending = first.get(path)
    const own = failures.filter((failure) => isOf(failure, unit))
    if (ending?.success && own.length === 0) return []
    const files = [...new Set(own.map(({ data }) => data.file!))]
    const known = own.filter(isTest).length
    // A failure outside its files, or a process that ended early: all of the unit runs again.
    const isWhole =
      !ending || own.length === 0 || known < ending.counts.failed + ending.counts.cancelled || files.includes(path)
    if (isWhole) return [{ unit, path, failures: [...own, ...unplaced] }]
    return files.map((file) => ({ unit, path: file, failures: own.filter(({ data }) => data.file === file) }))
  })

  const totals = new Map(units.map(({ path }) => [path, first.get(path)?.counts ?? crashed]))
  for (const { unit } of again) totals.set(unit.path, ofFailed(totals.get(unit.path)))
  const flaky: Again[] = []
  const isChance = again.length <= mostAgain && !signal.aborted
  if (!isChance) {
    for (const { data } of failures)
      yield* [
        { type: 'test:start', data },
        { type: 'test:fail', data },
      ] as TestEvent[]
    if (!signal.aborted) yield diagnostic(`${again.length} files failed, too many for chance: none was run again`)
  } else
    for (const one of again) {
      yield diagnostic(`running again, alone: ${nameOf(one.path)}`)
      let ending: Ending | undefined
      let failed = 0
      let isBroken = false
      for await (const event of run({
        files: [one.path],
        concurrency: 1,
        timeout: 1_800_000,
        signal,
      }) as AsyncIterable<TestEvent>) {
        ending = endingIn(event)?.[1] ?? ending
        if (isFailure(event)) {
          isBroken = true
          if (isTest(event)) failed++
        }
        // Skipped tests were listed in the first run.
        if (event.type === 'test:pass') yield { type: event.type, data: { ...event.data, skip: false } }
        else if (!isClosing(event)) yield event
      }
      isBroken ||= !ending?.success
      if (!isBroken) flaky.push(one)
      const before = totals.get(one.unit.path)!
      const mended = one.failures.filter(isTest).length - (isBroken ? Math.max(1, failed) : 0)
      const ofAll = isBroken ? ofFailed(ending?.counts) : ending!.counts
      totals.set(
        one.unit.path,
        one.path === one.unit.path ? ofAll : plus(before, { ...none, passed: mended, failed: -mended }),
      )
    }

  const counts = [...totals.values()].reduce(plus)
  if (counts.failed + counts.cancelled > 0 || signal.aborted) process.exitCode = 1
  // The reporter lists the failed tests at this event.
  yield {
    type: 'test:summary',
    data: { file: undefined, counts, duration_ms: 0, success: process.exitCode !== 1 },
  } as unknown as TestEvent
  for (const { path, failures } of flaky)
    for (const failure of failures)
      yield diagnostic(`flaky, passed alone: ${nameOf(path)}: ${failure.data.name}\n    ${reasonOf(failure)}`)
  for (const [line, name] of Object.entries(summary)) yield diagnostic(`${line} ${counts[name]}`)
  yield diagnostic(`duration_ms ${performance.now() - begun}`)
}
