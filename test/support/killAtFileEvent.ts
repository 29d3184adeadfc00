import fs from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Preloaded into a program, it ends it with SIGKILL at the file event whose number KILL_AT names: before a file is
 * renamed or removed, or within a write, of which a part is then in the file.
 */

let left = Number(process.env.KILL_AT)
const isLast = (): boolean => --left === 0
const die = () => process.kill(process.pid, 'SIGKILL')

// biome-ignore lint/suspicious/noExplicitAny: functions of any kind
type Any = (...given: any[]) => any

function before(module: Record<string, Any>, names: readonly string[]): void {
  for (const name of names) {
    const whole = module[name]!
    module[name] = (...given) => {
      if (isLast()) die()
      return whole(...given)
    }
  }
}
before(fs as unknown as Record<string, Any>, ['renameSync', 'rmSync'])
before(promises as unknown as Record<string, Any>, ['rename', 'rm', 'writeFile'])

const open = promises.open
promises.open = async (...given: Parameters<typeof open>): Promise<FileHandle> => {
  const handle = await open(...given)
  const { appendFile, write } = handle
  handle.appendFile = async (text) => {
    if (isLast()) {
      await appendFile.call(handle, String(text).slice(0, String(text).length >> 1))
      die()
    }
    return appendFile.call(handle, text)
  }
  handle.write = (async (bytes: Uint8Array, at?: number) => {
    if (isLast()) {
      await (write as Any).call(handle, bytes.subarray(at ?? 0, ((at ?? 0) + bytes.length) >> 1))
      die()
    }
    return (write as Any).call(handle, bytes, at)
  }) as FileHandle['write']
  return handle
}
syncBuiltinESMExports()
