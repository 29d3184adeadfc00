import type { Label } from '../fields.ts'
import type { SettingName, SettingValues } from './settings.ts'

/** A setting that does not fit the others, and why. */
type Misfit = { readonly param: SettingName; readonly reason: Label }
type Rule = (values: SettingValues) => readonly Misfit[] | Misfit | false

const misfit = (param: SettingName, en: string, zh: string): Misfit => ({ param, reason: { en, zh } })

/** Those of some settings that have no value. */
const missing = <N extends SettingName>(values: SettingValues, ...names: N[]): N[] =>
  names.filter((name) => values[name] === undefined)

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(127\.|localhost$|\[::1\]$)/.test(URL.parse(address)?.hostname ?? '')

/** Whether a listening address stands for all interfaces: no link can lead there. */
export const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::', '[::]', '0'].includes(host)

const clockIsForTests: Rule = ({ FORMOSA_ORIGIN, FORMOSA_NOW, FORMOSA_CLOCK_FILE, FORMOSA_SOURCES_URL }) =>
  FORMOSA_ORIGIN === 'live' &&
  (FORMOSA_NOW ?? FORMOSA_CLOCK_FILE) !== undefined &&
  !isLoopback(FORMOSA_SOURCES_URL) &&
  misfit(
    'FORMOSA_NOW',
    'and FORMOSA_CLOCK_FILE are for the origin demo, or for publishers on this machine (FORMOSA_SOURCES_URL)',
    '僅限模擬資料，或資料發布者位於本機時使用',
  )

const databaseNeedsSecret: Rule = ({ DATABASE_URL, FORMOSA_SECRET }) =>
  DATABASE_URL !== undefined &&
  FORMOSA_SECRET === undefined &&
  misfit('FORMOSA_SECRET', 'is required with DATABASE_URL, the same on every machine', '使用 DATABASE_URL 時必須設定')

/** Publishers ban clients that ask too fast; a publisher on this machine does not. */
const paceIsPolite: Rule = ({ FORMOSA_PACE, FORMOSA_SOURCES_URL }) =>
  Number(FORMOSA_PACE) < (isLoopback(FORMOSA_SOURCES_URL) ? 0 : 1) &&
  misfit('FORMOSA_PACE', 'must be 1 or more: publishers ban whoever asks faster', '必須大於或等於 1')

const linksNeedAddress: Rule = (values) =>
  isEveryAddress(values.HOST) &&
  values.PUBLIC_URL === undefined &&
  (['SMTP_URL', 'STRIPE_SECRET_KEY'] as const)
    .filter((name) => values[name] !== undefined)
    .map((name) =>
      misfit(
        'PUBLIC_URL',
        `is required with ${name} where HOST is ${values.HOST}: links need an address that people can open`,
        '為必填：連結需要使用者可以開啟的網址',
      ),
    )

const stripeIsComplete: Rule = (values) => {
  const all = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_LITE', 'STRIPE_PRICE_PLUS'] as const
  const lacking = missing(values, ...all)
  return (
    lacking.length < all.length &&
    lacking.map((name) => misfit(name, 'is missing: Stripe needs all four of its settings', '缺少此設定'))
  )
}

const modelIsNamed: Rule = (values) =>
  values.ASK_ENGINE !== 'embedded' &&
  missing(values, 'ASK_MODEL_URL', 'ASK_MODEL').map((name) =>
    misfit(name, `is required with ASK_ENGINE=${values.ASK_ENGINE}`, '為必填'),
  )

/** The variables are those of other programs too: they are read only where a store is named. */
const storeIsReachable: Rule = (values) => {
  if (values.FORMOSA_OBJECTS === undefined) return false
  const addresses = (['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'] as const)
    .filter((name) => values[name] !== undefined && !/^https?:$/.test(URL.parse(values[name])?.protocol ?? ''))
    .map((name) =>
      misfit(name, 'must be an address that begins with http:// or https://', '必須為 http:// 或 https:// 開頭的網址'),
    )
  const [one, other] = missing(values, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
  return one === undefined || other !== undefined
    ? addresses
    : [...addresses, misfit(one, 'is missing: the access key and its secret go together', '缺少此設定')]
}

/** The processes of one installation share store, database and counters. */
const rolesShare: Rule = (values) =>
  values.FORMOSA_ROLE !== 'all' &&
  missing(values, 'FORMOSA_OBJECTS', 'DATABASE_URL', 'REDIS_URL').map((name) =>
    misfit(
      name,
      `is required with FORMOSA_ROLE=${values.FORMOSA_ROLE}, the same on every machine`,
      `FORMOSA_ROLE=${values.FORMOSA_ROLE} 時必須設定，且每台機器相同`,
    ),
  )

/** Every machine must offer the same terms to agents. */
const rolesArePaidAlike: Rule = ({ FORMOSA_ROLE, FORMOSA_ORIGIN, AGENT_PAY_MODE, AGENT_PAY_TO }) => {
  const mode = AGENT_PAY_MODE ?? (FORMOSA_ORIGIN === 'demo' ? 'verify-only' : 'off')
  if (FORMOSA_ROLE === 'all' || mode === 'off') return false
  return (
    AGENT_PAY_TO === undefined &&
    misfit(
      'AGENT_PAY_TO',
      `is required with FORMOSA_ROLE=${FORMOSA_ROLE}, the same on every machine; or set AGENT_PAY_MODE=off`,
      '為必填，且每台機器相同；或設定 AGENT_PAY_MODE=off',
    )
  )
}

const rules: readonly Rule[] = [
  clockIsForTests,
  databaseNeedsSecret,
  paceIsPolite,
  linksNeedAddress,
  stripeIsComplete,
  modelIsNamed,
  storeIsReachable,
  rolesShare,
  rolesArePaidAlike,
]

/** Every setting that does not fit the others. */
export const misfitsIn = (values: SettingValues): Misfit[] => rules.flatMap((rule) => rule(values) || [])
