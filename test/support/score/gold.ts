/** The right answer to a question: rows by SQL, and what of their order counts. */
export type Gold = {
  readonly sql: string
  /** The column the rows are ordered by, where order counts. */
  readonly order: { readonly column: string; readonly descending: boolean } | null
  /** How many rows of the ordered ones; the SQL itself gives them all, so that ties at the end are known. */
  readonly limit: number | null
  /** Funds and other securities may be left out. */
  readonly stocks: boolean
  /** The column of the order is a place that the gold adds; ties share it. Whether rows must come in its order. */
  readonly place?: 'any order' | 'in order'
}

const head = /^-- ([A-Z]\d+)( or)?(?: order (\w+) (asc|desc))?(?: limit (\d+))?( stocks)?$/

/** Reads a file of golds: every question's readings, by its id. */
export function readGold(text: string): Map<string, Gold[]> {
  const golds = new Map<string, Gold[]>()
  let current: { id: string; flags: Omit<Gold, 'sql'>; lines: string[] } | null = null
  const close = (): void => {
    if (!current) return
    const sql = current.lines.join('\n').trim()
    if (sql === '') throw new Error(`${current.id} has no SQL`)
    golds.set(current.id, [...(golds.get(current.id) ?? []), { sql, ...current.flags }])
  }
  for (const line of text.split('\n')) {
    const found = head.exec(line)
    if (found) {
      close()
      const [, id, , column, direction, limit, stocks] = found
      // Which rows a limit keeps is known by their order alone.
      if (limit && !column) throw new Error(`a limit without an order in the head line ${line}`)
      const order = column ? { column, descending: direction === 'desc' } : null
      current = {
        id: id!,
        flags: { order, limit: limit ? Number(limit) : null, stocks: stocks !== undefined },
        lines: [],
      }
    } else if (/^-- [A-Z]\d/.test(line)) throw new Error(`cannot read the head line ${line}`)
    else current?.lines.push(line)
  }
  close()
  return golds
}
