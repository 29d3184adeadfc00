import { type Facts, loadFacts } from '../ask/facts.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Version } from '../lake/lake.ts'
import { openReader } from '../lake/reader.ts'

/** What the data of a version says about itself. */
export async function factsOf(version: Version, scratch: string): Promise<Facts> {
  const reader = await openReader(version, catalogue, { memory: '512MB', scratch })
  try {
    return await loadFacts(reader.select)
  } finally {
    reader.close()
  }
}
