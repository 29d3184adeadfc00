import type { Feed } from '../../src/sources/feed.ts'
import { conditionOf, type Part, sheetOf } from './layouts.ts'
import type { Days, Market } from './market.ts'
import type { Page, ReceivedRequest, ResponseBody } from './page.ts'
import { daysIn, matched, requestPattern } from './requests.ts'
import { rowsOf } from './select.ts'
import type { Sheet, Spelling } from './sheet.ts'

/** Pages that are printed from the layouts of feeds. */

export type PageRequest = {
  readonly span: Feed['span']
  readonly days: Days | null
  readonly id: string | null
  readonly request: ReceivedRequest
}

/** How a publisher writes its responses. */
export type Dialect = {
  readonly spelling: Spelling
  readonly write: (sheets: readonly Sheet[], request: PageRequest & { readonly days: Days }) => ResponseBody
  readonly nothing: (request: PageRequest) => ResponseBody
}

/** A table of a page: the feeds that read it, and which rows of the market it holds. */
export type TableOptions = Partial<Omit<Part, 'feeds'>> & {
  readonly title?: string
  readonly feeds?: readonly Feed[]
  /** Parts of the table where its lines differ; they stand instead of the rest. */
  readonly parts?: readonly Part[]
  readonly sheet?: (sheet: Sheet, market: Market, days: Days) => Sheet | Promise<Sheet>
}

/** What a page has beside the defaults: `:id` in a SELECT is the id asked for. */
export type PageOptions = TableOptions &
  Partial<Dialect> & {
    readonly tables?: readonly TableOptions[]
    readonly mayBeEmpty?: boolean
  }

const quoted = (id: string): string => `'${id.replaceAll("'", "''")}'`

async function printed(
  table: TableOptions,
  feeds: readonly Feed[],
  spelling: Spelling,
  market: Market,
  days: Days,
  id: string | null,
): Promise<Sheet> {
  const readers = table.feeds ?? feeds
  const [first] = readers
  const parts = table.parts ?? [
    { ...table, feeds: readers, select: table.select ?? rowsOf(first!.dataset, first!.market, conditionOf(first!)) },
  ]
  const withId = parts.map((part) => ({ ...part, select: part.select.replaceAll(':id', quoted(id ?? '')) }))
  const sheet = { ...(await sheetOf(withId, market, days, spelling)), title: table.title ?? '' }
  return table.sheet ? table.sheet(sheet, market, days) : sheet
}

/** A page for each request that the feeds make; the options of a page stand under the endpoint of its first feed. */
export function feedPages(
  feeds: readonly Feed[],
  dialect: Dialect,
  options: Readonly<Record<string, PageOptions | null>>,
): readonly Page[] {
  const groups = [...Map.groupBy(feeds, (feed) => requestPattern(feed).key).values()]
  const used = new Set<string>()
  const pages = groups.flatMap((group): Page[] => {
    const [{ endpoint, span, publisher }] = group as [Feed]
    used.add(endpoint)
    const own = options[endpoint]
    if (own === null) return []
    const { spelling, write, nothing } = { ...dialect, ...own }
    const pattern = requestPattern(group[0]!)
    const partsOf = (request: ReceivedRequest) => matched(pattern, request) ?? {}
    const pageRequestOf = (request: ReceivedRequest, days = daysIn(partsOf(request), span)): PageRequest => ({
      span,
      days,
      request,
      id: partsOf(request).id ?? null,
    })
    return [
      {
        publisher: publisher.id,
        path: pattern.path,
        when: pattern.fields,
        requestedDays: (request) => pageRequestOf(request).days,
        sheets: (market, days, request) =>
          Promise.all(
            (own?.tables ?? [own ?? {}]).map((table) =>
              printed(table, group, spelling, market, days, pageRequestOf(request).id),
            ),
          ),
        write: (sheets, days, request) => write(sheets, { ...pageRequestOf(request), days }),
        nothing: (request) => nothing(pageRequestOf(request)),
        ...(own?.mayBeEmpty && { mayBeEmpty: true }),
      },
    ]
  })
  const unknown = Object.keys(options).filter((endpoint) => !used.has(endpoint))
  if (unknown.length > 0) throw new TypeError(`no feed asks for ${unknown.join(', ')}`)
  return pages
}
