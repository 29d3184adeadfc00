import { catalogue } from '../../catalogue/index.ts'
import { entriesOf } from '../../web/entries.ts'
import { string } from '../openapi/schema.ts'
import { route } from '../route.ts'
import { chosenLanguage, pageLanguage } from './language.ts'

/** The list in which the pages search for datasets: titles in the reader's language, words of both. */
export const datasetEntries = route('GET /datasets.json', 'datasetEntries', {
  tag: 'service',
  about: { en: 'The list in which pages search for datasets.', zh: '網頁搜尋資料集所用的清單。' },
  auth: 'open',
  cost: 'request',
  query: { lang: pageLanguage },
  responses: { 200: { schema: string() } },
  handle: async ({ query, visitor, language }) => ({
    body: entriesOf(catalogue, chosenLanguage(query.lang, visitor.cookie, language)),
  }),
})
