import { settingsOf } from '../../config/settings.ts'
import { group } from '../command.ts'

const publishers = settingsOf('origin', 'lake', 'objects', 'publishers')

export const live = group('Live data (with --origin live)', settingsOf('origin', 'lake'), [
  {
    name: 'backfill',
    about: 'Request past days from the publishers, the newest first.',
    more: 'A run that was stopped goes on where it was.',
    flags: {
      from: { about: 'first day', value: 'DATE' },
      to: { about: 'last day', value: 'DATE' },
      only: { about: 'these datasets alone, separated by commas', value: 'NAMES' },
      'dry-run': { about: 'say how many requests there are and how long they take; request nothing' },
    },
    settings: publishers,
    example: 'formosa backfill --origin live --from 2026-11-02 --to 2026-11-06',
    load: async () => (await import('../lake/live.ts')).backfill,
  },
  {
    name: 'import',
    about: 'Load the rows of a CSV or Parquet file, or raw answers of a publisher, checked like all others.',
    operands: [['[FILE …]', 'the file to read; several with --feed']],
    flags: {
      dataset: { about: 'the dataset of the rows', value: 'NAME' },
      map: { about: 'columns of the file by name: THEIRS=OURS, separated by commas', value: 'PAIRS' },
      set: { about: 'one value for all rows of a column: COLUMN=VALUE, separated by commas', value: 'PAIRS' },
      repeats: {
        about: 'rows that share a key and differ: reject them, or keep the first or the last',
        value: 'WHICH',
        default: 'reject',
      },
      feed: { about: 'the file is a raw answer that this feed reads; list names the feeds', value: 'FEED' },
      date: { about: 'with --feed: the day of an answer that does not tell it', value: 'DATE' },
      id: { about: 'with --feed: the id of an answer about one', value: 'ID' },
      'dry-run': { about: 'report the result without changing anything' },
      json: { about: 'the report as JSON instead of text' },
    },
    settings: settingsOf('origin', 'lake', 'objects'),
    example: 'formosa import prices.csv --origin live --dataset TaiwanStockPrice --map date=trade_date',
    load: async () => (await import('../lake/import.ts')).importCommand,
  },
  {
    name: 'replay',
    about: 'Read archived responses again, as after a fix of their reader, and load their rows.',
    more: 'No publisher is asked. Without --only, responses that could not be read are read again.',
    flags: {
      only: { about: 'responses for these datasets, separated by commas', value: 'NAMES' },
      from: { about: 'responses about days from this one on', value: 'DATE' },
      to: { about: 'responses about days up to this one', value: 'DATE' },
      'allow-removals': { about: 'with --only: remove rows that a response leaves out, however many' },
    },
    settings: publishers,
    example: 'formosa replay --origin live --only TaiwanStockPER',
    load: async () => (await import('../lake/live.ts')).replay,
  },
  {
    name: 'reports',
    about: 'List the last runs that asked the publishers.',
    example: 'formosa reports --origin live',
    load: async () => (await import('../lake/live.ts')).reports,
  },
  {
    name: 'report',
    about: 'Print the report of a run as JSON.',
    operands: [['[RUN]', 'the number of the run; the last one when left out']],
    example: 'formosa report 12 --origin live',
    load: async () => (await import('../lake/live.ts')).report,
  },
  {
    name: 'quarantine',
    about: 'List rows that were kept out of the lake, with the rule they break.',
    flags: {
      only: { about: 'rows of this dataset', value: 'NAMES' },
      rule: { about: 'rows that break this rule', value: 'NAME' },
      all: { about: 'also rows that a good one has replaced since' },
      json: { about: 'as JSON, with the whole rows, all of them' },
    },
    example: 'formosa quarantine --origin live --only TaiwanStockPrice',
    load: async () => (await import('../lake/live.ts')).quarantine,
  },
  {
    name: 'archive prune',
    about: 'Remove raw responses whose rows are published.',
    more: 'Responses about days that are missing, failed or in quarantine stay.',
    flags: {
      'older-than': { about: 'responses requested longer ago than this', value: 'DAYSd' },
      'dry-run': { about: 'only say what would be removed' },
    },
    settings: publishers,
    example: 'formosa archive prune --origin live --older-than 400d',
    load: async () => (await import('../lake/live.ts')).archivePrune,
  },
])
