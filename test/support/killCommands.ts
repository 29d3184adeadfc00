import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createCommandLine } from '../../src/cli/commandLine.ts'
import { cleanEnv } from './run.ts'
import { startServiceProxy } from './serviceProxy.ts'

/** A command that asks a service, and the number of its requests that are answered before the kill. */
export type KilledCommand = { readonly words: readonly string[]; readonly requests: number }

/**
 * Runs commands at once in one process, each with a proxy of its own, and kills it when each waits for an answer: a
 * process for each would take most of its time to start. Returns the proxies, which from then on pass everything.
 */
export async function killCommands(
  commands: readonly KilledCommand[],
  target: string,
  settings: Readonly<Record<string, string>>,
) {
  const proxies = await Promise.all(commands.map(() => startServiceProxy(target)))
  const reached = commands.map(({ requests }, i) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    proxies[i]!.setFaults((n) => {
      if (n < requests) return undefined
      resolve()
      return { kind: 'delay', ms: 3_600_000 }
    })
    return promise
  })
  const lines = commands.map(({ words }, i) => [...words, '--url', proxies[i]!.url])
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(lines)], {
    env: cleanEnv(settings),
    stdio: 'ignore',
  })
  const exited = once(child, 'close')
  await Promise.race([Promise.all(reached), exited])
  // What was answered before may still be on its way to a file.
  child.kill('SIGKILL')
  const [, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error('a command ended before it could be killed')
  for (const proxy of proxies) proxy.setFaults(() => undefined)
  return proxies
}

if (import.meta.main)
  await Promise.all(
    (JSON.parse(process.argv[2]!) as string[][]).map((words) => createCommandLine(words, process.env).run()),
  )
