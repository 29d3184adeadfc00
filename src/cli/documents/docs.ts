import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { printDatasets } from '../../derive/printed/datasets.ts'
import { printFieldIds } from '../../derive/printed/fieldIds.ts'
import { printSources } from '../../derive/printed/sources.ts'
import { printStatements } from '../../derive/printed/statements.ts'
import { printTypes } from '../../derive/printed/types.ts'
import { makeFolder } from '../../disk.ts'
import { UsageError } from '../../errors.ts'
import { eventTypes } from '../../events/types.ts'
import { openapiOf, printOpenapi } from '../../http/openapi.ts'
import { countedText, routesByCost } from '../../http/reference/costs.ts'
import { code, table } from '../../http/reference/markdown.ts'
import { routes } from '../../http/routes/routes.ts'
import { printPythonDatasets, printPythonErrors, printPythonRelease } from '../clients/python.ts'
import { printErrorClasses, printEvents, printNetworks, printParameters, printRelease } from '../clients/typescript.ts'
import type { CommandGroup, Run } from '../command.ts'
import { printCli, printConfig } from '../help.ts'
import { notice } from '../output.ts'
import { printDayOne } from './dayOne.ts'
import { printErrors } from './errors.ts'
import { printFinMind } from './finmind.ts'

const root = join(import.meta.dirname, '../../..')
const release = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const [start, end] = ['<!-- Printed by `npm run docs` from here -->', '<!-- to here -->']

/** A document written by hand, with the current texts of its printed parts. */
function printedInto(path: string, texts: readonly string[]): string {
  const [first, ...rest] = readFileSync(join(root, path), 'utf8').split(start)
  const afterwards = rest.map((part) => part.split(end)[1])
  if (rest.length !== texts.length || afterwards.includes(undefined))
    throw new Error(`${path} must have the lines ${start} and ${end} ${texts.length} times.`)
  return first + texts.map((text, i) => `${start}\n\n${text}\n\n${end}${afterwards[i]}`).join('')
}

/** The part of docs/accounts.md about the requests that count. */
const printCosts = (): string =>
  [
    countedText(routes).en,
    table(
      ['a request of', 'costs'],
      routesByCost(routes)
        .filter(({ names }) => names.length > 0)
        .map(({ cost, names }) => [names.map(code).join(', '), cost.en]),
    ),
  ].join('\n\n')

/** The part of docs/events.md about the types of events. */
const printEventTypes = (): string =>
  table(
    ['type', 'what happened', 'members of data'],
    Object.entries(eventTypes).map(([name, { about, data }]) => [
      code(name),
      about.en,
      Object.keys(data).map(code).join(', '),
    ]),
  )

/** Every printed document with its current text. */
export const printedFiles = (groups: readonly CommandGroup[]): Record<string, string> => ({
  'docs/datasets.md': printDatasets(),
  'docs/sources.md': printSources(),
  'docs/statements.md': printStatements(),
  'docs/cli.md': printCli(groups),
  'docs/config.md': printConfig(),
  'docs/errors.md': printedInto('docs/errors.md', printErrors()),
  'docs/finmind.md': printedInto('docs/finmind.md', printFinMind()),
  'docs/openapi.json': printOpenapi(openapiOf(release(), routes)),
  'docs/live.md': printedInto('docs/live.md', [printDayOne()]),
  'docs/events.md': printedInto('docs/events.md', [printEventTypes()]),
  'docs/accounts.md': printedInto('docs/accounts.md', [printCosts()]),
  'src/catalogue/fieldIds.ts': printFieldIds(),
  'sdk/rows.ts': printTypes(),
  'sdk/apiErrors.ts': printErrorClasses(),
  'sdk/eventTypes.ts': printEvents(),
  'sdk/networks.ts': printNetworks(),
  'sdk/parameters.ts': printParameters(),
  'sdk/release.ts': printRelease(release()),
  'clients/python/formosa/_api_errors.py': printPythonErrors(),
  'clients/python/formosa/_datasets.py': printPythonDatasets(),
  'clients/python/formosa/_release.py': printPythonRelease(release()),
})

export const docs: Run = async ({ groups }, { check }) => {
  if (!import.meta.url.endsWith('.ts'))
    throw new UsageError('"formosa docs" prints into a checkout of the repository, and this is an installed package.')
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
