import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { exitCodes, explain, OperatorError } from '../errors.ts'
import { commands, groups } from './commands/index.ts'
import { parseLine } from './parse.ts'

// A command's code is loaded when it runs, so that help and version are fast.

const releaseOf = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

/** Set by the flag, or by the environment before the settings are read. */
let logLevel = process.env.LOG_LEVEL

async function main(argv: readonly string[]): Promise<number> {
  const line = parseLine(commands, argv)
  if (line.kind === 'version') {
    process.stdout.write(`${releaseOf()}\n`)
    return 0
  }
  if (line.kind === 'help') {
    const { printHelp } = await import('./help.ts')
    process.stdout.write(printHelp(groups, line.words))
    return 0
  }
  const { command, flags, settings, operands } = line
  logLevel = settings.LOG_LEVEL ?? logLevel
  const config = readConfig((name) => settings[name] ?? process.env[name])
  const [{ createContext }, run] = await Promise.all([import('./context.ts'), command.load()])
  return run(createContext(config, { release: releaseOf(), groups }), flags, operands)
}

/** Prints one sentence for an error, and exits with the code of its cause. */
function fail(error: unknown): never {
  const { path } = error as NodeJS.ErrnoException
  const known = explain(error, path === undefined ? 'go on' : `use ${path}`)
  if (known instanceof OperatorError) {
    process.stderr.write(`formosa: ${known.message}\n`)
    process.exit(known.exitCode)
  }
  const sentence = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  process.stderr.write(
    logLevel === 'debug' || logLevel === 'trace'
      ? `formosa: internal error: ${error instanceof Error ? error.stack : sentence}\n`
      : `formosa: internal error: ${sentence.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '')}. Run it with LOG_LEVEL=debug for the stack, and report it.\n`,
  )
  process.exit(exitCodes.internal.code)
}

process.on('uncaughtException', fail)
// A closed pipe, as by `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error)
})

try {
  process.exitCode = await main(process.argv.slice(2))
  // A child's channel to its parent would keep it alive.
  if (process.connected) process.disconnect()
} catch (error) {
  fail(error)
}
