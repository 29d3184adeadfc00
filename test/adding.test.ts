import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { formosaHere } from './support/inProcess.ts'

/** Adds things to a copy of the source, and checks that the files named in ARCHITECTURE.md are all it takes. */

const repository = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'formosa-adding-'))

before(() => {
  for (const name of ['src', 'docs', 'sdk', 'package.json', 'tsconfig.json'])
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
})
after(() => rmSync(copy, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(copy, path), text)
const edit = (path: string, change: (text: string) => string) => {
  const before = readFileSync(join(copy, path), 'utf8')
  assert.notEqual(change(before), before, path)
  write(path, change(before))
}

/** Runs a program in the copy; resolves with everything it printed. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: copy, env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env }, maxBuffer: 2 ** 26 }
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr, message }) => `FAILED ${message}\n${stdout}${stderr}`,
  )
}
const compile = (...include: string[]) => {
  write('tsconfig.copy.json', JSON.stringify({ extends: './tsconfig.json', include }))
  return run(join(repository, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.copy.json', '--pretty', 'false'])
}
/** Runs a command of the copy, whose code is loaded with the first one: what is added later it does not know. */
async function formosa(...args: string[]): Promise<string> {
  const { createCommandLine } = await import(join(copy, 'src/cli/commandLine.ts'))
  const settings = {
    FORMOSA_HOME: join(copy, 'data'),
    FORMOSA_NOW: '2026-11-13T18:30:00+08:00',
    LOG_LEVEL: 'error',
  }
  const { code, out, err } = await formosaHere(args, settings, createCommandLine)
  return code === 0 ? out : `FAILED ${code}\n${out}${err}`
}

test('a dataset without a simulation is an error of the list of simulations alone', async () => {
  const source = readFileSync(join(copy, 'src/catalogue/technical/TaiwanWeightedIndex.ts'), 'utf8')
  write('src/catalogue/technical/TaiwanSampleIndex.ts', source.replaceAll('TaiwanWeightedIndex', 'TaiwanSampleIndex'))
  edit('src/catalogue/index.ts', (text) =>
    text
      .replace(/^import/, "import { TaiwanSampleIndex } from './technical/TaiwanSampleIndex.ts'\nimport")
      .replace('  TaiwanWeightedIndex,\n', '  TaiwanWeightedIndex,\n  TaiwanSampleIndex,\n'),
  )
  const errors = (await compile('src/market/simulations.ts')).match(/^src\/\S+ error .*/gm) ?? []
  assert.equal(errors.length, 1, errors.join('\n'))
  assert.match(errors[0]!, /^src\/market\/simulations\.ts.*TaiwanSampleIndex/)
})

test('a simulation, the list of simulations and one entry of the table of settings are all else it takes', async () => {
  const simulation = readFileSync(join(copy, 'src/market/technical/TaiwanWeightedIndex.ts'), 'utf8')
  write(
    'src/market/technical/TaiwanSampleIndex.ts',
    simulation.replaceAll('TaiwanWeightedIndex', 'TaiwanSampleIndex').replace('weightedIndex', 'sampleIndex'),
  )
  edit(
    'src/market/tables.ts',
    (text) => `${text}export { sampleIndex as TaiwanSampleIndex } from './technical/TaiwanSampleIndex.ts'\n`,
  )
  edit('src/config/settings.ts', (text) =>
    text.replace(
      "const lake = section('Files', '檔案', {\n",
      "const lake = section('Files', '檔案', {\n  SAMPLE_LIMIT: integer('Sample', '範例', { min: 1, max: 9, default: 3 }),\n",
    ),
  )
  assert.equal(await compile('src/market/simulations.ts', 'src/config.ts', 'src/cli/help.ts', 'src/cli/parse.ts'), '')
})

test('the dataset has rows', async () => {
  await formosa('market', 'build', '--only', 'TaiwanSampleIndex')
  assert.match(await formosa('sql', 'SELECT count(*) > 100 AS filled FROM TaiwanSampleIndex'), /true/)
  assert.match(await run(process.execPath, ['--test', 'src/catalogue/catalogue.test.ts']), /fail 0/)
})

test('the setting is in the help of the commands that it is for, and read by them', async () => {
  for (const page of [['settings'], ['sql'], ['market', 'build']])
    assert.match(await formosa('help', ...page), /SAMPLE_LIMIT, --sample-limit\s+Sample \(default 3\)/)
  assert.doesNotMatch(await formosa('help', 'user', 'add'), /SAMPLE_LIMIT/)
  assert.match(
    await formosa('sql', 'SELECT 1', '--sample-limit', '10'),
    /SAMPLE_LIMIT must be a whole number from 1 to 9/,
  )
})

test('the printed documents have what was added', async () => {
  await formosa('docs')
  for (const printed of ['docs/datasets.md', 'docs/openapi.json', 'sdk/rows.ts'])
    assert.match(readFileSync(join(copy, printed), 'utf8'), /TaiwanSampleIndex/, printed)
  assert.match(readFileSync(join(copy, 'docs/config.md'), 'utf8'), /\| `SAMPLE_LIMIT` \| `--sample-limit` \| `3` \|/)
})
