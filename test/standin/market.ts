import type { Reader } from '../../src/lake/reader.ts'

/** A row of the market in a box, every value as text. */
export type MarketRow = Readonly<Record<string, string | null>>

/** The market as far as it is published. */
export type Market = {
  readonly through: () => string
  /** Whether indices have a value every five seconds on days whose moments are no longer kept. */
  readonly everyMoment: boolean
  /** The same on an earlier evening. */
  readonly asOf: (day: string) => Market
  /** Runs a SELECT; `:from`, `:to` and `:through` are days. What is later than `:through` is for the SELECT to leave. */
  readonly rows: (select: string, days?: Days) => Promise<readonly MarketRow[]>
}

export type Days = { readonly from: string; readonly to: string }

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Reads the rows that the exchange prints. */
export type MarketReader = Pick<Reader, 'select'>

export function marketOf(reader: MarketReader, through: () => string, everyMoment = false): Market {
  return {
    through,
    everyMoment,
    asOf: (day) => marketOf(reader, () => day, everyMoment),
    async rows(select, days) {
      const last = through()
      const given: Readonly<Record<string, string>> = {
        from: days?.from ?? last,
        to: (days?.to ?? last) < last ? days!.to : last,
        requested: days?.to ?? last,
        through: last,
      }
      const sql = select.replace(/:(from|to|requested|through)\b/g, (_, name: string) => `DATE '${given[name]}'`)
      const { columns, rows } = await reader.select(sql)
      return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, textOf(row[at])])))
    },
  }
}
