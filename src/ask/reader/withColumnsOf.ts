import type { Output, Representation } from '../representation.ts'

/** The most columns that are told beside those of the first meaning. */
const mostAdded = 2

const frameOf = ({ select: _, notes: __, ...frame }: Representation): string => JSON.stringify(frame)
const toldBy = ({ as: _, ...value }: Output): string => JSON.stringify(value)

/** A name for one more column: its own, or with its place where another column has it. */
export const freeName = (name: string, select: readonly Output[]): string =>
  select.some(({ as }) => as === name) ? `${name}_${select.length + 1}` : name

/**
 * A meaning with the columns of others that ask for the same rows: whether a change is meant in points or in percent, an
 * answer that tells both is right. Null where the others add nothing.
 */
export function withColumnsOf(
  first: Representation | undefined,
  others: readonly Representation[],
): Representation | null {
  if (!first) return null
  const select = [...first.select]
  for (const other of others)
    if (frameOf(other) === frameOf(first))
      for (const output of other.select)
        if (!select.some((known) => toldBy(known) === toldBy(output)))
          select.push({ ...output, as: freeName(output.as, select) })
  const added = select.length - first.select.length
  return added > 0 && added <= mostAdded ? { ...first, select } : null
}
