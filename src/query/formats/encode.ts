import type { FormatName } from './formats.ts'
import type { PageToEncode } from './page.ts'

type Encode = (page: PageToEncode) => Uint8Array

/** Loads the encoder of a format, and its library, when it is first used. */
const encoders: Readonly<Record<FormatName, () => Promise<Encode>>> = {
  json: async () => (await import('./ndjson.ts')).encodeJson,
  ndjson: async () => (await import('./ndjson.ts')).encodeNdjson,
  csv: async () => (await import('./csv.ts')).encodeCsv,
  parquet: async () => (await import('./parquet.ts')).encodeParquet,
  arrow: async () => (await import('./arrow.ts')).encodeArrow,
  ics: async () => (await import('./ics.ts')).encodeIcs,
}

export const encodePage = async (page: PageToEncode): Promise<Uint8Array> => (await encoders[page.form.format]())(page)
