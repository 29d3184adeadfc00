import { aliasesOf } from '../../catalogue/aliases.ts'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { datasetHints } from '../../catalogue/elsewhere.ts'
import { catalogue, type DatasetName } from '../../catalogue/index.ts'
import { code, table } from '../../http/reference/markdown.ts'

/** The differences of a column beside its name. */
const differences = ({ times, none, values, rounds }: ReturnType<typeof aliasesOf>[number]): string =>
  [
    times === undefined ? '' : `theirs × ${times.toLocaleString('en')}`,
    none === undefined ? '' : none.test('0') ? '0 there is null here' : 'X there is null here',
    rounds ? 'rounded' : '',
    values === undefined
      ? ''
      : `values: ${Object.entries(values)
          .filter(([theirs, ours]) => ours !== '' && theirs !== ours)
          .slice(0, 4)
          .map(([theirs, ours]) => `${theirs} is ${ours}`)
          .join(', ')}${Object.keys(values).length > 4 ? ' …' : ''}`,
  ]
    .filter((text) => text !== '')
    .join('; ')

/** The columns of a dataset that have another name or another meaning in FinMind; of several, the first. */
function columnRows(dataset: Dataset): string[][] {
  const rows = columnsOf(dataset).flatMap(([column]) =>
    aliasesOf(dataset, column)
      // The others are titles of the exchanges' own files.
      .filter((alias) => /^[\w]+$/.test(alias.title) && (alias.title !== column || differences(alias) !== ''))
      .map((alias) => [code(alias.title), code(column), differences(alias)]),
  )
  return rows.filter(([title], i) => rows.findIndex(([other]) => other === title) === i)
}

/** The codes of accounts that FinMind calls otherwise. */
const statement = (codes: string): string =>
  `FinMind's \`type\` is \`type\` here, and most of its codes are the same. ${codes} \`origin_name\`, the name in the filing, is the same in both, and an import goes by it. [statements.md](statements.md) lists every code with its meaning.`

/** Differences that a table of names cannot show. */
const remarks: Partial<Record<DatasetName, string>> = {
  TaiwanStockMonthRevenue:
    'In FinMind `date` is the first day of the month after that of the revenue, and `revenue_year` and `revenue_month` are numbers. Here `report_month` is the month of the revenue itself, and `start_date` and `end_date` mean it: a request for `date >= 2026-04-01` there is `start_date=2026-03-01` here.',
  TaiwanStockFinancialStatement: statement(
    '`TAX` is `IncomeTaxExpense`, `TotalConsolidatedProfitForThePeriod` is `TotalComprehensiveIncome`, `EquityAttributableToOwnersOfParent` is `NetIncomeAttributableToOwnersOfParent`, `NoncontrollingInterests` is `NetIncomeAttributableToNoncontrollingInterests`.',
  ),
  TaiwanStockBalanceSheet: statement(
    '`RightOfUseAsset` is `RightOfUseAssets`. Codes with `_per` behind them are percentages of total assets in both.',
  ),
  TaiwanStockCashFlowsStatement: statement('Amounts run from 1 January on in both.'),
  TaiwanStockInstitutionalInvestorsBuySell:
    'FinMind has one row for each investor, with `name`, `buy` and `sell`. Here a stock has one row a day, with columns for each investor.',
}

const namesThere = ({ name }: Dataset): string[] =>
  datasetHints.filter(({ dataset, isHere }) => isHere && dataset === name).map((hint) => hint.name)

const datasetTable = (): string =>
  table(
    ['other names in FinMind', 'here', 'tier', '說明'],
    (catalogue as readonly Dataset[]).map((dataset) => {
      const names = namesThere(dataset)
      return [names.map(code).join(', '), code(dataset.name), dataset.tier, dataset.title.zh]
    }),
  )

const columnTables = (): string[] =>
  (catalogue as readonly Dataset[]).flatMap((dataset) => {
    const rows = columnRows(dataset)
    const remark = remarks[dataset.name as DatasetName]
    if (rows.length === 0 && !remark) return []
    return [
      `### ${dataset.name}`,
      ...(remark ? [remark] : []),
      ...(rows.length === 0 ? [] : [table(['FinMind', 'here', 'difference'], rows)]),
    ]
  })

/** `docs/finmind.md`, for people who come from FinMind. */
export const printFinMind = (): string =>
  [
    '# Coming from FinMind',
    '<!-- Printed from the tables of names by `npm run docs`; do not edit. -->',
    'Most datasets have the names that they have in FinMind. This page lists what differs: requests, datasets, columns.',
    '## The same request',
    'FinMind:',
    '```\nGET https://api.finmindtrade.com/api/v4/data?dataset=TaiwanStockPER&data_id=2330&start_date=2026-10-01&end_date=2026-10-31&token=…\n```',
    'Here, with the address of the service and your API key, which the first start of a service prints or [signing up](accounts.md) gives. Any key reads this dataset, of the Free tier:',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a shell.
    '```sh\nexport FORMOSA_URL=${FORMOSA_URL:-http://127.0.0.1:8080} FORMOSA_KEY=${FORMOSA_KEY:-fmsa_live_…}\ncurl -H "Authorization: Bearer $FORMOSA_KEY" \\\n  "$FORMOSA_URL/v1/data/TaiwanStockPER?stock_id=2330&start_date=2026-10-01&end_date=2026-10-31"\n```',
    'In Python, where FinMind has `DataLoader().taiwan_stock_daily(stock_id="2330", start_date="2026-10-01")` ([python.md](python.md) installs the client), with a key of the Lite tier:',
    '```python\nimport formosa\n\nprices = formosa.Client().get("TaiwanStockPrice", stock_id="2330", start_date="2026-10-01")\nprint(prices.rename(columns={"trade_date": "date", "high": "max", "low": "min"}).head())\n```',
    table(
      ['FinMind', 'here'],
      [
        ['`dataset=NAME`', 'in the path: `/v1/data/NAME`; an unknown name is a 404 that suggests ours'],
        ['`data_id=2330`, one id', '`stock_id=2330,2317`, up to 500 ids; left out, all ids'],
        ['`start_date`, `end_date`, at least one', 'the same names, both optional and included'],
        [
          '`token=…` or a Bearer header',
          '`Authorization: Bearer …` alone: a key in an address ends up in logs, and is refused',
        ],
        [
          'one response with everything',
          'pages of `limit` rows and a `cursor`; the clients and `formosa get` read all pages',
        ],
        [
          'oldest row first',
          'newest row first; `sort=asc` for the oldest first, which is what `get` of the Python client does',
        ],
        ['`{ "msg", "status", "data" }`', '`{ "dataset", "tier_used", "count", "data", "cursor" }`'],
        [
          '`/datalist`, ids of a dataset',
          '`GET /v1/data/TaiwanStockOverview` for securities; an id that does not exist is named in `X-Warning`',
        ],
        ['`/translation`, names of columns', '[datasets.md](datasets.md) and `/openapi.json`, in both languages'],
        [
          '402 when the calls of the hour are used up',
          '429 with `retry_after_seconds`; every response says how many calls are left',
        ],
        ['`user_info`', '`GET /v1/key/info`'],
        ['numbers are floats', 'decimals are text, exact; the Python client gives floats or `Decimal`'],
        ['0 for a price on a day without a trade', '`null`'],
        ['lots in some datasets, shares in others', 'shares everywhere'],
      ],
    ),
    'Other names of parameters are refused with ours: [errors.md](errors.md#names-from-elsewhere) lists them. Files that you have from FinMind can be imported as they are: [import.md](import.md).',
    '## Datasets',
    'Where the first column is empty, FinMind has the dataset under the same name, or does not have it.',
    datasetTable(),
    '### Not offered here',
    table(
      ['FinMind', 'nearest here'],
      datasetHints.filter(({ isHere }) => !isHere).map(({ name, dataset }) => [code(name), code(dataset)]),
    ),
    '## Columns',
    'Columns that have another name, unit or spelling. Those that are not listed have the same name in both, or exist here alone; [datasets.md](datasets.md) describes every column.',
    ...columnTables(),
  ].join('\n\n') + '\n'
