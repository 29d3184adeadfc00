import { createGuard } from '../../src/access/guard.ts'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { collectFaults, splitQuery } from '../../src/http/request/query.ts'
import { FileReader } from '../../src/pages/file.ts'
import type { OpenPart } from '../../src/pages/open.ts'
import { parameters, readParameters } from '../../src/query/parameters.ts'
import { openDatabase } from '../../src/store/database.ts'
import { formosa } from '../../test/support/run.ts'

/** Bytes of memory that the indexes of a dataset take, both orders and the ids, where all are read. */
export function indexBytes(parts: readonly OpenPart[]): number {
  const reader = new FileReader()
  const files = parts.flatMap(({ byId, byDate }) => (byId ? [byId, byDate] : [byDate]))
  const sizes = new Map(files.map((file) => [file.path, reader.index(file).size]))
  reader.close('/')
  return [...sizes.values()].reduce((total, size) => total + size, 0)
}

/** Microseconds to know the caller and to read the parameters of a request. */
export async function frontCost(
  storePath: string,
  pepper: Buffer,
  authorization: string,
  dataset: Dataset,
  paths: readonly string[],
  rounds: number,
) {
  const database = await openDatabase({ path: storePath })
  const guard = createGuard({ database, peppers: [pepper], now: () => new Date(), changes: new Int32Array(1) })
  await guard.identify(authorization)
  const queries = paths.map((path) => path.slice(path.indexOf('?') + 1))
  const known = Object.keys(parameters)
  const time = (each: (query: string) => void) => {
    for (let i = 0; i < rounds / 5; i++) each(queries[i % queries.length]!)
    const began = performance.now()
    for (let i = 0; i < rounds; i++) each(queries[i % queries.length]!)
    return ((performance.now() - began) * 1_000) / rounds
  }
  const key = time(() => guard.identify(authorization))
  const reading = time((query) => {
    const { given, faults, strangers } = splitQuery(query, known)
    readParameters(dataset, given, faults)
    collectFaults(faults, strangers)
  })
  guard.close()
  await database.close()
  return { key, reading }
}

/** Seconds that a command takes, and of these what the pages take, as its own log says. */
export async function timeOf(words: readonly string[], home: string): Promise<{ all: number; pages: number }> {
  const began = performance.now()
  const { code, err } = await formosa(words, { FORMOSA_HOME: home, LOG_LEVEL: 'info' })
  if (code !== 0) throw new Error(err)
  const line = err.split('\n').find((text) => text.includes('"pages made"'))
  return { all: (performance.now() - began) / 1_000, pages: line ? JSON.parse(line).ms / 1_000 : 0 }
}
