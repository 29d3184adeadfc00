import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
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
 * files or groups of files named as arguments. A file that failed runs once more, alone, at the end; one that passes
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

/** Test support that starts servers or child processes, or needs the demo market. */
const heavySupport = [
  'service',
  'run',
  'fixture',
  'buildHome',
  'engines',
  'postgres',
  'redis',
  'ceph',
  'live',
  'writer',
  'shop',
]
  .map((name) => join(root, `test/support/${name}.ts`))
  .concat(join(root, 'test/standin/exchange.ts'))
/** Seconds that the tests of each file took, as `node test/run.ts --measure` has written them; short ones are left out. */
const durationsFile = join(root, 'test/durations.json')
const durations = new Map(Object.entries<number>(JSON.parse(readFileSync(durationsFile, 'utf8'))))
/** A file that takes longer is no quick one. */
const quickSeconds = 2
const secondsOf = (file: string): number => durations.get(relative(root, file)) ?? 0

const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*'(\.[^']+)'/g)].map(([, to]) =>
    resolve(dirname(path), to!),
  )

/** Whether a file reaches one of these by its own imports or those of test support. */
function reaches(path: string, wanted: readonly string[], seen = new Set<string>()): boolean {
  if (seen.has(path)) return false
  seen.add(path)
  // A test may print imports, of files that do not exist.
  const isSupport = (to: string) => to.startsWith(join(root, 'test/')) && existsSync(to)
  return importsOf(path).some((to) => isSupport(to) && (wanted.includes(to) || reaches(to, wanted, seen)))
}

const isHeavy = (path: string): boolean => secondsOf(path) > quickSeconds || reaches(path, heavySupport)

for (const file of heavySupport) if (!existsSync(file)) throw new Error(`there is no ${file}`)

const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'devchain/**/*.test.ts'], {
  cwd: root,
})
  .sort()
  .map((file) => join(root, file))
const heavy = new Set(all.filter(isHeavy).sort((a, b) => secondsOf(b) - secondsOf(a)))
const takers = (name: string) => all.filter((file) => importsOf(file).includes(join(root, `test/support/${name}.ts`)))
/** Whether a file starts programs or services, which it kills or measures: it keeps a process to itself. */
const isAlone = (file: string): boolean =>
  reaches(
    file,
    ['run', 'service'].map((name) => join(root, `test/support/${name}.ts`)),
  )
const ofCommands = (name: string): string => join(root, `src/cli/${name}.test.ts`)
/**
 * Files that share what is opened once: the whole market, by a service or by its facts; its second version; a browser;
 * the market behind the stand-in exchange; services that sell to agents; or the databases of the control plane and the
 * chain of its payments. Those that write lakes, and some of the command line, share the code they load. None of the
 * latter starts a service before its tests: it would run, and take CPU, during those of the others.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  exchange: [...takers('live'), ...takers('../standin/exchangeClient')].filter((file) => !isAlone(file)),
  lakes: [
    'src/ingest/gaps/gaps.test.ts',
    'src/ingest/import/import.test.ts',
    'src/ingest/import/importFeed.test.ts',
    'src/ingest/rules/market.test.ts',
    'src/ingest/rules/rules.test.ts',
    'src/lake/hyparquet.test.ts',
    'src/lake/lake.test.ts',
    'src/market/market.test.ts',
    'src/pages/needs.test.ts',
    'src/query/query.test.ts',
    'src/query/remote.test.ts',
  ].map((file) => join(root, file)),
  ledger: [...new Set([...takers('engines'), ...takers('customer')])].filter((file) => !isAlone(file)),
  reading: takers('sharedService').filter((file) => !takers('browser').includes(file)),
  browsing: takers('browser'),
  firstStarts: ['lake/backfill', 'documents/dayOne', 'lake/live'].map(ofCommands),
  asking: takers('ask'),
  accounts: ['lake/backup', 'control', 'ownSecret', 'lake/restore'].map(ofCommands),
  commands: ['cli', 'service/firstPages', 'help', 'lake/import', 'lake/pages'].map(ofCommands),
  changed: takers('changedService'),
  // The first of these by name ends the service that they share.
  buying: takers('sharedShop').reverse(),
}
const grouped = Object.values(groups).flat()
const isGrouped = (file: string): boolean => grouped.includes(file)
const quick = all.filter((file) => !heavy.has(file) && !isGrouped(file))
const misplaced = grouped.find((file, at) => grouped.indexOf(file) !== at || !all.includes(file))
if (misplaced !== undefined) throw new Error(`a group names ${misplaced}, which does not exist or is in another group`)

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
/** Every file once: the quick ones, whose processes leave compiled code for all others, then those that take longest. */
const everything = () => [
  ...quickest(),
  ...Object.entries(groups).map(([name, group]) => together(name, group)),
  ...[...heavy].filter((file) => !isGrouped(file)),
]
const given = (name: string) => (groups[name] ? together(name, groups[name]) : resolve(name))
if (named.length === 0 && !isQuick) await bundleService()
const files = named.length > 0 ? named.map(given) : isQuick ? quickest() : everything()

// A cluster takes seconds of CPU to start: where several files need one, they share it.
const needCeph = files.filter((file) => reaches(file, [join(root, 'test/support/ceph.ts')]))
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
