import { catalogue, find } from '../../catalogue/index.ts'
import { type Fields, optional, text } from '../../fields.ts'
import { applies, type ParameterName, parameters } from '../../query/parameters.ts'
import type { Answer } from '../../web/answers/answer.ts'
import { type ConsoleData, consoleView, type FormField } from '../../web/views/console.ts'
import { sampleOf } from '../admission/samples.ts'
import type { InternalResponse } from '../services.ts'
import { page } from './page.ts'

/** The parameters of the form, in its order; the encoding is chosen with a download. */
const names = [
  'stock_id',
  'start_date',
  'end_date',
  'period',
  'limit',
  'sort',
  'columns',
  'include_inactive',
  'include_expired',
] as const satisfies readonly ParameterName[]

/** The page takes any value: the service reports its faults beside the field. */
const anyText = optional(text('A parameter of the request for rows', '資料請求的參數'))
const query: Fields = Object.fromEntries(['dataset', ...names, 'cursor'].map((name) => [name, anyText]))

/** The request that a page without parameters shows. */
const first = { dataset: 'TaiwanStockPER', stock_id: '2330', limit: '20' }

const answerOf = (path: string, { status, headers, body }: InternalResponse): Answer => ({
  ...{ method: 'GET', path, status, headers, body },
})

/** The page on which a reader builds a request, sends it and sees the answer. */
export const consolePage = page('/console', {
  query,
  async load({ query, internal, services }, { language }): Promise<ConsoleData> {
    const entries = Object.entries(query as Record<string, string | undefined>).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '' && entry[0] !== 'lang',
    )
    const { dataset: name = '', ...chosen } = entries.length === 0 ? first : Object.fromEntries(entries)
    const dataset = find(name) ?? null
    const search = new URLSearchParams(chosen).toString().replaceAll('%2C', ',')
    const path = `/v1/data/${encodeURIComponent(name)}${search === '' ? '' : `?${search}`}`
    const isOpen = sampleOf(name, search, services.cursorKeys) !== null
    const dry = `${path}${search === '' ? '?' : '&'}dry_run=true`
    const [answer, size] = await Promise.all([
      isOpen || (!dataset && name !== '') ? internal.send({ path, language, isWithoutKey: isOpen }) : null,
      dataset ? internal.send({ path: dry, language }) : null,
    ])
    const fields = names.filter((each) => !dataset || applies(dataset, each))
    return {
      datasets: catalogue,
      dataset,
      name,
      fields: fields.map((each): FormField => ({ name: each, field: parameters[each] })),
      parameters: chosen as Readonly<Record<string, string>>,
      ...{ path, isOpen },
      answer: answer && answerOf(path, answer),
      size: size && answerOf(dry, size),
    }
  },
  isLasting: ({ answer, size }) => (answer?.status ?? 200) < 429 && (size?.status ?? 200) < 429,
  view: consoleView,
})
