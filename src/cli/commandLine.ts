import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { readConfig, valueIn } from '../config.ts'
import { exitCodes, explain, OperatorError } from '../errors.ts'
import type { Command, CommandGroup, Context } from './command.ts'
import { groups } from './commands/index.ts'
import { commandOf, parseLine } from './parse.ts'

// A command's code is loaded when it runs, so that help and version are fast.

/** What differs between the program of the server and that of the package `formosa`. */
export type Program = {
  /** The commands that run here. */
  readonly groups: readonly CommandGroup[]
  /** Commands of the other program, whose code says so in one sentence. */
  readonly others: readonly Command[]
  /** The file with the number of the release. */
  readonly manifest: string
  readonly loadContext: () => Promise<(config: Config, own: Pick<Context, 'release' | 'groups'>) => Context>
}

const server: Program = {
  groups,
  others: [],
  manifest: join(import.meta.dirname, '../../package.json'),
  loadContext: async () => (await import('./context.ts')).createContext,
}

type Environment = Readonly<Record<string, string | undefined>>

/** The command line of the server. */
export const createCommandLine = (argv: readonly string[], env: Environment) => createLine(argv, env, server)

/** One command line with its environment, apart from the process that runs it. */
export function createLine(
  argv: readonly string[],
  env: Environment,
  { groups, others, manifest, loadContext }: Program,
) {
  const commands = [...groups.flatMap((group) => group.commands), ...others]
  const releaseOf = (): string => JSON.parse(readFileSync(manifest, 'utf8')).version
  /** Set by the flag, or by the environment before the settings are read. */
  let logLevel = valueIn(env, 'LOG_LEVEL')
  return {
    /** Runs the command; resolves with the exit code. */
    async run(): Promise<number> {
      const line = parseLine(commands, argv)
      if (line.kind === 'version') {
        process.stdout.write(`${releaseOf()}\n`)
        return 0
      }
      if (line.kind === 'help') {
        await commandOf(others, line.words)?.load()
        const { printHelp } = await import('./help.ts')
        process.stdout.write(printHelp(groups, line.words))
        return 0
      }
      const { command, flags, settings, operands } = line
      logLevel = settings.LOG_LEVEL ?? logLevel
      const config = readConfig((name) => settings[name] ?? valueIn(env, name))
      const [createContext, run] = await Promise.all([loadContext(), command.load()])
      const context = createContext(config, { release: releaseOf(), groups })
      // The children of a service have its variables, of which it has warned.
      if (!process.send) (await import('./variables.ts')).warnOfVariables(env, context.log)
      return (await run(context, flags, operands)) || 0
    },

    /** Prints one sentence for an error; returns the exit code of its cause. */
    fail(error: unknown): number {
      const { path } = error as NodeJS.ErrnoException
      const known = explain(error, path === undefined ? 'go on' : `use ${path}`)
      if (known instanceof OperatorError) {
        process.stderr.write(`formosa: ${known.message}\n`)
        return known.exitCode
      }
      const sentence = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      process.stderr.write(
        logLevel === 'debug' || logLevel === 'trace'
          ? `formosa: internal error: ${error instanceof Error ? error.stack : sentence}\n`
          : `formosa: internal error: ${sentence.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '')}. Run it with LOG_LEVEL=debug for the stack, and report it.\n`,
      )
      return exitCodes.internal.code
    },
  }
}
