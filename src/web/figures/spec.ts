/** A chart as data: the server draws it as a picture, and scripts in the browser draw it again to be explored. */

export type Series = {
  readonly label: string
  /** Written after a value; empty for none. */
  readonly unit: string
  readonly digits: number
  /** `signed`: bars in the colour of rising or falling; `trend`: a line in the colour of its whole change. */
  readonly form: 'line' | 'bars' | 'signed' | 'trend'
  /** The second series of a chart may have an axis of its own, on the right; the first is then on the left. */
  readonly hasOwnAxis?: boolean
  readonly values: readonly (number | null)[]
}

export type SeriesFigure = {
  readonly kind: 'series'
  readonly label: string
  /** Days, months or times, oldest first. */
  readonly points: readonly string[]
  readonly series: readonly [Series] | readonly [Series, Series]
  /** A value that the first series is compared with. */
  readonly base?: { readonly label: string; readonly value: number; readonly digits?: number }
}

/** Day, open, high, low, close, volume; prices are null on a day without a trade. */
export type Bar = readonly [string, number | null, number | null, number | null, number | null, number]

/** A corporate action on a day: a short mark, and its sentence for the read-out. */
export type Mark = { readonly day: string; readonly mark: string; readonly text: string }

export type CandleFigure = {
  readonly kind: 'candles'
  readonly label: string
  readonly bars: readonly Bar[]
  /** The same days adjusted for dividends and splits; the reader may switch to them. */
  readonly adjusted?: readonly Bar[]
  readonly marks: readonly Mark[]
  /** Texts of the read-out: open, high, low, close, volume, and its unit. */
  readonly words: readonly [string, string, string, string, string, string]
  /** The volume of a bar is divided by this for the reader: 1,000 for lots. */
  readonly volumeUnit: number
}

export type Figure = SeriesFigure | CandleFigure
