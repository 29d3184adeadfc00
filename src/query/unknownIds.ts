import type { Dataset } from '../catalogue/dataset.ts'
import { idHint } from '../catalogue/elsewhere.ts'
import type { Warning } from './parameters.ts'

/** Warnings about ids that a dataset does not have: first those with a known equivalent, then the others. */
export function unknownIds(
  { name }: Pick<Dataset, 'name'>,
  ids: readonly string[],
  isKnown: (id: string) => boolean,
): Warning[] {
  const hinted: { readonly id: string; readonly hint: string }[] = []
  const plain: string[] = []
  for (const id of ids) {
    const hint = idHint(id, name, isKnown)
    if (hint === null) plain.push(id)
    else hinted.push({ id, hint })
  }
  const warning = { code: 'unknown_id', param: 'stock_id' }
  return [
    ...(hinted.length > 0
      ? [{ ...warning, values: hinted.map(({ id }) => id), tries: hinted.map(({ hint }) => hint) }]
      : []),
    ...(plain.length > 0 ? [{ ...warning, values: plain }] : []),
  ]
}
