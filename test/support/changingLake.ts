import { columnsOf, type Dataset, isDated, sightings } from '../../src/catalogue/dataset.ts'
import type { Lake, Version } from '../../src/lake/lake.ts'
import { quote } from '../../src/lake/schema.ts'
import { sampleRows } from './sampleRows.ts'

/** SQL: a number below `bound` that follows from the key of a row and a salt. */
const lot = (dataset: Dataset, salt: number, bound: number): string =>
  `hash(${dataset.key.map(quote).join(', ')}, ${salt}) % ${bound}`

/** SQL: rows with some of their values changed; null where all columns are the key. */
function corrected(dataset: Dataset, salt: number): string {
  const changes = columnsOf(dataset).flatMap(([name, { kind, values }]) => {
    if (dataset.key.includes(name) || sightings.includes(name) || values || name === dataset.date) return []
    if (kind === 'integer' || kind === 'decimal') return [`(${quote(name)} + ${1 + (salt % 9)}) AS ${quote(name)}`]
    return kind === 'text' ? [`(${quote(name)} || ' ${salt % 10}') AS ${quote(name)}`] : []
  })
  return changes.length === 0 ? '*' : `* REPLACE (${changes.join(', ')})`
}

/** SQL: rows of any dataset with times of whole seconds, as the API sends them. */
function fresh(dataset: Dataset, from: number, to: number): string {
  const times = columnsOf(dataset).filter(([, { kind }]) => kind === 'datetime')
  const whole = times.map(([name]) => `date_trunc('second', CAST(${quote(name)} AS TIMESTAMPTZ)) AS ${quote(name)}`)
  return `SELECT ${whole.length === 0 ? '*' : `* REPLACE (${whole.join(', ')})`} FROM (${sampleRows(dataset, from, to)})`
}

/** Writes a version in which some rows are new or late, some corrected and some withdrawn. */
export async function changeAtRandom(
  lake: Lake,
  datasets: readonly Dataset[],
  { day, through, random }: { readonly day: number; readonly through: string; readonly random: () => number },
): Promise<Version> {
  const { maker } = (await lake.current())!.manifest
  const version = await lake.change({ through, maker }, async (draft) => {
    for (const dataset of datasets) {
      // Not every dataset changes each day, and some do much.
      if (day > 0 && random() < 0.2) continue
      const salt = Math.floor(random() * 2 ** 31)
      const share = random() < 0.1 ? 20 : 2_000
      const [from, late] = [day * 3, Math.floor(random() * day * 3)]
      const added = `${fresh(dataset, from, from + 3)} UNION ALL BY NAME ${fresh(dataset, late, late + 1)}`
      const some = `SELECT ${corrected(dataset, salt)} FROM ${quote(dataset.name)} WHERE ${lot(dataset, salt, share)} = 1`
      const key = dataset.key.map(quote).join(', ')
      const rows = `SELECT * FROM (${some} UNION ALL BY NAME ${added}) QUALIFY row_number() OVER (PARTITION BY ${key}) = 1`
      const isTaken = isDated(dataset) ? `${quote(dataset.date)} < DATE '${through}' AND ` : ''
      await draft.upsert(dataset, rows, `${isTaken}${lot(dataset, salt, share)} = 2`)
    }
  })
  return version!
}
