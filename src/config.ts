import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { OperatorError } from './errors.ts'
import { type Field, type Fields, integer, oneOf, optional, read, text, type Values, withDefault } from './fields.ts'

/** Every setting: an environment variable, and a flag of the same name in lower case without the prefix. */
const settings = {
  HOST: withDefault(text('Address the service listens on', '服務監聽的位址'), '127.0.0.1'),
  PORT: withDefault(
    integer('Port the service listens on; 0 picks a free one', '服務監聽的連接埠，0 表示自動挑選', {
      min: 0,
      max: 65_535,
    }),
    8080,
  ),
  FORMOSA_HOME: withDefault(text('Folder for everything the service writes', '服務寫入所有資料的資料夾'), './data'),
  FORMOSA_ORIGIN: withDefault(
    oneOf(
      ['demo', 'live'],
      'Where rows come from: the market in a box, or the exchanges',
      '資料來源：模擬市場或交易所',
    ),
    'demo',
  ),
  FORMOSA_SEED: withDefault(
    integer('Seed of the market in a box; another seed is another market', '模擬市場的亂數種子', {
      min: 0,
      max: 2_147_483_647,
    }),
    1,
  ),
  FORMOSA_MEMORY: withDefault(
    text('Memory the lake may use while it writes, e.g. 1GB', '寫入資料湖時可用的記憶體，例如 1GB'),
    '1GB',
  ),
  FORMOSA_SECRET: optional(
    text(
      'Secret that keys, cursors and sessions derive from; made in the home folder when left out',
      '金鑰、cursor 與工作階段所依據的密鑰',
    ),
  ),
  WORKERS: optional(
    integer(
      'Threads that answer requests; as many as there are cores when left out',
      '處理請求的執行緒數，預設為核心數',
      { min: 1, max: 64 },
    ),
  ),
  FORMOSA_NOW: optional(
    text('Instant the clock starts at (demo only), e.g. 2026-11-13T18:00:00+08:00', '時鐘的起始時刻（僅限模擬資料）'),
  ),
  FORMOSA_CLOCK_FILE: optional(
    text(
      'File with the present instant, read at each look (tests, demo only)',
      '記載目前時刻的檔案，每次讀取（測試用）',
    ),
  ),
  LOG_LEVEL: withDefault(
    oneOf(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'Least important kind of log line to write',
      '記錄檔的最低等級',
    ),
    'info',
  ),
} satisfies Fields

export type Config = Omit<Values<typeof settings>, 'WORKERS'> & {
  readonly WORKERS: number
  /** The control plane's file. */
  readonly storePath: string
}
export type SettingName = keyof typeof settings

export const settingNames = Object.keys(settings) as SettingName[]
export const settingOf = (name: SettingName): Field => settings[name]

/** `FORMOSA_HOME` is `--home`, `LOG_LEVEL` is `--log-level`. */
export const flagOf = (name: SettingName): string =>
  name
    .replace(/^FORMOSA_/, '')
    .toLowerCase()
    .replaceAll('_', '-')

/** Reads and checks every setting; what is wrong with any of them is one sentence. */
export function readConfig(raw: (name: SettingName) => string | undefined): Config {
  const { values, faults } = read(settings, (name) => {
    const given = raw(name as SettingName)
    return given === '' ? undefined : given
  })
  if (!/^\d+(\.\d+)?\s?(MB|GB|MiB|GiB)$/.test(values.FORMOSA_MEMORY ?? '1GB'))
    faults.push({
      param: 'FORMOSA_MEMORY',
      reason: { en: 'must be an amount of memory, e.g. 512MB or 1GB', zh: '必須為記憶體大小，例如 1GB' },
    })
  if (values.FORMOSA_NOW !== undefined && !isInstant(values.FORMOSA_NOW))
    faults.push({
      param: 'FORMOSA_NOW',
      reason: { en: 'must be an instant with an offset, e.g. 2026-11-13T18:00:00+08:00', zh: '必須為帶時區的時刻' },
    })
  if (values.FORMOSA_ORIGIN === 'live' && (values.FORMOSA_NOW !== undefined || values.FORMOSA_CLOCK_FILE !== undefined))
    faults.push({
      param: 'FORMOSA_NOW',
      reason: { en: 'and FORMOSA_CLOCK_FILE are for the origin demo only', zh: '僅限模擬資料使用' },
    })
  if (faults.length > 0)
    throw new OperatorError(`Bad settings: ${faults.map(({ param, reason }) => `${param} ${reason.en}`).join('; ')}.`)
  const home = resolve(values.FORMOSA_HOME)
  return {
    ...values,
    FORMOSA_HOME: home,
    WORKERS: values.WORKERS ?? availableParallelism(),
    storePath: join(home, 'control.sqlite'),
  }
}

const isInstant = (raw: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(raw) && !Number.isNaN(Date.parse(raw))
