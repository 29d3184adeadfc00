import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A Node of this major version: the one that runs, or one of the path. */
export const nodeOf = (major: number): string | undefined =>
  [
    process.execPath,
    ...(process.env.PATH ?? '').split(':').flatMap((path) => [join(path, 'node'), join(path, `node${major}`)]),
  ]
    .filter(existsSync)
    .find((path) => spawnSync(path, ['--version']).stdout?.toString().startsWith(`v${major}.`))
