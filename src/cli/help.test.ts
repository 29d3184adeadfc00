import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { formosaHere, refused } from '../../test/support/inProcess.ts'
import { formosa } from '../../test/support/run.ts'
import { flagOf, settingNames } from '../config/settings.ts'
import { exitCodes } from '../errors.ts'
import { commands } from './commands/index.ts'
import { parseLine } from './parse.ts'
import { warnOfVariables } from './variables.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-help-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** What a command line prints that is answered with help. */
async function helpOf(...words: string[]): Promise<string> {
  const { code, out, err } = await formosaHere(words)
  assert.deepEqual([code, err], [0, ''], words.join(' '))
  return out
}

test('nothing, help, -h and --help list every command in a line each', async () => {
  const [bare, ...others] = await Promise.all([helpOf(), helpOf('help'), helpOf('-h'), helpOf('--help')])
  for (const other of others) assert.equal(other, bare)
  for (const { name, about } of commands) assert.ok(bare.includes(`  ${name}  `), `${name}: ${about}`)
  assert.ok(bare.split('\n').length < 90)
})

test('a group without a command lists the commands of the group alone', async () => {
  const [bare, explicit] = await Promise.all([helpOf('key'), helpOf('help', 'key')])
  assert.equal(explicit, bare)
  assert.deepEqual(
    [...bare.matchAll(/^ {2}(\w+ [\w-]+) /gm)].map(([, name]) => name),
    ['key create', 'key list', 'key revoke'],
  )
})

test('the help of a command holds its words, flags, settings and example, and none of another', async () => {
  const text = await helpOf('user', 'add', '--help')
  assert.equal(await helpOf('help', 'user', 'add'), text)
  assert.equal(await helpOf('user', 'add', '-h'), text)
  assert.match(text, /^Usage: formosa user add EMAIL \[FLAGS\]\n/)
  assert.match(text, /--tier NAME +free, lite or plus \(default free\)/)
  assert.match(text, /FORMOSA_HOME, --home/)
  assert.match(text, /Example\n {2}formosa user add you@example\.com --tier plus\n$/)
  assert.doesNotMatch(text, /--dry-run|ASK_|--port/)
})

test('the settings and the exit codes have a page of their own', async () => {
  const settings = await helpOf('help', 'settings')
  for (const name of settingNames) assert.ok(settings.includes(`${name}, --${flagOf(name)}`), name)
  const codes = await helpOf('help', 'exit-codes')
  for (const { code } of Object.values(exitCodes)) assert.match(codes, new RegExp(`^  ${code} `, 'm'))
})

test('-v, --version and version print the release', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const word of ['-v', '--version', 'version']) assert.equal(await helpOf(word), `${version}\n`)
})

/** The files a command line loads, of ours and of others; `source` takes the place of one of them. */
async function loadedBy(words: readonly string[], source?: { readonly file: string; readonly text: string }) {
  const list = join(folder, 'loaded.txt')
  const hook = join(folder, 'hook.mjs')
  writeFileSync(list, '')
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        appendFileSync(${JSON.stringify(list)}, url + '\\n')
        if (url.endsWith(${JSON.stringify(source?.file ?? 'nothing')}))
          return { format: 'module', source: ${JSON.stringify(source?.text ?? '')}, shortCircuit: true }
        return next(url, context)
      },
    })`,
  )
  const run = await formosa(words, {
    NODE_OPTIONS: `--import=${pathToFileURL(hook)}`,
    FORMOSA_HOME: join(folder, 'home'),
  })
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(root, fileURLToPath(url)))
  return { ...run, files }
}

test('help and the version load neither a dependency nor the code of a command', async () => {
  const light =
    /^src\/(cli\/(main|runMain|commandLine|parse|help|command|commands\/\w+)|config|config\/\w+|fields|errors|http\/request\/nearest)\.ts$/
  for (const words of [['--version'], ['--help'], ['help', 'sql'], ['user']]) {
    const { code, files } = await loadedBy(words)
    assert.equal(code, 0)
    assert.ok(files.includes('src/cli/main.ts'))
    assert.deepEqual(
      files.filter((file) => !light.test(file)),
      [],
      words.join(' '),
    )
  }
})

test('a fault of ours is one sentence and 70; its stack is printed with LOG_LEVEL=debug', async () => {
  const broken = {
    file: '/cli/accounts/users.ts',
    text: "export const userList = () => { throw new Error('first line\\nsecond') }",
  }
  const plain = await loadedBy(['user', 'list'], broken)
  assert.deepEqual([plain.code, plain.out], [70, ''])
  assert.match(plain.err, /^formosa: internal error: Error: first line second\. Run it with LOG_LEVEL=debug [^\n]+\n$/)
  const open = await loadedBy(['user', 'list', '--log-level', 'debug'], broken)
  assert.equal(open.code, 70)
  assert.match(open.err, /^formosa: internal error: Error: first line\nsecond\n\s+at userList/)
})

test('a home that cannot be written, a damaged database and a missing clock are one sentence each', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const damaged = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(join(damaged, 'control.sqlite'), 'not a database'.repeat(1_000))
  const cases: [string[], Record<string, string>, number, RegExp][] = [
    [['serve'], { FORMOSA_HOME: file, PORT: '0' }, 7, /Cannot .*a-file.*: a part of the path is not a folder/],
    [['serve'], { FORMOSA_HOME: join(file, 'below'), PORT: '0' }, 7, /a part of the path is not a folder/],
    [['market', 'build'], { FORMOSA_HOME: file }, 7, /a part of the path is not a folder/],
    [['serve'], { FORMOSA_HOME: '/proc/formosa', PORT: '0' }, 7, /the system makes no folders there/],
    [['user', 'add', 'a@b.tw'], { FORMOSA_HOME: '/proc/formosa' }, 7, /the system makes no folders there/],
    [['user', 'list'], { FORMOSA_HOME: damaged }, 8, /control\.sqlite: the file is damaged/],
    [
      ['user', 'add', 'a@b.tw'],
      { FORMOSA_HOME: folder, FORMOSA_CLOCK_FILE: join(folder, 'no') },
      3,
      /FORMOSA_CLOCK_FILE/,
    ],
  ]
  for (const [words, settings, expected, sentence] of cases) await refused(words, settings, expected, sentence)
})

/** The variables of which a command warns, each with the setting that is meant. */
function told(settings: Record<string, string>): unknown[] {
  const lines: unknown[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  warnOfVariables(settings, log)
  return (lines as { variable: string; setting?: string }[]).map(({ variable, setting }) => [variable, setting])
}

test('a setting has a short and a long name; where they differ, the long one holds and the other is named', async () => {
  const file = join(folder, 'home-by-long-name')
  writeFileSync(file, '')
  await refused(['serve'], { FORMOSA_HOME: folder, FORMOSA_PORT: 'x' }, 3, /PORT must be/)
  await refused(['serve'], { FORMOSA_HOME: folder, FORMOSA_PORT: 'x', PORT: '0' }, 3, /PORT must be/)
  await refused(['serve'], { FORMOSA_HOME: file, FORMOSA_PORT: '0', PORT: '0' }, 7, /is not a folder/)
  assert.deepEqual(told({ FORMOSA_PORT: '1', PORT: '2', HOST: 'a', FORMOSA_HOST: 'a' }), [['PORT', 'FORMOSA_PORT']])
})

test('the variables that Kubernetes sets for a Service named formosa are no settings', async () => {
  const file = join(folder, 'home-in-kubernetes')
  writeFileSync(file, '')
  const service = {
    FORMOSA_PORT: 'tcp://10.96.0.1:80',
    FORMOSA_METRICS_PORT: 'tcp://10.96.0.2:9464',
    FORMOSA_PORT_80_TCP: 'tcp://10.96.0.1:80',
    FORMOSA_PORT_80_TCP_ADDR: '10.96.0.1',
    FORMOSA_SERVICE_HOST: '10.96.0.1',
    FORMOSA_SERVICE_PORT: '80',
    FORMOSA_SERVICE_PORT_HTTP: '80',
  }
  // The start gets as far as the home folder.
  await refused(['serve'], { ...service, FORMOSA_HOME: file, PORT: '0' }, 7, /is not a folder/)
  await refused(['serve'], { ...service, FORMOSA_HOME: folder, PORT: 'x' }, 3, /PORT must be/)
  assert.deepEqual(told({ ...service, PORT: '80' }), [])
})

test('a misspelt setting is named in a log line, with the nearest name', () => {
  assert.deepEqual(told({ ASK_MODLE: 'x', FORMOSA_SEDE: '1', FORMOSA_PROT: '1' }), [
    ['ASK_MODLE', 'ASK_MODEL'],
    ['FORMOSA_SEDE', 'FORMOSA_SEED'],
    ['FORMOSA_PROT', 'FORMOSA_PORT'],
  ])
  const wrongAtOnce = {
    ...{ DATABSE_URL: 'DATABASE_URL', SMPT_URL: 'SMTP_URL', ADRESS_LIMIT: 'ADDRESS_LIMIT' },
    ...{ AGNET_PAY_MODE: 'AGENT_PAY_MODE', FROMOSA_HOME: 'FORMOSA_HOME', PROT: 'PORT', HSOT: 'HOST' },
  }
  assert.deepEqual(
    told(Object.fromEntries(Object.keys(wrongAtOnce).map((name) => [name, '1']))),
    Object.entries(wrongAtOnce),
  )
  assert.deepEqual(told({ FORMOSA_SOMETHING_ELSE: '1' }), [['FORMOSA_SOMETHING_ELSE', undefined]])
  assert.deepEqual(
    told({
      ...{ AWS_PROFILE: 'x', ASKED: '1', HOSTNAME: 'x', STRIPE_API_KEY: 'x', FORMOSA_WORKERS: '1', SITE_URL: 'x' },
      ...{ DATABASE_NAME: 'x', DATABASE_USER: 'x', APP_MEMORY: '1', HOSTS: 'x', POST: 'x' },
    }),
    [],
  )
})

test('a reader that closes the pipe early is no fault', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const script = `set -o pipefail; "$0" "$1" help settings | head -1`
  assert.match(execFileSync('bash', ['-c', script, process.execPath, main], { encoding: 'utf8' }), /^Settings/)
})

test('every example is a line that its command takes', () => {
  for (const command of commands) {
    const words = [...command.example.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
    assert.equal(words.shift(), 'formosa')
    const line = parseLine(commands, words)
    assert.equal(line.kind === 'run' && line.command, command, command.example)
  }
})

test('a flag means one thing: it takes a value in every command or in none, and is no setting', () => {
  const settingFlags = new Set<string>([...settingNames.map(flagOf), 'help', 'version'])
  const forms = new Map<string, boolean>()
  for (const { name, flags = {} } of commands)
    for (const [flag, { value }] of Object.entries(flags)) {
      assert.ok(!settingFlags.has(flag), `${name} --${flag}`)
      assert.equal(forms.get(flag) ?? value !== undefined, value !== undefined, `${name} --${flag}`)
      forms.set(flag, value !== undefined)
    }
})
