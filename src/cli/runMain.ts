import type { createLine } from './commandLine.ts'

/** Runs a command line as the program of this process. */
export async function runMain(line: ReturnType<typeof createLine>): Promise<void> {
  const fail = (error: unknown): never => process.exit(line.fail(error))

  process.on('uncaughtException', fail)
  // A closed pipe, as by `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(error)
  })

  // A closed standard error is no error: nothing can be reported there.
  process.stderr.on('error', () => {})

  try {
    process.exitCode = await line.run()
    // A child's channel to its parent would keep it alive.
    if (process.connected) process.disconnect()
  } catch (error) {
    fail(error)
  }
}
