import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { bundlePackages, bundleService } from './support/bundle.ts'
import { shareCeph } from './support/ceph.ts'
import { codeName } from './support/fixture.ts'
import { compiled } from './support/run.ts'
import { runsAgain, runTwice, type Unit } from './support/runTwice.ts'

/*
 * Runs the tests: all of them, the quick ones (`--quick`: no servers, no child processes, no demo market), or the
 * files, folders or groups of files named as arguments. A file that failed runs once more, alone, at the end; one that passes
 * then is named as flaky. The skipped tests are listed once. The closing summary stands last. With `--measure` a run of
 * all tests writes how long each file took, which decides what is quick and what begins first.
 */

const root = join(import.meta.dirname, '..')
// Most files load the same code, each in a process of its own.
process.env.NODE_COMPILE_CACHE ??= compiled.NODE_COMPILE_CACHE
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, compiled.NODE_OPTIONS].filter(Boolean).join(' ')
await bundlePackages()
// Each file would read it again for its fixture.
codeName()
const isQuick = process.argv.includes('--quick')
const isMeasured = process.argv.includes('--measure')
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))

/** Seconds that the tests of each file took, as `node test/run.ts --measure` has written them; short ones are left out. */
const durationsFile = join(root, 'test/durations.json')
const durations = new Map(Object.entries<number>(JSON.parse(readFileSync(durationsFile, 'utf8'))))
const secondsOf = (file: string): number => durations.get(relative(root, file)) ?? 0
/** A file that takes longer is no quick one. */
const quickSeconds = 2
/** A file that takes longer has a process to itself, so that others need not wait for it. */
const aloneSeconds = 15

const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'devchain/**/*.test.ts'], {
  cwd: root,
})
  .sort()
  .map((file) => join(root, file))

const support = (name: string): string => join(root, `test/support/${name}.ts`)
const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*'(\.[^']+)'/g)].map(([, to]) =>
    resolve(dirname(path), to!),
  )
const takes = (file: string, ...names: readonly string[]): boolean =>
  importsOf(file).some((path) => names.map(support).includes(path))

/** Whether the test support that a file imports, by itself or by other test support, has such a file. */
function reaches(path: string, isWanted: (path: string) => boolean, seen = new Set<string>()): boolean {
  // A test may print imports, of files that do not exist.
  const next = importsOf(path).filter((to) => to.startsWith(join(root, 'test/')) && existsSync(to) && !seen.has(to))
  for (const to of next) seen.add(to)
  return next.some((to) => isWanted(to) || reaches(to, isWanted, seen))
}
const startsPrograms = (file: string): boolean =>
  reaches(file, (path) => readFileSync(path, 'utf8').includes("'node:child_process'"))
/** Whether a file starts commands or services, which it kills or measures: it keeps a process to itself. */
const isAlone = (file: string): boolean =>
  reaches(file, (path) => path === support('run') || path === support('service'))

/**
 * Files that share what is opened once share a process. What a file imports decides which: services that sell to agents;
 * a service of the market's second version; a browser; a service of the whole market; the facts of the market for
 * questions; the market behind the stand-in exchange; or the databases of the control plane and the chain of payments.
 * Other files that are not quick share a process with those of their room, whose code they load.
 */
function groupOf(file: string): string | null {
  if (takes(file, 'sharedShop')) return 'buying'
  if (takes(file, 'changedService')) return 'changed'
  if (takes(file, 'browser')) return 'browsing'
  if (takes(file, 'sharedService')) return 'reading'
  if (isAlone(file)) return null
  if (takes(file, 'ask')) return 'asking'
  if (takes(file, 'live', '../standin/exchangeClient')) return 'exchange'
  if (takes(file, 'engines', 'customer')) return 'ledger'
  const isQuick = secondsOf(file) <= quickSeconds && !startsPrograms(file)
  return isQuick ? 'quick' : secondsOf(file) > aloneSeconds ? null : relative(root, file).split('/')[1]!
}
const { quick = [], ...groups } = Object.groupBy(all, (file) => groupOf(file) ?? 'alone')
const { alone = [], ...shared } = groups

/** Many tests wait for a process or a clock, so that four files at once keep two cores busy. */
const atOnce = 4
/** Each keeps a core busy: more of them would only load the same code once more. */
const quickProcesses = 3

/** How often a property is tried that names no number; fast-check's own, 100, with TORTURE or where a file runs alone. */
const usualRuns = 20

const scratch = mkdtempSync(join(tmpdir(), 'formosa-tests-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** The test files that a file of `together` loads. */
const loadedBy = new Map<string, readonly string[]>()

/**
 * One file that runs some in its process, one after another. The runner takes the tests for ended, and runs what
 * stands in `after`, whenever none that it knows is left: its first test here lasts until all files are loaded.
 */
function together(name: string, group: readonly string[]): string {
  const path = join(scratch, `${name}.mjs`)
  loadedBy.set(path, group)
  const imports = group.map((file) => `  await import(${JSON.stringify(pathToFileURL(file))})`).join('\n')
  writeFileSync(
    path,
    `import { test } from 'node:test'
import fc from '${import.meta.resolve('fast-check')}'
if (process.env.TORTURE === undefined) fc.configureGlobal({ numRuns: ${usualRuns} })
const loaded = Promise.withResolvers()
test('the ${group.length} files of ${name} are loaded', () => loaded.promise)
try {
${imports}
} finally {
  loaded.resolve()
}
`,
  )
  return path
}

/** The quick files share a few processes: most of their time would go into loading the same code. */
const quickest = () =>
  Array.from({ length: quickProcesses }, (_, n) =>
    together(
      `quick-${n + 1}`,
      quick.filter((_, i) => i % quickProcesses === n),
    ),
  )
/** Every file once: the quick ones, whose processes leave compiled code for all others, then what takes longest. */
function everything(): string[] {
  const units = [...Object.entries(shared), ...alone.map((file) => [file, [file]] as const)]
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + secondsOf(file), 0)
  units.sort(([, a = []], [, b = []]) => total(b) - total(a))
  return [...quickest(), ...units.map(([name, files = []]) => (files.length > 1 ? together(name, files) : files[0]!))]
}
/** The files that an argument stands for: a group, the test files of a folder, or a file. */
function given(name: string): readonly string[] {
  if (shared[name]) return [together(name, shared[name])]
  const path = resolve(name)
  return statSync(path).isDirectory() ? all.filter((file) => file.startsWith(path + sep)) : [path]
}
if (named.length === 0 && !isQuick) await bundleService()
const files = named.length > 0 ? [...new Set(named.flatMap(given))] : isQuick ? quickest() : everything()

// A cluster takes seconds of CPU to start: where several files need one, they share it.
const needCeph = files
  .flatMap((file) => loadedBy.get(file) ?? [file])
  .filter((file) => reaches(file, (path) => path === support('ceph')))
const endShared = needCeph.length > 1 ? shareCeph(scratch) : async () => {}

/** No event for so long means that a file hangs: a failed test may have left something open. */
const silenceMs = 660_000
const stalled = new AbortController()
const running = new Set<string>()
let silence: NodeJS.Timeout | undefined
const restartSilence = () => {
  clearTimeout(silence)
  silence = setTimeout(() => {
    process.exitCode = 1
    console.error(
      `No test has reported for ${silenceMs / 60_000} minutes, so the run ends. Unfinished: ${[...running].join(', ')}`,
    )
    stalled.abort()
  }, silenceMs).unref()
}
restartSilence()

const unitOf = (path: string): Unit => ({ path, members: loadedBy.get(path) ?? [] })
const events = runTwice(files.map(unitOf), { concurrency: atOnce, signal: stalled.signal, root })

const measured = new Map<string, number>()

/** Adds the time of a test to that of its file. */
function measure({ type, data }: TestEvent): void {
  if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0 || !all.includes(data.file ?? '')) return
  const file = relative(root, data.file!)
  measured.set(file, (measured.get(file) ?? 0) + data.details.duration_ms / 1_000)
}

function writeDurations(): void {
  const long = [...measured].filter(([, seconds]) => seconds > quickSeconds).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(long.map(([file, seconds]) => [file, Math.ceil(seconds)])), null, 2)
  writeFileSync(durationsFile, `${text}\n`)
}

/** Adds the skipped tests, counted by reason, in front of the closing summary. */
async function* withSkips(source: AsyncIterable<TestEvent>): AsyncIterable<TestEvent> {
  const skipped = new Map<string, number>()
  let isListed = false
  for await (const event of source) {
    restartSilence()
    measure(event)
    if (event.type === 'test:dequeue' && event.data.name === event.data.file) running.add(event.data.name)
    if (event.type === 'test:complete' && event.data.name === event.data.file) running.delete(event.data.name)
    if (event.type === 'test:pass' && event.data.skip !== undefined && event.data.skip !== false) {
      const reason = event.data.skip === true ? event.data.name : event.data.skip
      if (reason !== runsAgain) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    }
    const isSummary =
      event.type === 'test:diagnostic' && event.data.nesting === 0 && /^tests \d/.test(event.data.message)
    if (isSummary && !isListed) {
      isListed = true
      for (const [reason, count] of skipped)
        yield { type: 'test:diagnostic', data: { ...event.data, message: `skipped ${count}: ${reason}` } }
    }
    yield event
  }
}

Readable.from(withSkips(events))
  .once('close', () => {
    if (isMeasured) writeDurations()
    void endShared()
  })
  .pipe(new spec())
  .pipe(process.stdout)
