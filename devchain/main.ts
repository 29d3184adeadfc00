/** A chain with play money, on which a service settles payments: `npm run devchain -- [--folder FOLDER] [--port PORT]`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitCodes, MissingError, OperatorError, UsageError } from '../src/errors.ts'
import { inDollars } from '../src/pay/reports.ts'

const usage = 'npm run devchain -- [--folder FOLDER] [--port PORT]'

function readOptions(): { folder: string; port: number } {
  const options = { folder: { type: 'string' }, port: { type: 'string' } } as const
  try {
    const { folder = 'data/devchain', port = '8545' } = parseArgs({ options }).values
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new UsageError(`--port must be a number from 0 to 65535, where 0 picks a free one, and is '${port}'.`)
    return { folder: resolve(folder), port: Number(port) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message.split(/\.?\s*\n|\. /)[0]}: write ${usage}.`, { cause: error })
  }
}

const exported = (name: string, value: string): string =>
  `export ${name}=${/^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}\n`

async function run(): Promise<void> {
  const { folder, port } = readOptions()
  const { openDevchain } = await import('./devchain.ts').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new MissingError('The packages for development are not installed: run "npm ci".', { cause: error })
  })
  const { url, settings, payer, ...chain } = await openDevchain({ folder, port, now: Date.now })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void chain.close())
  const owned = inDollars(await chain.balanceOf(payer.address))
  process.stdout.write(`\
A chain with play money runs at ${url} and keeps its blocks in ${folder}.
Paste these lines before "npm start", and the service settles payments on it:

${Object.entries(settings)
  .map(([name, value]) => exported(name, value))
  .join('')}
The payer ${payer.address} owns ${owned} play dollars, which are worth nothing. Its key:

${exported('KEY_FILE', payer.path)}`)
}

try {
  await run()
} catch (error) {
  const { name, message } = error as Error
  const isKnown = error instanceof OperatorError
  process.stderr.write(`devchain: ${isKnown ? message : `internal error: ${name}: ${message}`}\n`)
  process.exit(isKnown ? error.exitCode : exitCodes.internal.code)
}
