import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import { notReady } from '../../errors.ts'
import { entriesOf } from '../../web/entries.ts'
import { wordsOf } from '../../web/words/words.ts'
import { string } from '../openapi/schema.ts'
import { headingEntries } from '../reference/library.ts'
import { type Route, type RouteResponse, route } from '../route.ts'
import type { Services } from '../services.ts'
import { chosenLanguage, pageLanguage } from './language.ts'
import { securitiesOf } from './securities.ts'
import { sqlNames } from './sqlPage.ts'

type Reader = { readonly language: Language; readonly siteUrl: string }

/** A list in which pages search while a reader types. */
const searchList = (
  path: string,
  id: string,
  make: (reader: Reader, services: Services) => RouteResponse | Promise<RouteResponse>,
): Route =>
  route(`GET ${path}`, id, {
    tag: 'service',
    about: { en: 'A list in which pages search.', zh: '網頁搜尋所用的清單。' },
    auth: 'open',
    cost: 'request',
    query: { lang: pageLanguage },
    responses: { 200: { schema: string() } },
    handle: async ({ query, visitor, language, siteUrl }, services) =>
      make({ language: chosenLanguage(query.lang, visitor.cookie, language), siteUrl }, services),
  })

/** The answers of the list of securities, by the securities in it. */
const entries = new WeakMap<object, object>()

/** Datasets, securities, names of SQL and headings of documents: titles in the reader's language, words of both. */
export const searchLists = (routes: () => readonly Route[]): readonly Route[] => [
  searchList('/datasets.json', 'datasetEntries', ({ language }) => ({ body: entriesOf(catalogue, language) })),
  searchList('/stocks.json', 'stockEntries', async ({ language }, services) => {
    if (!services.manifest()) throw notReady()
    const { listed } = await securitiesOf(services, language)
    const body = entries.get(listed) ?? { labels: wordsOf(language).stocks.table, listed }
    entries.set(listed, body)
    return { body, isKept: true }
  }),
  searchList('/sql.json', 'sqlNames', ({ language }) => ({ body: sqlNames(language) })),
  searchList('/docs.json', 'documentHeadings', ({ language, siteUrl }) => ({
    body: headingEntries(routes(), siteUrl, language),
  })),
]
