import { aliasesOf } from '../../catalogue/aliases.ts'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { datasetHints } from '../../catalogue/elsewhere.ts'
import { contractDatasets, type DatasetName } from '../../catalogue/index.ts'
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
    (contractDatasets as readonly Dataset[]).map((dataset) => {
      const names = namesThere(dataset)
      return [names.map(code).join(', '), code(dataset.name), dataset.tier, dataset.title.zh]
    }),
  )

const notOffered = (): string =>
  table(
    ['FinMind', 'nearest here'],
    datasetHints.filter(({ isHere }) => !isHere).map(({ name, dataset }) => [code(name), code(dataset)]),
  )

const columnTables = (): string =>
  (contractDatasets as readonly Dataset[])
    .flatMap((dataset) => {
      const rows = columnRows(dataset)
      const remark = remarks[dataset.name as DatasetName]
      if (rows.length === 0 && !remark) return []
      return [
        `### ${dataset.name}`,
        ...(remark ? [remark] : []),
        ...(rows.length === 0 ? [] : [table(['FinMind', 'here', 'difference'], rows)]),
      ]
    })
    .join('\n\n')

/** The tables of docs/finmind.md: datasets, those that are not offered, columns. */
export const printFinMind = (): string[] => [datasetTable(), notOffered(), columnTables()]
