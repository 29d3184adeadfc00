import { settingsOf } from '../../config/settings.ts'
import { group } from '../command.ts'

const dataset = ['DATASET', 'the dataset, as "formosa datasets" lists them'] as const

export const reading = group('Reading from a service', settingsOf('address', 'credentials'), [
  {
    name: 'get',
    about: 'Download the rows of a dataset into a file, or to standard output.',
    more: 'A download that was stopped goes on where it was when the same command runs again: FILE.part holds the rows so far and FILE.part.json the place. FILE appears when all rows are in it, in place of an older one, and a line on standard error says so. Arrow is an IPC file (FILE.arrow); with FILE.arrows and on standard output it is an IPC stream, as the service sends it.',
    operands: [dataset],
    flags: {
      stock: { about: 'ids, separated by commas', value: 'IDS', parameter: 'stock_id' },
      from: { about: 'first key date', value: 'DATE', parameter: 'start_date' },
      to: { about: 'last key date', value: 'DATE', parameter: 'end_date' },
      columns: { about: 'these columns alone, separated by commas', value: 'NAMES' },
      sort: { about: 'desc, newest first, or asc', value: 'ORDER', default: 'desc' },
      period: { about: 'quarterly, annual or cumulative, of financial statements', value: 'NAME' },
      'as-of': { about: 'rows as they were known then: a date, or an instant', value: 'WHEN', parameter: 'as_of' },
      'known-by': {
        about: 'rows whose time is known so: observed, filed, deadline, unknown',
        value: 'NAMES',
        parameter: 'known_by',
      },
      'include-inactive': { about: 'also delisted securities' },
      'include-expired': { about: 'also matured and terminated bonds' },
      'max-rows': { about: 'stop after so many rows', value: 'N', parameter: 'limit' },
      'page-rows': { about: 'rows of a request, 1 to 10000', value: 'N', default: '10000' },
      out: { about: 'file to write; standard output when left out, or -', value: 'FILE' },
      format: {
        about: 'csv, json, ndjson, parquet or arrow; by the ending of --out, or csv, when left out',
        value: 'NAME',
      },
      strict: { about: 'fail where an id has no rows or a flag does not apply to the dataset, instead of a warning' },
      anew: { about: 'start over where a part of the file is there' },
      'dry-run': { about: 'print rows, bytes and calls of the query; download nothing' },
    },
    example: 'formosa get TaiwanStockPER --stock 2330,2317 --from 2026-01-01 --out ratios.csv',
    load: async () => (await import('../reading/get.ts')).get,
  },
  {
    name: 'sync',
    about: 'Keep the Parquet files of a service in a folder; fetch only what changed.',
    more: 'DIR/TaiwanStockPER/*.parquet holds the rows of that dataset, and mirror.json the version. A file is replaced when the new one is whole and its SHA-256 is right. Where a request of changes is less than the changed files of a dataset (up to a fourth as many changes as they have rows), they are made from the files before and those changes; the SHA-256 decides, and what differs is fetched. A run that was stopped goes on where it was.',
    operands: [['DIR', 'the folder of the mirror']],
    flags: {
      only: { about: 'these datasets alone, separated by commas', value: 'NAMES' },
      verify: { about: 'read every file of the mirror and fetch those that are damaged' },
    },
    example: 'formosa sync mirror --only TaiwanStockPER,TaiwanStockOverview',
    load: async () => (await import('../reading/sync.ts')).sync,
  },
  {
    name: 'describe',
    about: 'Print what a service says of a dataset: columns, units, notes, first and last day.',
    operands: [dataset],
    flags: { json: { about: 'as JSON instead of text' } },
    example: 'formosa describe TaiwanStockPrice',
    load: async () => (await import('../reading/describe.ts')).describe,
  },
  {
    name: 'quota',
    about: 'Print the tier of the key and the calls that are left in the hour.',
    flags: {
      calls: { about: 'also print when so many calls will be free', value: 'N' },
      json: { about: 'as JSON instead of text' },
    },
    example: 'formosa quota --calls 500',
    load: async () => (await import('../reading/quota.ts')).quota,
  },
  {
    name: 'completion',
    about: 'Print the completion of commands, flags and datasets for a shell.',
    operands: [['SHELL', 'bash, zsh or fish']],
    settings: settingsOf(),
    more: 'Save it where the shell looks: bash in ~/.local/share/bash-completion/completions/formosa, zsh as _formosa in a folder of $fpath, fish in ~/.config/fish/completions/formosa.fish.',
    example: 'formosa completion bash',
    load: async () => (await import('../completion.ts')).completion,
  },
])
