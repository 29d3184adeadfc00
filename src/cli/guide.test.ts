import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { python, withoutPandas, withoutPolars } from '../../test/support/python.ts'
import { cleanEnv } from '../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'
import { openEngine } from '../lake/engine.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-guide-'))
const missing = ['bash', 'curl', 'sed'].filter((name) => spawnSync(name, ['--version']).error)
const skip = missing.length > 0 && `${missing.join(', ')} not found`
let service: Service

before(async () => {
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}[%{http_code}]\\n"\n')
  const home = await copyOfFixture(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1' })
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs lines in one shell, as a reader would; curl tells each status on standard error. */
const run = (lines: string): Promise<Ran> =>
  new Promise((resolve) => {
    const env = cleanEnv({ FORMOSA: service.url, FORMOSA_HOME: service.home, FORMOSA_NOW: builtAt, HOME: folder })
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', lines], { cwd: folder, env })
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

/** The statuses that curl told, in order. */
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
  const key = await keyOf(service.home, 'free')
  const ran = await run([`KEY=${key}`, ...linesOf('docs/bulk.md')].join('\n'))
  assert.equal(ran.code, 0, ran.err)
  // The list, its files, and what follows.
  assert.match(statusesOf(ran), /^200( 200)+ 206 201 200 201 200 200$/)
  assert.match(ran.out, /PAR1/)
  assert.match(ran.out, /"revoked_at":"2026/)
  const files = readdirSync(folder).filter((name) => name.endsWith('.parquet') && /^(history|current)-/.test(name))
  assert.ok(files.length > 0)
  for (const name of files) assert.equal(readFileSync(join(folder, name)).toString('latin1', 0, 4), 'PAR1')
})

/** The environment after the lines of a document, with its URL. */
async function runGuide(document: string) {
  const key = await keyOf(service.home, 'lite')
  const ran = await run([`KEY=${key} URL=`, ...linesOf(document), 'echo "$URL" > url.txt'].join('\n'))
  assert.equal(ran.code, 0, ran.err)
  const url = readFileSync(join(folder, 'url.txt'), 'utf8').trim()
  return { ...ran, key, url, settings: { FORMOSA_URL: service.url, FORMOSA_KEY: key, URL: url } }
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
  const lines = readFileSync(join(folder, 'rows.ndjson'), 'utf8').trimEnd().split('\n')
  assert.equal(new Set(lines.map((line) => JSON.stringify(JSON.parse(line)))).size, rows)
})

test('the guide to DuckDB does what it says', { skip }, async (t) => {
  const { key } = await runGuide('docs/duckdb.md')
  const engine = await openEngine({ memory: '1GB', scratch: join(folder, 'spill') })
  try {
    const all = codeOf('docs/duckdb.md', 'sql').replaceAll(/'((?:mirror|per)[^']*)'/g, `'${folder}/$1'`)
    const statements = all.split(';').filter((text) => text.trim() !== '')
    assert.equal(statements.length, 3)
    for (const statement of statements) {
      const { length } = (await engine.connection.runAndReadAll(statement)).getRowObjectsJson()
      assert.ok(length >= 5, statement)
    }
    const files = await fetch(`${service.url}/v1/bulk/TaiwanStockPER`, { headers: { Authorization: `Bearer ${key}` } })
    const { url } = ((await files.json()) as { files: { url: string }[] }).files.at(-1)!
    const [install, load, ...over] = codeOf('docs/duckdb.md', 'sql-over-http')
      .replace('http://127.0.0.1:8080/v1/bulk/TaiwanStockPER/current-….parquet', service.url + url)
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
  assert.match(out, /trade_date +datetime64\[ns\]\n.*pe_ratio +float64/s)
})

test('the shell lines of the guide to polars do what they say', { skip }, async () => {
  await runGuide('docs/polars.md')
  assert.equal(readFileSync(join(folder, 'per.arrow')).toString('latin1', 0, 6), 'ARROW1')
})

test('the guide to polars does what it says', { skip: skip || withoutPolars() }, async () => {
  const { settings } = await runGuide('docs/polars.md')
  const { code, err } = await python(inFolder + codeOf('docs/polars.md', 'python-polars'), {
    ...settings,
    FOLDER: folder,
  })
  assert.equal(code, 0, err)
})

const withoutR = spawnSync('Rscript', ['--version']).error ? 'Rscript not found: install r-base-core' : false

test('the guide to R does what it says', { skip: skip || withoutR }, async () => {
  const { settings } = await runGuide('docs/r.md')
  const asked = spawnSync('Rscript', ['-e', codeOf('docs/r.md', 'r')], { cwd: folder, env: cleanEnv(settings) })
  assert.equal(asked.status, 0, asked.stderr.toString())
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
    const answers = [await fetch(url)]
    if (query !== undefined)
      answers.push(
        await fetch(`${service.url}/v1/data/TaiwanStockPER?${query}`, { headers: { Authorization: `Bearer ${key}` } }),
      )
    assert.equal(answers.length, name === 'R' ? 1 : 2)
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /^stock_id,trade_date,.*\r\n2330,20\d\d-/)
    }
  })

test("the first line of README's first steps answers with rows", { skip }, async () => {
  const [, line] = /## First steps\n.*?```\n(curl [^\n]*)\n/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))!
  const { code, out } = await run(line!.replace('http://127.0.0.1:8080', service.url))
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).count, 5)
})
