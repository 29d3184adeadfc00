import type { Grid } from './grids.ts'

/** The ways to damage a table, each with what may come of it. */

/**
 * `same`: nothing that a reader by titles needs is gone, so the rows are the same, or a problem is told.
 * `lost`: something is gone that may be needed: the same, or a problem.
 * `twice`: a row is there once more, which is a repeat, a row of its own where rows are numbered, or a problem.
 * `odd`: a row is there that is none: nothing comes of it but a count, a rejection or a problem.
 * `cell`: one cell says something else; `to` is what.
 * `none`: there are no rows any more, which is told.
 */
export type Effect = 'same' | 'lost' | 'twice' | 'odd' | 'cell' | 'none'
export type Damage = {
  readonly name: string
  readonly effect: Effect
  readonly to?: Replacement
  readonly apply: () => void
}

export const replacements = { text: 'damaged', blank: '', dashes: '--', wide: '１２３４' } as const
export type Replacement = keyof typeof replacements

const isNumber = (cell: unknown): boolean =>
  /^\s*[-+]?[\d,]+(\.\d+)?%?\s*$/.test(String(cell ?? '')) && /\d/.test(String(cell))

const wide = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

const replaced = (cell: unknown, to: Replacement): string => (to === 'wide' ? wide(String(cell)) : replacements[to])

type Pick = (size: number) => number

const moved = <T>(list: readonly T[], order: readonly number[]): T[] => order.map((at) => list[at]!)
const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place)

function shuffledOrder(size: number, pick: Pick): number[] {
  const order = Array.from({ length: size }, (_, at) => at)
  for (let at = size - 1; at > 0; at--) {
    const other = pick(at + 1)
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  return order
}

/** Damages to the columns of a table with titles. */
function ofColumns({ titles, rows, put }: Grid, pick: Pick): Damage[] {
  const damages: Damage[] = [
    {
      name: 'an unknown column in front',
      effect: 'same',
      apply: () =>
        put(
          ['全新欄位', ...titles],
          rows.map((row) => ['7', ...row]),
        ),
    },
  ]
  const areTitlesUnique = new Set(titles).size === titles.length
  // Where titles repeat, their places are all there is to tell them by.
  if (areTitlesUnique) {
    const order = shuffledOrder(titles.length, pick)
    damages.push({
      name: 'columns shuffled',
      effect: 'same',
      apply: () =>
        put(
          moved(titles, order),
          rows.map((row) => moved(row, order)),
        ),
    })
  }
  for (const [at, title] of titles.entries()) {
    if (title.trim() === '') continue
    damages.push(
      {
        name: `${title} dropped`,
        effect: 'lost',
        apply: () =>
          put(
            without(titles, at),
            rows.map((row) => without(row, at)),
          ),
      },
      {
        name: `${title} renamed`,
        effect: 'lost',
        apply: () =>
          put(
            titles.map((name, i) => (i === at ? '全新欄位' : name)),
            rows,
          ),
      },
    )
  }
  return damages
}

/** Damages to whole rows. */
function ofRows({ titles, rows, put, isKeyed }: Grid, pick: Pick): Damage[] {
  if (rows.length === 0) return []
  const at = pick(rows.length)
  const row = rows[at]!
  const changed = (next: readonly unknown[]) =>
    put(
      titles,
      rows.map((one, i) => (i === at ? next : one)),
    )
  const odd = (name: string, apply: () => void): Damage => ({ name, effect: 'odd', apply })
  const added = (name: string, next: readonly unknown[]) => odd(name, () => put(titles, [...rows, next]))
  const remark = row.map((_, i) => (i === 0 ? '註：damaged' : ''))
  const idAt = Math.max(
    0,
    titles.findIndex((title) => /代號|代碼|Code|Contract/i.test(title)),
  )
  const total = row.map((cell, i) => (i === idAt ? '合計' : isNumber(cell) ? cell : ''))
  const last = { name: 'a row without its last cell', apply: () => changed(row.slice(0, -1)) }
  return [
    { name: 'a row twice', effect: 'twice', apply: () => put(titles, [...rows, row]) },
    // A cell that is not there says as much as a blank one, where the others carry their titles.
    isKeyed
      ? { ...last, ...(rows.length > 1 ? { effect: 'cell', to: 'blank' } : { effect: 'lost' }) }
      : { ...last, effect: 'odd' },
    added(
      'a row of blanks',
      remark.map(() => ''),
    ),
    added('a row of totals', total),
    added('a remark as a row', remark),
    ...(isKeyed
      ? []
      : [
          odd('a row without its first cell', () => changed(row.slice(1))),
          odd('a row with one more cell in front', () => changed(['7', ...row])),
          added('a remark as a row of one cell', ['註：damaged']),
        ]),
  ]
}

/** Damages to a cell of every column. */
const ofCells = ({ titles, rows, put }: Grid, pick: Pick, each: number): Damage[] =>
  Array.from({ length: Math.max(titles.length, rows[0]?.length ?? 0) }, (_, column) => column).flatMap((column) =>
    Array.from({ length: each }, () => pick(rows.length)).flatMap((at) =>
      rows.length > 0 && isNumber(rows[at]![column])
        ? (Object.keys(replacements) as Replacement[]).map(
            (to): Damage => ({
              name: `${titles[column] ?? column} of row ${at} to ${to}`,
              effect: 'cell',
              to,
              apply: () =>
                put(
                  titles,
                  rows.map((row, i) =>
                    i === at ? row.map((cell, j) => (j === column ? replaced(cell, to) : cell)) : row,
                  ),
                ),
            }),
          )
        : [],
    ),
  )

export const damagesOf = (grid: Grid, pick: Pick, each: number): Damage[] => [
  ...(grid.titles.length > 0 ? ofColumns(grid, pick) : []),
  ...ofRows(grid, pick),
  ...ofCells(grid, pick, each),
  { name: 'no rows', effect: 'none', apply: () => grid.put(grid.titles, []) },
]
