import type { Dataset } from '../catalogue/dataset.ts'
import { idHint } from '../catalogue/elsewhere.ts'
import type { Directory } from './directory.ts'
import type { Warning } from './parameters.ts'

const param = 'stock_id'

/** Warnings about securities whose kind a dataset has no rows of, such as a fund among company earnings. */
export const unexpectedIds = (ids: readonly { readonly id: string; readonly kind: string }[]): Warning[] =>
  [...Map.groupBy(ids, ({ kind }) => kind)].map(([kind, same]) => ({
    ...{ code: 'not_expected', param, facts: { kind } },
    values: same.map(({ id }) => id),
  }))

/** What to ask for instead of an id: an id of the dataset, or `dataset?stock_id=id`; null if nothing is known. */
function hintOf(id: string, dataset: string, isKnown: (id: string) => boolean, directory: Directory): string | null {
  const hint = idHint(id, dataset, isKnown)
  if (hint !== null) return hint
  const code = directory.codeOf(id)
  if (code !== undefined) return isKnown(code) ? code : `TaiwanStockOverview?stock_id=${code}`
  const issuer = directory.issuerOf(id)
  if (issuer === undefined) return null
  return dataset === 'TaiwanCBOverview' ? issuer : `TaiwanCBOverview?stock_id=${issuer}`
}

/**
 * Warnings about ids that a dataset does not have: first those with a suggestion, then those that exist nowhere, then
 * securities without rows here.
 */
export function unknownIds(
  { name, complete }: Pick<Dataset, 'name' | 'complete'>,
  ids: readonly string[],
  isKnown: (id: string) => boolean,
  directoryOf: () => Directory,
): Warning[] {
  if (ids.length === 0) return []
  const directory = directoryOf()
  const hinted: { readonly id: string; readonly hint: string }[] = []
  const unexpected: { readonly id: string; readonly kind: string }[] = []
  const [strange, empty]: [string[], string[]] = [[], []]
  for (const id of ids) {
    const kind = directory.kindOf(id)
    const hint = kind === undefined ? hintOf(id, name, isKnown, directory) : null
    if (hint !== null) hinted.push({ id, hint })
    else if (kind === undefined) strange.push(id)
    else if (complete?.each === 'stock' && kind !== 'stock') unexpected.push({ id, kind })
    else empty.push(id)
  }
  const unknown = { code: 'unknown_id', param }
  return [
    ...(hinted.length > 0
      ? [{ ...unknown, values: hinted.map(({ id }) => id), tries: hinted.map(({ hint }) => hint) }]
      : []),
    ...(strange.length > 0 ? [{ ...unknown, values: strange }] : []),
    ...unexpectedIds(unexpected),
    ...(empty.length > 0 ? [{ code: 'no_rows', param, values: empty }] : []),
  ]
}
