import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test as testOf } from 'node:test'
import { promisify } from 'node:util'
import { clientGroups, serverCommands } from '../../src/cli/client/commands.ts'
import { read, root } from '../support/documents.ts'
import { builtAt, copyOfBrief } from '../support/fixture.ts'
import { nodeOf } from '../support/nodes.ts'
import { freePort } from '../support/ports.ts'
import { pythonProgram, withoutPandas, withoutPolars, withoutPython } from '../support/python.ts'
import { oneEncoder } from '../support/run.ts'
import { keyOf, type Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

/**
 * Makes a release of the files as they are, installs each package into an empty folder, and runs there the first lines
 * of the guides. The dependencies of the server are those of the checkout, linked; with TORTURE npm fetches them.
 */

const folder = mkdtempSync(join(tmpdir(), 'formosa-installed-'))
const [dist, repository] = [join(folder, 'dist'), join(folder, 'repository')]
const { version } = JSON.parse(read('package.json')) as { version: string }
const file = (name: string) => join(dist, name)
let service: Service
let key: string

type Ran = { readonly code: number; readonly out: string; readonly err: string }

/** Runs a program; the event loop goes on, since other files of the process have connections open. */
async function attempt(
  program: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const own = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_offline: 'true',
    npm_config_yes: 'false',
    npm_config_cache: join(folder, 'npm'),
  }
  const running = promisify(execFile)(program, words, { cwd, env: { ...own, ...env }, maxBuffer: 2 ** 26 })
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr, message }) => ({ code, out: stdout ?? '', err: stderr || message }),
  )
}

async function run(...call: Parameters<typeof attempt>): Promise<string> {
  const { code, out, err } = await attempt(...call)
  assert.equal(code, 0, `${call[0]} ${call[1].join(' ')}: ${out}${err}`)
  return out
}

/** An empty folder, into which a package is installed. */
async function project(name: string, tarball?: string): Promise<string> {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }')
  if (tarball) await run('npm', ['install', '--no-audit', '--no-fund', file(tarball)], path)
  return path
}

/** Commits the files as they are, in a repository of their own. */
async function commit(): Promise<void> {
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], repository)
  const paths = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
  for (const path of paths.split('\0').filter((path) => path !== '' && existsSync(join(root, path))))
    cpSync(join(root, path), join(repository, path))
  await git('init', '-q')
  await git('add', '-A', '-f')
  await git('commit', '-qm', 'all')
}

const release = (out: string) => run(process.execPath, [join(root, 'scripts/release.ts'), repository, out], folder)

let written: string[]
/** The reason to make no release; false where the Python that writes its wheel is there. */
const withoutRelease =
  spawnSync('python3', ['-c', 'import tomllib']).status !== 0 && 'python3 (3.11 or newer) not found: install python3'

/** A test of what a release made. */
function test(name: string, ...given: [{ skip: string | false }, () => Promise<void>] | [() => Promise<void>]): void {
  const [{ skip }, run] = given.length === 2 ? given : [{ skip: false as const }, given[0]]
  testOf(name, { skip: withoutRelease || skip }, run)
}

before(async () => {
  if (withoutRelease) return
  ;[service] = await Promise.all([shareService(), commit()])
  key = await keyOf(service.home, 'plus')
  written = (await release(dist)).trim().split('\n')
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

test('a release has every package with its sum, and says where it comes from', async () => {
  const names = written.map((path) => path.slice(dist.length + 1))
  assert.deepEqual(names, [
    `formosa-${version}.tar.gz`,
    `formosa-${version}.sbom.json`,
    `formosa-sdk-${version}.tgz`,
    `formosa-${version}.tgz`,
    `formosa-server-${version}.tgz`,
    `formosa_data-${version}-py3-none-any.whl`,
    `formosa_data-${version}.tar.gz`,
    `formosa-container-${version}.tar.gz`,
    `formosa-${version}.notes.md`,
    `formosa-${version}.provenance.json`,
    'SHA256SUMS',
  ])
  const sums = readFileSync(file('SHA256SUMS'), 'utf8').trim().split('\n')
  assert.deepEqual(
    sums,
    names.slice(0, -1).map((name) => `${sha256(file(name))}  ${name}`),
  )
  const from = JSON.parse(readFileSync(file(`formosa-${version}.provenance.json`), 'utf8'))
  assert.equal(from.commit, (await run('git', ['rev-parse', 'HEAD'], repository)).trim())
  assert.equal(from.lock_sha256, sha256(join(root, 'package-lock.json')))
  assert.equal(from.files.length, names.length - 2)
  assert.match(readFileSync(file(`formosa-${version}.notes.md`), 'utf8'), new RegExp(`^## ${version}`, 'm'))

  const bom = JSON.parse(readFileSync(file(`formosa-${version}.sbom.json`), 'utf8'))
  assert.deepEqual([bom.bomFormat, bom.metadata.component.version], ['CycloneDX', version])
  const listed = new Set(bom.components.map((one: { name: string; version: string }) => `${one.name}@${one.version}`))
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  for (const [path, { version }] of Object.entries(packages))
    if (path !== '') assert.ok(listed.has(`${path.split('node_modules/').at(-1)}@${version}`), path)

  const held = (await run('tar', ['-tzf', file(`formosa-${version}.tar.gz`)], folder)).split('\n')
  assert.ok(
    held.includes(`formosa-${version}/package-lock.json`) && held.includes(`formosa-${version}/src/cli/main.ts`),
  )
})

test('the same commit makes the same bytes', {
  skip: !process.env.TORTURE && 'set TORTURE=1: it makes the release again',
}, async () => {
  await release(join(folder, 'again'))
  assert.deepEqual(readFileSync(join(folder, 'again/SHA256SUMS')), readFileSync(file('SHA256SUMS')))
})

test('the context of the container has what its Dockerfile copies, and no tests', async () => {
  const context = join(folder, 'context')
  mkdirSync(context)
  await run('tar', ['-xzf', file(`formosa-container-${version}.tar.gz`), '-C', context, '--strip-components=1'], folder)
  const copied = [...readFileSync(join(context, 'Dockerfile'), 'utf8').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, paths]) => paths!.split(' '),
  )
  assert.ok(copied.length >= 8)
  for (const path of copied) assert.ok(existsSync(join(context, path)), path)
  assert.deepEqual(globSync('**/*.test.ts', { cwd: context }), [])
})

const nodes = [20, 24].map((major) => [major, nodeOf(major)] as const)
const without = (major: number, program: string | undefined) =>
  program === undefined && `Node ${major} not found: put node or node${major} into PATH`

const settings = () => ({ FORMOSA_URL: service.url, FORMOSA_KEY: key })

/** The first example of a guide in a language. */
const exampleOf = (guide: string, language: string): string => {
  const [, text] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(read(guide)) ?? []
  assert.ok(text, `${guide} has no ${language}`)
  return text.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('fmsa_live_…', key)
}

/** Guides whose lines run a command of the package, and the first such line of each. */
const lines = ['README.md', ...globSync('docs/*.md', { cwd: root })].flatMap((guide) => {
  const [line] = /^(?:\w+=\S+ )*npx (?:-y )?formosa .*$/m.exec(read(guide)) ?? []
  return line === undefined ? [] : [[guide, line] as const]
})

let command: Promise<string> | undefined
const installedCommand = () => {
  command ??= project('formosa', `formosa-${version}.tgz`)
  return command
}

for (const [major, program] of nodes) {
  const skip = without(major, program)
  const path = () => ({ PATH: `${dirname(program!)}:${process.env.PATH}`, ...settings() })

  test(`formosa-sdk runs the first examples of its guides on Node ${major}`, { skip }, async () => {
    const cwd = await project(`sdk-${major}`, `formosa-sdk-${version}.tgz`)
    for (const [guide, name] of [
      ['docs/typescript.md', 'guide'],
      ['sdk/README.md', 'readme'],
    ] as const) {
      const script = join(cwd, `${name}.${major < 22 ? 'mjs' : 'mts'}`)
      const example = exampleOf(guide, 'ts')
      writeFileSync(script, major < 22 ? stripTypeScriptTypes(example) : example)
      assert.match(await run(program!, [script], cwd, settings()), /2026-11-13 .*\d\.\d\d/)
    }
  })

  test(`formosa starts, helps and refuses on Node ${major}`, { skip }, async () => {
    const cwd = await installedCommand()
    const npx = (...words: string[]) => attempt('npx', ['formosa', ...words], cwd, path())
    assert.deepEqual(await npx('--version'), { code: 0, out: `${version}\n`, err: '' })
    const help = await npx('help')
    for (const { commands } of clientGroups)
      for (const { name } of commands) assert.match(help.out, new RegExp(`^ +${name} `, 'm'))
    assert.doesNotMatch(help.out, /^ +serve /m)
    const bin = (...words: string[]) =>
      attempt(program!, ['node_modules/.bin/formosa', ...words], cwd, { HOME: folder })
    for (const words of [
      ['serve', '--port', '80'],
      ['market', 'build'],
      ['user', 'add'],
      ['help', 'serve'],
    ]) {
      const { code, out, err } = await bin(...words)
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, /^formosa: "formosa [\w ]+" is a command of the server: .*formosa-server[^\n]*\n$/)
    }
    for (const words of [['datasets'], ['sql', 'SELECT 1'], ['ask', '台積電近五日收盤價'], ['export', 'qlib', 'out']])
      assert.match((await bin(...words)).err, /^formosa: .*no data of its own: name a service by --url or FORMOSA_URL/)
  })

  test(`the first line of each guide runs from the installed formosa on Node ${major}`, { skip }, async () => {
    const cwd = await installedCommand()
    const npx = join(folder, `npx-${major}`)
    for (const [guide, line] of lines) {
      // A payment needs a wallet, a webhook an address that answers: these lines are only read. An export of one stock does.
      const more = /agent get|webhooks/.test(line) ? ' --help' : / export /.test(line) ? ' --stock 2330' : ''
      const here = line
        .replaceAll(/(https?:\/\/(127\.0\.0\.1:8080|data\.example\.com))/g, service.url)
        .replaceAll('fmsa_live_…', key)
      rmSync(npx, { recursive: true, force: true })
      mkdirSync(npx)
      symlinkSync(join(cwd, 'node_modules'), join(npx, 'node_modules'))
      writeFileSync(join(npx, 'package.json'), '{}')
      const env = { ...path(), FORMOSA: service.url, KEY: key }
      const { code, err } = await attempt('bash', ['-c', `${here}${more} < /dev/null`], npx, env)
      assert.equal(code, 0, `${guide}: ${line}: ${err}`)
    }
    assert.ok(lines.length > 8, `${lines.length} guides`)
  })

  test(`formosa reads, mirrors and serves MCP on Node ${major}`, { skip }, async () => {
    const cwd = await installedCommand()
    const words = ['TaiwanStockPER', '--stock', '2330', '--from', '2026-11-01']
    const bin = (...given: string[]) => attempt(program!, ['node_modules/.bin/formosa', ...given], cwd, settings())
    assert.match((await bin('get', ...words)).out, /^stock_id,trade_date,.*\r\n2330,2026-11-13,/)
    const arrow = `rows-${major}.arrow`
    assert.equal((await bin('get', ...words, '--out', arrow)).code, 0)
    assert.equal(readFileSync(join(cwd, arrow)).toString('latin1', 0, 6), 'ARROW1')
    assert.match(
      (await bin('get', ...words, '--out', 'rows.parquet')).err,
      /^formosa: This needs DuckDB, .*npm install/,
    )
    const mirror = `mirror-${major}`
    const sync = () => bin('sync', mirror, '--only', 'TaiwanStockPER')
    assert.match((await sync()).err, /[1-9]\d* fetched/)
    assert.match((await sync()).err, / 0 fetched/)
    assert.match((await bin('sql', 'SELECT 41 + 1 AS n')).out, /42/)
    assert.match((await bin('completion', 'bash')).out, /complete -o default -F _formosa formosa/)
    const calls = [
      { method: 'tools/list' },
      {
        method: 'tools/call',
        params: { name: 'query_rows', arguments: { dataset: 'TaiwanStockPER', stock_id: '2330', limit: 3 } },
      },
    ].map((call, i) => JSON.stringify({ jsonrpc: '2.0', id: i + 1, ...call }))
    const script = `printf '%s\\n' "$@" | "$NODE" node_modules/.bin/formosa mcp`
    const out = await run('bash', ['-c', script, 'bash', ...calls], cwd, { ...settings(), NODE: program! })
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result)
    assert.ok(answers.some((result) => result.tools?.length > 5))
    assert.ok(answers.some((result) => result.structuredContent?.data.length === 3))
  })
}

test('formosa has no dependencies, is small, and loads little to start', async () => {
  const cwd = await installedCommand()
  const installed = join(cwd, 'node_modules/formosa')
  assert.deepEqual(
    readdirSync(join(cwd, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['formosa'],
  )
  const sizeOf = (path: string) => statSync(join(installed, path)).size
  const all = globSync('**/*.*', { cwd: installed })
  assert.ok(all.reduce((sum, path) => sum + sizeOf(path), 0) < 5_000_000)
  // What main.js imports outright is read before the first word is printed: the rest waits for its command.
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const text = readFileSync(join(installed, 'dist', name), 'utf8')
    for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) load(next!)
  }
  load('main.js')
  const bytes = [...loaded].reduce((sum, name) => sum + sizeOf(join('dist', name)), 0)
  assert.ok(bytes < 150_000, `${bytes} bytes`)
  assert.ok(serverCommands.length > 20)
})

for (const [guide, language, missing] of [
  ['docs/python.md', 'python', withoutPandas()],
  ['docs/pandas.md', 'python', withoutPandas()],
  ['docs/polars.md', 'python-polars', withoutPolars()],
  ['clients/python/README.md', 'python', withoutPandas()],
] as const)
  test(`the first example of ${guide} runs with the installed wheel`, { skip: missing }, async () => {
    const cwd = await installedPython()
    writeFileSync(join(cwd, 'example.py'), exampleOf(guide, language))
    assert.match(await run(join(cwd, '.venv/bin/python'), ['example.py'], cwd, settings()), /\d/)
  })

let venv: Promise<string> | undefined
/** An environment with the wheel, which sees the pandas of this machine. */
const installedPython = () => {
  venv ??= (async () => {
    const cwd = await project('python')
    await run(pythonProgram, ['-m', 'venv', '--system-site-packages', '.venv'], cwd)
    const wheel = file(`formosa_data-${version}-py3-none-any.whl`)
    await run(join(cwd, '.venv/bin/pip'), ['install', '--no-index', '--no-deps', wheel], cwd)
    return cwd
  })()
  return venv
}

test('the wheel is formosa-data with its extras, and the module formosa', { skip: withoutPython() }, async () => {
  const cwd = await installedPython()
  const script = `
import formosa, importlib.metadata as m
d = m.distribution("formosa-data")
print(formosa.__version__, formosa.__file__, d.version, sorted(d.metadata.get_all("Provides-Extra")), d.requires)
print(all(f.locate().exists() for f in d.files))`
  const out = await run(join(cwd, '.venv/bin/python'), ['-c', script], cwd)
  assert.match(out, new RegExp(`^${version} ${cwd}/.venv/.*/formosa/__init__.py ${version} \\['pandas', 'polars'\\]`))
  assert.match(out, /pandas>=1\.5; extra == "pandas".*\nTrue\n$/)
  const rows = `import formosa; print(len(formosa.Client().rows("TaiwanStockPER", stock_id="2330", max_rows=3).list()))`
  const count = await attempt(
    join(cwd, '.venv/bin/python'),
    ['-c', rows.replace('.list()', ')').replace('len(', 'len(list(')],
    cwd,
    settings(),
  )
  assert.equal(count.out, '3\n', count.err)
})

/** The package of the server, unpacked where Node strips no types; returns its folder. */
async function installedServer(): Promise<string> {
  const cwd = await project('server')
  const tarball = file(`formosa-server-${version}.tgz`)
  const [modules, installed] = [join(cwd, 'node_modules'), join(cwd, 'node_modules/formosa-server')]
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], cwd)
  if (!process.env.TORTURE) {
    for (const name of readdirSync(join(root, 'node_modules')))
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
    return installed
  }
  // The registry may be reached by settings of this machine alone.
  const npm = { ...process.env, npm_config_offline: 'false', npm_config_cache: undefined, NODE_OPTIONS: '' }
  await run('npm', ['install', '--global', '--prefix', join(cwd, 'global'), tarball], cwd, npm)
  for (const name of ['formosa', 'formosa-server'])
    assert.equal(await run(join(cwd, 'global/bin', name), ['--version'], cwd), `${version}\n`)
  await run('npm', ['ci'], installed, npm)
  const read = (path: string) => JSON.parse(readFileSync(join(installed, path), 'utf8'))
  for (const [path, one] of Object.entries<{ version: string }>(read('npm-shrinkwrap.json').packages))
    if (path !== '' && existsSync(join(installed, path)))
      assert.equal(read(`${path}/package.json`).version, one.version, path)
  return installed
}

test('formosa-server serves rows, files, answers and pages from JavaScript alone', async () => {
  const installed = await installedServer()
  const lock = JSON.parse(readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8'))
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  const needed = Object.keys(packages).filter((path) => path !== '' && !packages[path]!.dev)
  assert.deepEqual(Object.keys(lock.packages), ['', ...needed])
  assert.deepEqual(
    globSync('{bin,docs,sdk,src}/**/*.ts', { cwd: installed }).filter((path) => !path.startsWith('src/web/')),
    [],
  )

  const home = await copyOfBrief(join(folder, 'home'))
  const port = await freePort()
  const child = spawn(join(installed, 'bin/formosa-server'), {
    cwd: dirname(installed),
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, TMPDIR: process.env.TMPDIR, ...oneEncoder },
      ...{ FORMOSA_HOME: home, FORMOSA_NOW: builtAt, PORT: String(port), WORKERS: '1', FORMOSA_RESERVE: '1MB' },
    },
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('Formosa is ready at')) resolve()
      })
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
  try {
    await ready
    const url = `http://127.0.0.1:${port}`
    const plus = await keyOf(home, 'plus')
    const authorized = { Authorization: `Bearer ${plus}`, 'Content-Type': 'application/json' }
    const get = (path: string, headers = authorized) => fetch(`${url}${path}`, { headers })
    const rows = (await (await get('/v1/data/TaiwanStockPrice?stock_id=2330&limit=2')).json()) as { count: number }
    assert.equal(rows.count, 2)
    for (const format of ['parquet', 'arrow', 'csv'])
      assert.equal((await get(`/v1/data/TaiwanStockPrice?stock_id=2330&limit=2&format=${format}`)).status, 200, format)
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, { method: 'POST', headers: authorized, body: JSON.stringify(body) })
    for (const [path, body] of [
      ['/v1/sql', { sql: 'SELECT count(*) AS n FROM TaiwanStockPrice' }],
      // The models read this one: a sentence of the canonical language would not start their threads.
      ['/v1/ask', { question: '台積電最近五天的收盤價' }],
    ] as const) {
      const answer = await post(path, body)
      assert.equal(answer.status, 200, `${path}: ${await answer.text()}`)
    }
    const scripts = new Set<string>()
    for (const path of ['/', '/console', '/docs', '/docs/python', '/account']) {
      const page = await get(path, { ...authorized, Accept: 'text/html' } as typeof authorized)
      assert.equal(page.status, 200, path)
      for (const [, src] of (await page.text()).matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g))
        scripts.add(new URL(src!, `${url}${path}`).href)
    }
    assert.ok(scripts.size > 4)
    for (const script of scripts) {
      const { status, headers } = await fetch(script)
      assert.equal(status, 200, script)
      assert.match(headers.get('content-type')!, /javascript|css|svg/)
    }
  } finally {
    child.removeAllListeners('close')
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGTERM')
    assert.equal(await ended, 0, output)
  }
})
