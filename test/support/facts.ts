import { type Facts, loadFacts } from '../../src/ask/facts.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import type { Version } from '../../src/lake/lake.ts'
import { openReader } from '../../src/lake/reader.ts'

/** What the data of a version says about itself. */
export async function factsOf(version: Version, scratch: string): Promise<Facts> {
  const reader = await openReader(version, catalogue, { memory: '512MB', scratch })
  try {
    return await loadFacts(reader.select)
  } finally {
    reader.close()
  }
}
