import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { printDatasets } from '../../derive/printed/datasets.ts'
import { printFieldIds } from '../../derive/printed/fieldIds.ts'
import { printSources } from '../../derive/printed/sources.ts'
import { printStatements } from '../../derive/printed/statements.ts'
import { printTypes } from '../../derive/printed/types.ts'
import { makeFolder } from '../../disk.ts'
import { openapiOf, printOpenapi } from '../../http/openapi.ts'
import { routes } from '../../http/routes/routes.ts'
import { printPythonDatasets, printPythonErrors, printPythonRelease } from '../clients/python.ts'
import { printErrorClasses, printNetworks, printParameters, printRelease } from '../clients/typescript.ts'
import type { CommandGroup, Run } from '../command.ts'
import { printCli, printConfig } from '../help.ts'
import { notice } from '../output.ts'
import { printDayOne } from './dayOne.ts'
import { printErrors } from './errors.ts'
import { printFinMind } from './finmind.ts'
import { withPrintedPart } from './printedPart.ts'
import { printCosts } from './routeCosts.ts'

const root = join(import.meta.dirname, '../../..')
const release = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const printedInto = (path: string, text: string): string =>
  withPrintedPart(path, readFileSync(join(root, path), 'utf8'), text)

/** Every printed document with its current text. */
export const printedFiles = (groups: readonly CommandGroup[]): Record<string, string> => ({
  'docs/datasets.md': printDatasets(),
  'docs/sources.md': printSources(),
  'docs/statements.md': printStatements(),
  'docs/cli.md': printCli(groups),
  'docs/config.md': printConfig(),
  'docs/errors.md': printErrors(),
  'docs/finmind.md': printFinMind(),
  'docs/openapi.json': printOpenapi(openapiOf(release(), routes)),
  'docs/live.md': printedInto('docs/live.md', printDayOne()),
  'docs/accounts.md': printedInto('docs/accounts.md', printCosts()),
  'src/catalogue/fieldIds.ts': printFieldIds(),
  'sdk/rows.ts': printTypes(),
  'sdk/apiErrors.ts': printErrorClasses(),
  'sdk/networks.ts': printNetworks(),
  'sdk/parameters.ts': printParameters(),
  'sdk/release.ts': printRelease(release()),
  'clients/python/formosa/_api_errors.py': printPythonErrors(),
  'clients/python/formosa/_datasets.py': printPythonDatasets(),
  'clients/python/formosa/_release.py': printPythonRelease(release()),
})

export const docs: Run = async ({ groups }, { check }) => {
  let stale = 0
  for (const [file, text] of Object.entries(printedFiles(groups))) {
    const path = join(root, file)
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue
    stale++
    notice(`${file} ${check === undefined ? 'printed' : 'is out of date'}`)
    if (check !== undefined) continue
    makeFolder(dirname(path))
    await writeFile(path, text)
  }
  return check !== undefined && stale > 0 ? 1 : 0
}
