import { settingsOf } from '../../config/settings.ts'
import { type Flag, group } from '../command.ts'

const lake = settingsOf('origin', 'lake')
const format: Flag = { about: 'table, csv or json', value: 'NAME', default: 'table' }

export const data = group('Data', settingsOf('origin', 'lake', 'objects'), [
  {
    name: 'datasets',
    about: 'List the datasets with their tier, category, rows and dates.',
    more: 'With --url or FORMOSA_URL those of a service, else those of this machine. Where the lake is empty, rows and dates are null.',
    flags: { json: { about: 'as JSON instead of a table' } },
    settings: settingsOf('origin', 'lake', 'address', 'credentials'),
    example: 'formosa datasets --json',
    load: async () => (await import('../reading/datasets.ts')).datasets,
  },
  {
    name: 'sql',
    about: 'Run one read-only SELECT over the current version.',
    more: 'Tables have the names of their datasets, or the same in snake_case. With --url or FORMOSA_URL a service runs it (Plus), else this machine, which sets no limits.',
    operands: [['STATEMENT', 'one SELECT, in quotes']],
    flags: {
      format,
      'max-rows': { about: 'most rows of a service, 1 to 10000; 1000 when left out', value: 'N' },
      'as-of': { about: 'tables of a service as they were known on a date, or at an instant', value: 'TIME' },
      explain: { about: 'print what a service would read, and the calls that it would cost' },
    },
    settings: settingsOf('origin', 'lake', 'address', 'credentials'),
    example: 'formosa sql "select stock_id, close from TaiwanStockPrice limit 5"',
    load: async () => (await import('../reading/runSql.ts')).runSql,
  },
  {
    name: 'ask',
    about: 'Answer a question in Chinese or English with rows of the current version.',
    more: 'With --url or FORMOSA_URL a service answers (Plus), else this machine.',
    operands: [['QUESTION …', 'the question, in quotes or as several words']],
    flags: {
      'max-rows': { about: 'most rows to show, 1 to 1000', value: 'N', default: '100' },
      explain: { about: 'print the representation and the SQL instead of rows' },
      why: { about: 'print how the question is read: what it may mean, with probabilities, and what is left out' },
      format,
    },
    settings: settingsOf('origin', 'lake', 'questions', 'address', 'credentials'),
    example: 'formosa ask "台積電近五日收盤價"',
    load: async () => (await import('../reading/askQuestion.ts')).askQuestion,
  },
  {
    name: 'refresh',
    about: 'Publish what is due: trading days of the market in a box, or rows of the publishers.',
    flags: {
      days: { about: 'publish this many further days, whatever the clock says (demo)', value: 'N' },
      only: { about: 'these datasets alone, separated by commas (live)', value: 'NAMES' },
      'dry-run': { about: 'list what would be requested and how long it takes; request nothing (live)' },
    },
    settings: settingsOf('origin', 'lake', 'objects', 'market', 'publishers'),
    example: 'formosa refresh --days 1',
    load: async () => (await import('../lake/market.ts')).refresh,
  },
  {
    name: 'verify',
    about: 'Check the current version: checksums, counts, key order, manifest, pages.',
    more: 'The exit code is 1 where something is damaged.',
    settings: lake,
    load: async () => (await import('../lake/lake.ts')).verify,
  },
  {
    name: 'rebuild',
    about: 'Make the pages that are served from the current version of the lake.',
    flags: {
      anew: { about: 'make every page file anew, also those that are up to date' },
      mend: { about: 'read every page file and make those anew that are damaged' },
    },
    example: 'formosa rebuild --anew',
    load: async () => (await import('../lake/pages.ts')).rebuild,
  },
  {
    name: 'market build',
    about: 'Build the market in a box, in the place of the one that is there.',
    flags: {
      full: { about: 'a market of the full size instead: 20 years of 2,470 securities, 279 million rows' },
      years: { about: 'years of a market of the full size, 1 to 20; 20 when left out', value: 'N' },
      copies: { about: 'securities for each simulated one in it, 1 to 10; 10 when left out', value: 'N' },
      only: { about: 'fill these datasets alone, separated by commas', value: 'NAMES' },
      again: { about: 'build what the lake holds once more from the same seed, where a file of it is damaged' },
      through: { about: 'newest trading day to build; the newest that is due when left out', value: 'DATE' },
    },
    settings: settingsOf('origin', 'lake', 'objects', 'market'),
    example: 'formosa market build --through 2026-11-13',
    load: async () => (await import('../lake/market.ts')).marketBuild,
  },
  {
    name: 'market status',
    about: 'Print which market the lake holds, its last day and its size.',
    settings: lake,
    load: async () => (await import('../lake/market.ts')).marketStatus,
  },
  {
    name: 'objects status',
    about: 'Print the newest version in the object store: sequence, files, bytes, age.',
    flags: { json: { about: 'as JSON instead of a table' } },
    example: 'formosa objects status --objects s3://bucket/prefix',
    load: async () => (await import('../objects/objects.ts')).status,
  },
  {
    name: 'objects publish',
    about: 'Publish the current version to the object store, as every refresh, build and import does.',
    flags: { replace: { about: 'also where the newest version there is of another home' } },
    load: async () => (await import('../objects/objects.ts')).publish,
  },
  {
    name: 'objects verify',
    about: 'Read back every object of every version and check its SHA-256.',
    more: 'The Iceberg tables are checked too. The exit code is 1 where something is missing or damaged.',
    flags: {
      mend: { about: 'send objects again that are missing or damaged and that this home has, and files of tables' },
    },
    load: async () => (await import('../objects/objects.ts')).verify,
  },
  {
    name: 'objects gc',
    about: 'Remove old versions from the object store, and objects that no version needs.',
    more: 'Their snapshots leave the Iceberg tables.',
    flags: {
      keep: { about: 'versions to keep whatever their age, 2 or more', value: 'N', default: '10' },
      grace: { about: 'hours that nothing is removed for, 24 or more', value: 'HOURS', default: '48' },
      'dry-run': { about: 'only say what would be removed' },
    },
    example: 'formosa objects gc --keep 30',
    load: async () => (await import('../objects/objects.ts')).gc,
  },
])
