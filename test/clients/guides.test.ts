import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { read, root } from '../support/documents.ts'
import { python, withoutPandas, withoutPolars } from '../support/python.ts'
import { cleanEnv } from '../support/run.ts'
import { keyOf } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

/** Runs every example of the guides to the clients. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-guides-'))
let service: Awaited<ReturnType<typeof shareService>>
let settings: Readonly<Record<string, string>>

before(async () => {
  service = await shareService()
  settings = { FORMOSA_URL: service.url, FORMOSA_KEY: await keyOf(service.home, 'plus') }
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The examples of a document in a language, as one program. */
function examples(document: string, language: string): string {
  const blocks = [...read(document).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text]) => text!,
  )
  assert.ok(blocks.length > 0, `${document} has no ${language}`)
  return blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll('fmsa_live_…', settings.FORMOSA_KEY!)
}

const run = (
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env: cleanEnv({ ...settings, ...more }) })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('close', (code) => resolve({ code, out, err }))
  })

test('the examples of docs/typescript.md compile and run', async () => {
  const modules = join(folder, 'node_modules')
  cpSync(join(root, 'sdk'), join(folder, 'sdk'), { recursive: true, filter: (path) => !path.endsWith('/dist') })
  symlinkSync(join(root, 'node_modules'), modules)
  const text =
    `${examples('docs/typescript.md', 'ts')}\n{\n${examples('sdk/README.md', 'ts').replace(/^import .*$/m, '')}}\n`.replaceAll(
      `'formosa-sdk'`,
      `'./sdk/index.ts'`,
    )
  writeFileSync(join(folder, 'guide.mts'), text)
  const options = {
    strict: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['guide.mts'] }))
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.', '--pretty', 'false'])
  assert.equal(compiled.out, '')
  // Payments are valid for a minute of the service's clock.
  const shift = `const real = Date.now; Date.now = () => real() - ${Date.now() - service.now()}`
  writeFileSync(join(folder, 'clock.mjs'), shift)
  const { code, out, err } = await run(process.execPath, ['--import', './clock.mjs', 'guide.mts'])
  assert.equal(code, 0, err)
  assert.match(out, /2026-11-13 2317 \d+\.\d+\n2026-11-13 2330/)
  assert.match(out, /\d+ rows, \d+ bytes, \d+ calls of \d+/)
  assert.match(out, /param: 'start_date'/)
  assert.match(out, /unknown_id \[ '2330\.TW' \] \[ '2330' \]/)
  assert.match(out, /100 0n null none\nspent 0n/)
})

test('the programs of docs/agents.md pay and read', async () => {
  const keyFile = join(folder, 'payer.key')
  writeFileSync(keyFile, `0x${randomBytes(32).toString('hex')}\n`)
  for (const name of ['official.mts', 'plain.mts']) {
    const [, text] = new RegExp(`^\`\`\`ts\\n(// ${name}\\n.*?)^\`\`\`$`, 'ms').exec(read('docs/agents.md'))!
    writeFileSync(join(folder, name), text!)
    const { code, out, err } = await run(process.execPath, ['--import', './clock.mjs', name], {
      FORMOSA: service.url,
      KEY_FILE: keyFile,
    })
    assert.equal(code, 0, err)
    assert.match(out, /dataset: 'TaiwanStockPrice'/)
    assert.match(out, name === 'plain.mts' ? /the receipt holds/ : /no money moved/)
  }
})

test('the examples of docs/python.md run', { skip: withoutPandas() }, async () => {
  const { code, out, err } = await python(
    examples('docs/python.md', 'python') + examples('clients/python/README.md', 'python'),
    settings,
  )
  assert.equal(code, 0, err)
  assert.match(out, /trade_date +datetime64\[ns\]/)
  assert.match(out, /latest \['2026-11-13', '2026-11-12', '2026-11-11'\]/)
  assert.match(out, /'param': 'start_date'/)
  assert.match(out, /unknown_id stock_id 2330\.TW \(try 2330\)/)
})

test('the examples of docs/python.md with polars run', { skip: withoutPolars() }, async () => {
  const { code, err } = await python(examples('docs/python.md', 'python-polars'), settings)
  assert.equal(code, 0, err)
})

test('the examples of docs/finmind.md run', {
  skip:
    withoutPandas() ||
    (spawnSync('curl', ['--version']).error && 'curl not found: on Debian by "apt-get install curl"'),
}, async () => {
  const result = await run('bash', ['-euo', 'pipefail', '-c', examples('docs/finmind.md', 'sh')])
  assert.equal(result.code, 0, result.err)
  assert.equal(JSON.parse(result.out).dataset, 'TaiwanStockPER')
  const { code, out, err } = await python(examples('docs/finmind.md', 'python'), settings)
  assert.equal(code, 0, err)
  assert.match(out, /stock_id +date +open/)
})
