/** A table as it will be sent, whatever the format. */
export type Sheet = {
  readonly title: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Titles over several columns, by how many they span. */
  readonly groups?: readonly (readonly [title: string, span: number])[]
  /** Rows of totals below the table. */
  readonly summary?: readonly (readonly string[])[]
}

/** How a publisher writes. */
export type Spelling = {
  readonly date: (iso: string) => string
  /** A time of the day, `09:00:05` where nothing else is said. */
  readonly time?: (time: string) => string
  /** The least places of a price, two where nothing else is said. */
  readonly places?: number
  /** Whether thousands are separated. */
  readonly grouped: boolean
  /** A number that there is none of. */
  readonly none: string
}
