import { rm } from 'node:fs/promises'
import { catalogue } from '../../catalogue/index.ts'
import { openEngine } from '../../lake/engine.ts'
import { verify as findFaults } from '../../lake/verify.ts'
import { currentPages } from '../../pages/publish.ts'
import { verifyPages } from '../../pages/verify.ts'
import type { Run } from '../command.ts'
import { notice, print } from '../output.ts'
import { createProgress } from '../progress.ts'

export const verify: Run = async (context) => {
  const version = await context.version()
  const engine = await openEngine({ memory: context.config.FORMOSA_MEMORY, scratch: context.scratch })
  const pages = await currentPages(context.pages.root)
  const onStep = createProgress('Verifying', context.log)
  const of = catalogue.length * (pages ? 2 : 1)
  let done = 0
  const next = (what: string) => onStep({ done: done++, of, what })
  const faults = await findFaults(version, catalogue, engine, next)
  const scratch = `${context.scratch}-pages`
  if (pages) {
    // Pages of the previous version are valid: a killed refresh may leave them so.
    const theirs = await context.lake.version(pages.list.manifest.version)
    if (!theirs) faults.push(`pages: their version ${pages.list.manifest.version} is no longer in the lake`)
    else faults.push(...(await verifyPages(pages, theirs, catalogue, engine, scratch, next)))
    if (theirs && theirs.folder !== version.folder)
      notice('The pages are of an earlier version than the lake; "formosa rebuild" makes the newer ones.')
  }
  await rm(scratch, { recursive: true, force: true })
  onStep({ done: of, of, what: 'all datasets' })
  engine.close()
  if (faults.length === 0) {
    const { version: name, through, datasets } = version.manifest
    const count = Object.keys(datasets).length
    print(`Version ${name} is whole: ${count} datasets through ${through}${pages ? ', pages alike' : ''}.\n`)
    return 0
  }
  for (const fault of faults) print(`${fault}\n`)
  notice(
    `${faults.length} faults; "formosa rebuild --mend" mends pages, "formosa market build --again" or a backup mends the lake.`,
  )
  return 1
}
