import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfFixture } from '../../../test/support/fixture.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { python, withoutPandas, withoutPolars, withoutPython } from '../../../test/support/python.ts'
import { cleanEnv } from '../../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../../test/support/service.ts'
import { openEngine } from '../../lake/engine.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-guide-'))
const missing = ['bash', 'curl', 'sed'].filter((name) => spawnSync(name, ['--version']).error)
const skip =
  missing.length > 0 && `${missing.join(', ')} not found: on Debian by "apt-get install ${missing.join(' ')}"`
let service: Service
/** The machine's time when the clock of the service began. */
let startedAt: number

/** Runs a command line whose folder, words and settings a shell sends, each terminated by a zero byte. */
async function runCommand(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const [cwd, outputFolder, count, ...rest] = Buffer.concat(chunks).toString().split('\0').slice(0, -1)
  const settings = rest.slice(Number(count)).map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])
  const back = process.cwd()
  process.chdir(cwd!)
  const { code, out, err } = await formosaHere(rest.slice(0, Number(count)), Object.fromEntries(settings)).finally(() =>
    process.chdir(back),
  )
  writeFileSync(join(outputFolder!, 'out'), out)
  writeFileSync(join(outputFolder!, 'err'), err)
  return String(code)
}

/**
 * The command of the guides: this process does what it is told, since a process for each of two dozen commands takes half
 * a second to start. A payment has a clock of its own, and runs as it does for a reader.
 */
const commands = createServer((request, response) => {
  runCommand(request).then(
    (code) => response.end(code),
    (error) => response.writeHead(500).end(String(error)),
  )
})

/** Writes the command, and the `npx` that would find it. */
async function writeCommand(): Promise<void> {
  await new Promise<void>((resolve) => commands.listen(0, '127.0.0.1', resolve))
  const { port } = commands.address() as AddressInfo
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin/formosa'),
    `#!/bin/bash
[ "$1" = agent ] && exec ${join(root, 'bin/formosa')} "$@"
answer=$(mktemp -d)
code=$({ printf '%s\\0' "$PWD" "$answer" "$#" "$@"; env -0; } |
  curl -q -sS --fail-with-body --data-binary @- http://127.0.0.1:${port}/) || { echo "$code" >&2; exit 99; }
cat "$answer/out"
cat "$answer/err" >&2
rm -r "$answer"
exit "$code"
`,
    { mode: 0o755 },
  )
  writeFileSync(
    join(folder, 'bin/npx'),
    `#!/bin/bash
[ "$1" = formosa ] && shift && exec ${folder}/bin/formosa "$@"
`,
    { mode: 0o755 },
  )
}

before(async () => {
  await writeCommand()
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}[%{http_code}]\\n"\n')
  const home = await copyOfFixture(join(folder, 'home'))
  startedAt = Date.now()
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1' })
})

after(async () => {
  await service?.stop()
  commands.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs lines in one shell in the folder of the checkout; curl prints each status on standard error. */
const run = (
  lines: string,
  cwd = folder,
  own: Readonly<Record<string, string>> = { FORMOSA: service.url, FORMOSA_HOME: service.home, FORMOSA_NOW: builtAt },
): Promise<Ran> =>
  new Promise((resolve) => {
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd,
      env: cleanEnv({ ...own, HOME: folder, PATH: `${folder}/bin:${process.env.PATH}` }),
    })
    let [out, err] = ['', '']
    shell.stdout.on('data', (chunk) => {
      out += chunk
    })
    shell.stderr.on('data', (chunk) => {
      err += chunk
    })
    shell.on('close', (code) => resolve({ code, out, err }))
  })

/** The lines of a document that a reader would run, in order. */
const linesOf = (document: string): string[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)

/** The statuses that curl printed, in order. */
const statusesOf = ({ err }: Ran): string => [...err.matchAll(/^\[(\d+)\]$/gm)].map(([, status]) => status).join(' ')

test('the guide to accounts does what it says, from sign-up to a Plus answer', { skip }, async () => {
  const blocks = linesOf('docs/accounts.md')
  assert.ok(blocks.length >= 8)
  const ran = await run(blocks.join('\n'))
  const { code, out, err } = ran
  assert.equal(code, 0, err)
  assert.deepEqual(statusesOf(ran), '201 200 403 200 200 200 200 200 202 200 201 200 201 200 200 200 200')
  assert.match(out, /"current_tier":"free".*"dataset":"TaiwanIndex5Seconds","tier_used":"plus"/s)
  assert.match(out, /X-RateLimit-Remaining: 599/)
  assert.match(out, /"tier":"plus","rate_limit_per_hour":10000,"remaining_this_hour":9997/)
  assert.match(out, /"name":"old laptop".*"replaces":.*"revoked_at":"2026/s)
  assert.match(err, /you@example\.com now has the plus tier\./)
  assert.match(err, /partner@example\.com is disabled\..*may use the service again\..*is removed\./s)
  assert.match(err, /Wrote 2 users, 4 keys, /)
  // The console of the service, where no mail is set up.
  assert.match(service.output(), /\/account\?do=reset&token=/)
})

test('the guide to formats does what it says, without a key', { skip }, async () => {
  const ran = await run(linesOf('docs/formats.md').join('\n'))
  assert.equal(ran.code, 0, ran.err)
  const statuses = statusesOf(ran).split(' ')
  assert.ok(statuses.length > 10 && statuses.every((status) => status === '200'), statuses.join(' '))
  assert.match(ran.out, /^trade_date,|^stock_id,/m)
  assert.match(ran.out, /\ufeff/)
  assert.equal(readFileSync(join(folder, 'per.parquet')).toString('latin1', 0, 4), 'PAR1')
  const { rows } = (await (
    await fetch(`${service.url}/v1/data/TaiwanStockPER?stock_id=2330,2317&start_date=2026-01-01&dry_run=true`)
  ).json()) as { rows: number }
  const lines = readFileSync(join(folder, 'all.csv'), 'utf8').trimEnd().split('\r\n')
  assert.equal(lines.length, rows + 1)
  assert.equal(new Set(lines).size, lines.length)
})

test('the guide to files and links does what it says', { skip }, async () => {
  const { empty, ...ran } = await runGuide('docs/bulk.md', 'free')
  // The list, its files, and what follows.
  assert.match(statusesOf(ran), /^200( 200)+ 206 201 200 201 200 200$/)
  assert.match(ran.out, /PAR1/)
  assert.match(ran.out, /"revoked_at":"2026/)
  const files = readdirSync(empty).filter(
    (name) => name.endsWith('.parquet') && /^(history|\d{4}[-\dabc]*)-[0-9a-f]{16}\.parquet$/.test(name),
  )
  assert.ok(files.length > 0)
  for (const name of files) assert.equal(readFileSync(join(empty, name)).toString('latin1', 0, 4), 'PAR1')
})

const guides = new Map<string, ReturnType<typeof runLines>>()
/** Runs the lines of a document, once for all tests of it. */
function runGuide(document: string, tier: 'free' | 'lite' | 'plus' = 'lite') {
  const ran = guides.get(document) ?? runLines(document, tier)
  guides.set(document, ran)
  return ran
}

/** Runs the lines of a document in an empty folder; a reader sets what it has a placeholder for, and nothing else. */
async function runLines(document: string, tier: 'free' | 'lite' | 'plus') {
  const key = await keyOf(service.home, tier)
  const empty = mkdtempSync(join(folder, 'empty-'))
  const lines = linesOf(document)
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('fmsa_live_…', key)
  const ran = await run(`${lines}\necho "\${URL:-}" > url.txt`, empty, {})
  assert.equal(ran.code, 0, ran.err)
  const url = readFileSync(join(empty, 'url.txt'), 'utf8').trim()
  return { ...ran, empty, key, url, settings: { FORMOSA_URL: service.url, FORMOSA_KEY: key, URL: url } }
}

/** The code of a document in a language. */
const codeOf = (document: string, language: string): string => {
  const text = readFileSync(join(root, document), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!)
  assert.ok(blocks.length > 0, `${document} has no ${language}`)
  return blocks.join('\n')
}

const inFolder = 'import os\nos.chdir(os.environ["FOLDER"])\n'

test('the guide to curl does what it says', { skip }, async () => {
  const ran = await runGuide('docs/curl.md')
  const statuses = statusesOf(ran).split(' ')
  // One line is there to show an error, and one a page that has not changed.
  const expected = statuses.filter((status) => status !== '200')
  assert.deepEqual(expected, ['422', '304'])
  const page = await fetch(`${service.url}/v1/data/TaiwanStockPER?start_date=2026-11-01&dry_run=true`, {
    headers: { Authorization: `Bearer ${ran.key}` },
  })
  const { rows } = (await page.json()) as { rows: number }
  assert.ok(rows > 2_000)
  const lines = readFileSync(join(ran.empty, 'rows.ndjson'), 'utf8').trimEnd().split('\n')
  assert.equal(new Set(lines.map((line) => JSON.stringify(JSON.parse(line)))).size, rows)
})

test('the guide to DuckDB does what it says', { skip }, async (t) => {
  const { key, empty } = await runGuide('docs/duckdb.md')
  const engine = await openEngine({ memory: '1GB', scratch: join(folder, 'spill') })
  try {
    const all = codeOf('docs/duckdb.md', 'sql').replaceAll(/'((?:mirror|per)[^']*)'/g, `'${empty}/$1'`)
    const statements = all.split(';').filter((text) => text.trim() !== '')
    assert.equal(statements.length, 3)
    for (const statement of statements) {
      const { length } = (await engine.connection.runAndReadAll(statement)).getRowObjectsJson()
      assert.ok(length >= 5, statement)
    }
    const files = await fetch(`${service.url}/v1/bulk/TaiwanStockPER`, { headers: { Authorization: `Bearer ${key}` } })
    const { url } = ((await files.json()) as { files: { url: string }[] }).files.at(-1)!
    const [install, load, ...over] = codeOf('docs/duckdb.md', 'sql-over-http')
      .replace('http://127.0.0.1:8080/v1/bulk/TaiwanStockPER/2026-11-….parquet', service.url + url)
      .replace('fmsa_live_…', key)
      .split(';')
      .filter((text) => text.trim() !== '')
    try {
      await engine.connection.run(load!)
    } catch {
      return t.diagnostic(`left out: ${install!.trim()} needs the extension httpfs, which is not installed`)
    }
    for (const statement of over) await engine.connection.run(statement)
  } finally {
    engine.close()
  }
})

test('the guide to pandas does what it says', { skip: skip || withoutPandas() }, async () => {
  const { settings } = await runGuide('docs/pandas.md')
  const { code, out, err } = await python(codeOf('docs/pandas.md', 'python'), settings)
  assert.equal(code, 0, err)
  assert.match(out, /trade_date +datetime64\[(?:ns|us)\]\n.*pe_ratio +float64/s)
})

test('the backtest of the guide to past instants shows what look-ahead changes', {
  skip: skip || withoutPython(),
}, async () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const key = await keyOf(service.home, 'lite')
  const { code, out, err } = await python(inFolder + codeOf('docs/point-in-time.md', 'python'), {
    ...{ FORMOSA_URL: service.url, FORMOSA_KEY: key, FOLDER: empty, MONTHS: '6' },
  })
  assert.equal(code, 0, err)
  const lines = [...out.matchAll(/^(\d{4}-\d{2}-\d{2}) with look-ahead ([\d.]+) as known ([\d.]+) (\d+) of 20 picks/gm)]
  assert.equal(lines.length, 5, out)
  assert.ok(lines.every(([, , , , picks]) => Number(picks) > 0) && lines.some(([, , wrong, right]) => wrong !== right))
  const picture = readFileSync(join(empty, 'lookahead.svg'), 'utf8')
  assert.equal(picture.match(/<rect /g)!.length, 6)
  assert.equal(picture.match(/<polyline points="(\d+\.\d,-?\d+\.\d ?){6}"/g)!.length, 2)
})

test('the shell lines of the guide to polars do what they say', { skip }, async () => {
  const { empty } = await runGuide('docs/polars.md')
  assert.equal(readFileSync(join(empty, 'per.arrow')).toString('latin1', 0, 6), 'ARROW1')
})

test('the guide to polars does what it says', { skip: skip || withoutPolars() }, async () => {
  const { settings, empty } = await runGuide('docs/polars.md')
  const { code, err } = await python(inFolder + codeOf('docs/polars.md', 'python-polars'), {
    ...settings,
    FOLDER: empty,
  })
  assert.equal(code, 0, err)
})

const withoutR = spawnSync('Rscript', ['--version']).error ? 'Rscript not found: install r-base-core' : false

test('the guide to R does what it says', { skip: skip || withoutR }, async () => {
  const { settings, empty } = await runGuide('docs/r.md')
  const result = spawnSync('Rscript', ['-e', codeOf('docs/r.md', 'r')], { cwd: empty, env: cleanEnv(settings) })
  assert.equal(result.status, 0, result.stderr.toString())
})

for (const [document, language, name] of [
  ['docs/excel.md', 'powerquery', 'Excel'],
  ['docs/sheets.md', 'javascript', 'Google Sheets'],
  ['docs/r.md', 'r', 'R'],
] as const)
  test(`the link and the address in the guide to ${name} open a table of CSV`, { skip }, async () => {
    const { url, key } = await runGuide(document)
    const own = codeOf(document, language)
    const [, sought] = /(?:v1\/data\/TaiwanStockPER\?([^']+)')/.exec(own) ?? []
    const fields = /Query = \[(.*?)\]/.exec(own)?.[1]?.replaceAll(/ = "(.*?)"(?:, )?/g, '=$1&')
    const query = sought ?? fields?.replace(/&$/, '')
    const responses = [await fetch(url)]
    if (query !== undefined)
      responses.push(
        await fetch(`${service.url}/v1/data/TaiwanStockPER?${query}`, { headers: { Authorization: `Bearer ${key}` } }),
      )
    assert.equal(responses.length, name === 'R' ? 1 : 2)
    for (const response of responses) {
      assert.equal(response.status, 200)
      assert.match(await response.text(), /^stock_id,trade_date,.*\r\n2330,20\d\d-/)
    }
  })

test('the guide to MCP does what it says', { skip }, async () => {
  const ran = await runGuide('docs/mcp.md', 'plus')
  assert.equal(statusesOf(ran), '200', ran.err)
  assert.equal(JSON.parse(/^data: (.*)$/m.exec(ran.out)![1]!).result.structuredContent.data.length, 3)
})

test('the request of the guide for people from FinMind answers with rows', { skip }, async () => {
  const ran = await runGuide('docs/finmind.md')
  assert.equal(statusesOf(ran), '200 200', ran.err)
  // Rows in FinMind's form, then those of the exact API.
  assert.match(ran.out, /^\{"msg": ?"success"/)
  assert.match(ran.out, /\{"dataset":"TaiwanStockPER"/)
})

test('the shell lines of the guide to paying do what they say, from prices to a paid page', { skip }, async () => {
  const [variables, prices, question, pay, books] = linesOf('docs/agents.md')
  const result = await run([variables, prices, question].join('\n'))
  assert.equal(statusesOf(result), '200 200 402', result.err)
  // Payments are valid for a minute of the service's clock, which has run on since its start.
  const shift = `const real = Date.now; Date.now = () => real() - ${startedAt - Date.parse(builtAt)}`
  writeFileSync(join(folder, 'clock.mjs'), shift)
  const paid = await run([variables, `export NODE_OPTIONS='--import ${join(folder, 'clock.mjs')}'`, pay].join('\n'))
  assert.equal(paid.code, 0, paid.err)
  assert.match(paid.err, /receipt/)
  const { dataset, count } = JSON.parse(paid.out)
  assert.deepEqual([dataset, count], ['TaiwanStockPrice', 2])
  const listed = await run(books!)
  assert.equal(listed.code, 0, listed.err)
  assert.match(readFileSync(join(folder, 'payments.csv'), 'utf8'), /TaiwanStockPrice/)
})

test("the first line of README's first steps answers with rows", { skip }, async () => {
  const [, line] = /## First steps\n.*?```\n(curl [^\n]*)\n/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))!
  const { code, out } = await run(line!.replace('http://127.0.0.1:8080', service.url))
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).count, 5)
})
