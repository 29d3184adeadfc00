import type { Feed, FeedRequest } from '../../../../src/sources/feed.ts'
import type { Outcome } from '../../../../src/sources/outcome.ts'
import { readBytes } from '../fixture.ts'
import type { Editable } from './grids.ts'
import { Fault, type Verdict } from './verdict.ts'

type Rows = Outcome & { readonly kind: 'rows' }

/** Two titles that change places take their columns with them: the same as if the cells had changed instead. */
export function followed(
  feed: Feed,
  request: FeedRequest,
  open: () => Editable,
  at: number,
  pick: (size: number) => number,
): Verdict {
  const one = pick(open().grids[at]!.titles.length)
  const other = pick(open().grids[at]!.titles.length)
  const changed = <T>(list: readonly T[]): T[] =>
    list.map((item, i) => (i === one ? list[other]! : i === other ? list[one]! : item))
  const [titles, cells] = [open(), open()].map((response, isCells) => {
    const grid = response.grids[at]!
    if (isCells) grid.put(grid.titles, grid.rows.map(changed))
    else grid.put(changed(grid.titles), grid.rows)
    return readBytes(feed, response.bytes(), request)
  }) as [Outcome, Outcome]
  const isTaken = titles.kind === 'rows' || cells.kind === 'rows'
  const isSame = titles.kind === 'rows' && cells.kind === 'rows' && sameRows(titles, cells)
  if (isTaken && !isSame) throw new Fault(`${titles.kind} by titles, ${cells.kind} by cells`)
  return titles.kind === 'rows' ? 'the same rows' : titles.kind
}

const sameRows = (a: Rows, b: Rows): boolean =>
  JSON.stringify(a.rows.map((row) => JSON.stringify(row)).sort()) ===
  JSON.stringify(b.rows.map((row) => JSON.stringify(row)).sort())
