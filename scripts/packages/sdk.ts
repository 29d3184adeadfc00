import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile, pack } from './npm.ts'

/** `formosa-sdk`: the client for TypeScript, compiled, with its types. */
export function packSdk(source: string, out: string): string {
  const folder = join(source, 'sdk')
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  compile('tsconfig.json', folder)
  return pack(folder, source, out)
}
