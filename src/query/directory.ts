import type { FileReader } from '../pages/file.ts'
import type { OpenPages } from '../pages/open.ts'
import { selectOne } from '../pages/select.ts'
import { idStream, wholeStream } from '../pages/stream.ts'

/** The securities of a version, by which an id that a dataset lacks is explained. */
export type Directory = {
  /** The type of a listed or delisted security; undefined for every other id. */
  readonly kindOf: (id: string) => string | undefined
  /** The code of a security's name. */
  readonly codeOf: (name: string) => string | undefined
  /** The issuer of a convertible bond. */
  readonly issuerOf: (bond: string) => string | undefined
}

/** Every row of a dataset, hidden ones included. */
export function allRows(
  reader: FileReader,
  pages: OpenPages,
  name: string,
): Readonly<Record<string, string | boolean>>[] {
  const range = { from: null, to: null, includeHidden: true, ascending: false }
  const page = selectOne(reader, wholeStream(reader, pages.datasets[name] ?? []), range, null, Number.POSITIVE_INFINITY)
  const bytes = Buffer.allocUnsafe(page.length)
  for (const _ of page.copy(bytes, 0));
  return bytes.length === 0 ? [] : JSON.parse(`[${bytes.toString('utf8', 0, bytes.length - 2)}]`)
}

function readDirectory(reader: FileReader, pages: OpenPages): Directory {
  const kinds = new Map<string, string>()
  const codes = new Map<string, string>()
  for (const { stock_id, stock_name, security_type, is_active } of allRows(reader, pages, 'TaiwanStockOverview')) {
    kinds.set(String(stock_id), String(security_type))
    // A name may have passed from a delisted security to another one.
    if (is_active === true || !codes.has(String(stock_name))) codes.set(String(stock_name), String(stock_id))
  }
  const bonds = allRows(reader, pages, 'TaiwanCBOverview').map(
    ({ cb_id, stock_id }) => [String(cb_id), String(stock_id)] as const,
  )
  const issuers = new Map(bonds)
  const warrants = pages.datasets.TaiwanStockOverviewIncludeWarrant ?? []
  return {
    kindOf: (id) => kinds.get(id) ?? (idStream(reader, warrants, id) ? 'warrant' : undefined),
    codeOf: (name) => codes.get(name),
    issuerOf: (bond) => issuers.get(bond),
  }
}

const known = new WeakMap<OpenPages, Directory>()

/** The directory of a version, read when an id is first unknown. */
export function directoryOf(reader: FileReader, pages: OpenPages): Directory {
  const directory = known.get(pages) ?? readDirectory(reader, pages)
  known.set(pages, directory)
  return directory
}
