import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { checksum, fileDamage, makeFolder } from '../disk.ts'
import type { Engine } from '../lake/engine.ts'
import type { Version } from '../lake/lake.ts'
import { boundsOf } from './bounds.ts'
import { variantsOf } from './format.ts'
import { hiddenRule, inactiveIds } from './hidden.ts'
import type { PageVersion } from './list.ts'
import { namesOf } from './rowFile.ts'
import { slicesIn } from './slices.ts'
import { writePart } from './write.ts'

/** Other bounds than at publication, so that the split into pieces is verified too. */
const bounds = boundsOf('64MB')

/** Encodes every part of the lake again and compares the bytes; one sentence per file that differs. */
export async function verifyPages(
  pages: PageVersion,
  version: Version,
  datasets: readonly Dataset[],
  engine: Engine,
  scratch: string,
  onDataset: (name: string) => void = () => {},
): Promise<string[]> {
  const faults: string[] = []
  const inactive = await inactiveIds(engine.connection, version)
  for (const dataset of datasets) {
    onDataset(dataset.name)
    const holding = version.manifest.datasets[dataset.name]
    if (!holding) continue
    const files = holding.parts.map(({ file }) => join(version.folder, file))
    const hidden = await hiddenRule(engine.connection, dataset, files, inactive)
    const sources = await Promise.all(
      holding.parts.map(async (one) => {
        const file = join(version.folder, one.file)
        const slices = await slicesIn(engine.connection, dataset, one, file)
        return slices.map((slice) => ({ file, rows: one.rows, ...slice }))
      }),
    )
    for (const slice of sources.flat())
      for (const variant of variantsOf(dataset)) {
        const { part } = slice
        const listed = pages.list.datasets[dataset.name]?.find(
          (known) => known.part === part && known.variant === variant,
        )
        if (!listed) {
          faults.push(`${dataset.name}: the pages of ${part} (${variant}) are missing`)
          continue
        }
        makeFolder(join(scratch, dataset.name))
        const encoded = await writePart(engine.connection, dataset, { ...slice, variant, hidden }, scratch, bounds)
        if (JSON.stringify(encoded.groups) !== JSON.stringify(listed.groups))
          faults.push(`${dataset.name}: the ids of ${part} differ`)
        for (const name of encoded.files.flatMap(namesOf)) {
          const damage = await fileDamage(join(pages.folder, name), await checksum(join(scratch, name)))
          if (damage === 'missing') faults.push(`pages/${name}: is missing`)
          else if (damage !== null) faults.push(`pages/${name}: is not what the lake encodes to`)
        }
        await rm(join(scratch, dataset.name), { recursive: true })
      }
  }
  return faults
}
