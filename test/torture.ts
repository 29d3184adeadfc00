import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/* Runs every test that does more with TORTURE, file after file, or the files named as arguments. It takes hours. */

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(path, 'utf8')
const supportOf = (path: string): string[] =>
  [...textOf(path).matchAll(/from '(\.[^']*\/support\/[^']+)'/g)].map(([, to]) => resolve(dirname(path), to!))

const all = globSync('{src,test,bench,devchain}/**/*.test.ts', { cwd: root }).sort()
const longer = all.filter((file) =>
  [join(root, file), ...supportOf(join(root, file))].some((path) => /\bTORTURE\b/.test(textOf(path))),
)
const named = process.argv.slice(2)
const files = named.length > 0 ? named : longer
const options = ['--test', '--test-timeout=0', '--test-concurrency=1']
const env = { ...process.env, TORTURE: process.env.TORTURE ?? '200' }
const { status } = spawnSync(process.execPath, [...options, ...files], { cwd: root, env, stdio: 'inherit' })
process.exitCode = status ?? 1
