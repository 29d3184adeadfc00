import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formosa } from '../../test/support/run.ts'
import { datasetName } from './cases.ts'

const holdsMarket = (home: string): boolean => existsSync(join(home, 'demo/lake/current'))

/** The folder with the market to measure; one that has none is filled first. */
export async function findHome(
  given: string | undefined,
  isFull: boolean,
  scratch: string,
  say: (line: string) => void,
): Promise<string> {
  const home = resolve(given ?? (!isFull && holdsMarket('./data') ? './data' : join(scratch, 'market')))
  const words = holdsMarket(home)
    ? ['rebuild']
    : ['market', 'build', ...(isFull ? ['--full', '--only', datasetName] : [])]
  if (holdsMarket(home) && existsSync(join(home, 'demo/pages/current'))) return home
  say(
    `${words[0] === 'rebuild' ? 'making the pages' : `building the ${isFull ? 'full' : 'default'} market`} in ${home}`,
  )
  const { code, err } = await formosa(words, { FORMOSA_HOME: home })
  if (code !== 0) throw new Error(err)
  return home
}

/** A home with users and a secret of its own that reads another's market: a run leaves nothing in the other. */
export function besideMarket(home: string, folder: string): string {
  mkdirSync(folder)
  symlinkSync(join(home, 'demo'), join(folder, 'demo'))
  return folder
}

/** A home of its own with the same immutable files; what is published there stays there. */
export function copyOf(home: string, folder: string): string {
  mkdirSync(folder)
  // Links need the same file system; elsewhere the files are copied.
  if (spawnSync('cp', ['-al', join(home, 'demo'), folder], { stdio: 'ignore' }).status !== 0) {
    rmSync(join(folder, 'demo'), { recursive: true, force: true })
    const { status } = spawnSync('cp', ['-a', join(home, 'demo'), folder], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${home} could not be copied`)
  }
  for (const part of ['lake', 'pages', 'ledger', 'gaps'])
    rmSync(join(folder, 'demo', part, 'lock.sqlite'), { force: true })
  return folder
}
