import { categories, columnsOf, type Dataset, isOfSecurities, periodsOf } from '../../../catalogue/dataset.ts'
import { filterNames } from '../../../catalogue/filters.ts'
import { catalogue } from '../../../catalogue/index.ts'
import type { Language } from '../../../errors.ts'
import { limits, namesFor, parameters, type Warning } from '../../../query/parameters.ts'
import { datasetParameter } from '../../openapi/parameters.ts'
import { datasetNamed } from '../../request/datasetNamed.ts'
import { collectFaults, faultOf, splitQuery } from '../../request/query.ts'
import { type Route, route } from '../../route.ts'
import { dataHeaders, readRowObjects } from '../../rows/rowObjects.ts'
import { symbolsOf } from '../udf/symbols.ts'

/** The rows that a widget asks for unless its user changes the number. */
const fewRows = '500'

/** Parameters of rows that have no meaning for an array of rows. */
const meaningless = [
  'cursor',
  'dry_run',
  'format',
  'labels',
  'bom',
  'decimals',
  'shape',
  'value',
  'include',
  'aggregate',
]

const cellTypes = {
  text: 'text',
  date: 'dateString',
  datetime: 'text',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
}

/** The parameters of a widget, from the registry: the id, the days, the number of rows, and filters with known values. */
function paramsOf(dataset: Dataset, language: Language) {
  const param = (paramName: string, type: string, value: string, more: object = {}) => {
    const { label } = parameters[paramName as keyof typeof parameters] ?? dataset.columns[paramName]!
    return { paramName, label: paramName, description: label[language], type, value, optional: value === '', ...more }
  }
  const options = (list: readonly string[]) => ({
    show: false,
    options: list.map((value) => ({ label: value, value })),
  })
  const isDated = dataset.key.includes(dataset.date)
  const chosen = isOfSecurities(dataset) ? { type: 'endpoint', optionsEndpoint: 'symbols' } : {}
  const known = filterNames(dataset).filter(
    (name) => ![dataset.id, dataset.filters.period].includes(name) && dataset.columns[name]?.values,
  )
  return [
    ...(dataset.id === null ? [] : [param('stock_id', 'text', dataset.example ?? '', chosen)]),
    ...(isDated ? [param('start_date', 'date', ''), param('end_date', 'date', '')] : []),
    param('limit', 'number', fewRows, { description: language === 'zh' ? '最新的列數' : 'Number of newest rows' }),
    ...known.map((name) => param(name, 'text', '', options(dataset.columns[name]!.values!))),
    ...(periodsOf(dataset) ? [param('period', 'text', '', options(periodsOf(dataset)!))] : []),
  ]
}

const chart = 'formosa_chart'

/** A widget for each dataset, in the order of the catalogue, and the chart. */
const widgetsOf = (language: Language, note: string) => ({
  [chart]: {
    name: `${language === 'zh' ? 'K 線圖' : 'Price chart'}${note}`,
    description:
      language === 'zh' ? '原始與還原價、指數、期貨、可轉債' : 'Securities raw and adjusted, indices, futures, bonds',
    ...{ category: 'Formosa', subCategory: categories[0], type: 'advanced_charting', endpoint: '/udf' },
    ...{ gridData: { w: 40, h: 16 }, data: { defaultSymbol: '2330.ADJ', updateFrequency: 600_000 } },
  },
  ...Object.fromEntries(
    (catalogue as readonly Dataset[]).map((dataset) => [
      dataset.name,
      {
        name: `${dataset.title[language]}${note}`,
        description: dataset.about[language],
        ...{ category: 'Formosa', subCategory: dataset.category, type: 'table', endpoint: `data/${dataset.name}` },
        ...{ gridData: { w: 20, h: 12 }, source: [`${dataset.tier} tier`], params: paramsOf(dataset, language) },
        data: {
          table: {
            ...{ showAll: true, enableCharts: true },
            columnsDefs: columnsOf(dataset).map(([field, { label, kind }]) => ({
              ...{ field, headerName: field, headerTooltip: label[language], cellDataType: cellTypes[kind] },
            })),
          },
        },
      },
    ]),
  ),
})

/** By language and note. */
const widgets = new Map<string, object>()

/** The widgets of the app, two in a row below the chart. */
const shown = [
  ...['TaiwanStockPrice', 'TaiwanStockInstitutionalInvestorsBuySell', 'TaiwanStockMarginPurchaseShortSale'],
  ...['TaiwanStockMonthRevenue', 'TaiwanStockPER', 'TaiwanStockHoldingSharesPer', 'TaiwanStockDividendResult'],
  ...['TaiwanCorporateCalendar', 'TaiwanRelatedNews', 'TaiwanFuturesDaily', 'TaiwanOptionDaily'],
]

const app = {
  ...{
    name: 'Formosa',
    img: '',
    img_dark: '',
    img_light: '',
    description: 'Taiwan market data',
    allowCustomization: true,
  },
  tabs: {
    stock: {
      ...{ id: 'stock', name: 'Stock' },
      layout: [
        { i: chart, x: 0, y: 0, w: 40, h: 16 },
        ...shown.map((i, n) => ({ i, x: (n % 2) * 20, y: 16 + Math.floor(n / 2) * 12, w: 20, h: 12 })),
      ],
    },
  },
  groups: [
    {
      ...{ name: 'Group 1', type: 'endpointParam', paramName: 'stock_id', defaultValue: '2330' },
      widgetIds: shown.filter((name) => isOfSecurities(datasetNamed(name))),
    },
  ],
}

const shared = {
  ...{ tag: 'data', about: { en: 'A request of OpenBB Workspace.', zh: 'OpenBB Workspace 的請求。' } },
  keyOf: ({ headers }) => (headers['x-api-key'] === undefined ? undefined : String(headers['x-api-key'])),
  responses: { 200: { schema: { type: 'object', description: 'As OpenBB Workspace has it' } } },
  parse: () => ({}),
} as const satisfies Partial<Parameters<typeof route>[2]>

const open = { ...shared, auth: 'open', cost: 'request' } as const

const rows = route('GET /openbb/data/{dataset}', 'openbbRows', {
  ...{ ...shared, auth: 'key', head: [datasetParameter] },
  partOf: ({ dataset }) => datasetNamed(dataset!),
  async handle({ params, request }, services) {
    const dataset = datasetNamed(params.dataset!)
    const { given, faults, strangers } = splitQuery(
      request.query,
      namesFor(dataset).filter((name) => !meaningless.includes(name)),
    )
    collectFaults(faults)
    const raw = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const found = await readRowObjects(services, dataset, raw, limits.rows)
    if (!found.rows)
      throw faultOf('limit', {
        en: `is needed: the query has ${found.count} rows, and a widget shows at most ${limits.rows}`,
        zh: `必填：查詢共有 ${found.count} 列，小工具最多顯示 ${limits.rows} 列`,
      })
    const numbers = columnsOf(dataset).flatMap(([name, { kind }]) => (kind === 'decimal' ? [name] : []))
    const body = found.rows.map((row) => ({
      ...row,
      ...Object.fromEntries(numbers.map((name) => [name, row[name] == null ? null : Number(row[name])])),
    }))
    const ignored = strangers.names.map((name): Warning => ({ code: 'not_applicable', param: name.slice(0, 100) }))
    return { headers: dataHeaders(found), warnings: [...ignored, ...found.warnings], body }
  },
})

/** The addresses that OpenBB Workspace reads of a backend. */
export const openbb: readonly Route[] = [
  route('GET /openbb/widgets.json', 'openbbWidgets', {
    ...open,
    // Headers say that rows are simulated; a widget shows its name alone.
    async handle({ language }, { library }) {
      const note = library.current()?.origin === 'demo' ? ' (demo)' : ''
      const body = widgets.get(language + note) ?? widgetsOf(language, note)
      widgets.set(language + note, body)
      return { body, isKept: true }
    },
  }),
  route('GET /openbb/apps.json', 'openbbApps', { ...open, handle: async () => ({ body: [app] }) }),
  route('GET /openbb/symbols', 'openbbSymbols', {
    ...open,
    handle: async (_, services) => ({
      body: (await symbolsOf(services)).flatMap(({ ticker: value, name, type, isActive }) =>
        isActive && /^(stock|fund)$/.test(type) && !value.includes('.') ? [{ label: `${value} ${name}`, value }] : [],
      ),
    }),
  }),
  rows,
]
