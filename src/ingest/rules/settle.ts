import type { Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { readRows } from '../../derive/rows.ts'
import { inlineSql } from '../../derive/sql.ts'
import { quote } from '../../lake/schema.ts'
import type { CheckResult } from './check.ts'
import type { Quarantine } from './quarantine.ts'

export type QuarantineKey = Readonly<Record<string, string | null>>

/** Separates the parts of a key; occurs in none of them. */
const separator = '\u001f'

export const keyText = (values: readonly (string | null | undefined)[]): string =>
  values.map((value) => value ?? '').join(separator)

/** SQL: the `keyText` of a row. */
export const keyTextSql = ({ columns }: Dataset, names: readonly string[]): string => {
  const parts = names.map((name) => (name in columns ? `coalesce(CAST(${quote(name)} AS VARCHAR), '')` : "''"))
  return `concat_ws(chr(31), ${parts.join(', ')})`
}

/** SQL: an inline table `w` with a column `key_text`. */
export const keyTextsSql = (texts: readonly string[]): string => {
  const rows = texts.map((text) => [text])
  return `${inlineSql({ key_text: 'VARCHAR' }, rows)} w`
}

/** The quarantine keys, of rows or of refused days, that have a good row now. */
export async function settledKeys(
  tables: Tables,
  dataset: Dataset,
  good: string,
  keys: readonly QuarantineKey[],
): Promise<QuarantineKey[]> {
  const found: QuarantineKey[] = []
  for (const [shape, list] of Map.groupBy(keys, (key) => Object.keys(key).join())) {
    const names = shape === 'market,date' ? ['market', dataset.date] : shape === dataset.key.join() ? dataset.key : null
    if (names === null) continue
    const texts = list.map((key) => keyText(Object.values(key)))
    const rows = await readRows<{ key_text: string }>(
      tables,
      `SELECT DISTINCT key_text FROM (SELECT ${keyTextSql(dataset, names)} AS key_text FROM (${good}))
       SEMI JOIN ${keyTextsSql(texts)} USING (key_text)`,
    )
    const settled = new Set(rows.map(({ key_text }) => key_text))
    found.push(...list.filter((_, i) => settled.has(texts[i]!)))
  }
  return found
}

/** The keys of quarantined rows of a dataset that have good rows now, to settle once their version exists. */
export async function openSettledKeys(
  quarantine: Pick<Quarantine, 'list'>,
  tables: Tables,
  dataset: Dataset,
  { good }: Pick<CheckResult, 'good'>,
): Promise<QuarantineKey[]> {
  const open = quarantine
    .list({ dataset: dataset.name, isOpen: true, limit: -1 })
    .map(({ key }) => JSON.parse(key) as QuarantineKey)
    // A refused part has no key of the dataset.
    .filter((key) => Object.keys(key).join() === dataset.key.join())
  return settledKeys(tables, dataset, good, open)
}
