import type { Label } from '../fields.ts'
import type { SettingName, SettingValues } from './settings.ts'

/** A setting that does not fit the others, and why. */
type Misfit = { readonly param: SettingName; readonly reason: Label }
type Rule = (values: SettingValues) => readonly Misfit[]

const misfit = (param: SettingName, en: string, zh: string): Misfit => ({ param, reason: { en, zh } })

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(127\.|localhost$|\[::1\]$)/.test(URL.parse(address)?.hostname ?? '')

/** Whether a listening address stands for all interfaces: no link can lead there. */
export const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::', '[::]', '0'].includes(host)

const clockIsForTests: Rule = ({ FORMOSA_ORIGIN, FORMOSA_NOW, FORMOSA_CLOCK_FILE, FORMOSA_SOURCES_URL }) =>
  FORMOSA_ORIGIN === 'live' && (FORMOSA_NOW ?? FORMOSA_CLOCK_FILE) !== undefined && !isLoopback(FORMOSA_SOURCES_URL)
    ? [
        misfit(
          'FORMOSA_NOW',
          'and FORMOSA_CLOCK_FILE are for the origin demo, or for publishers on this machine (FORMOSA_SOURCES_URL)',
          '僅限模擬資料，或資料發布者位於本機時使用',
        ),
      ]
    : []

const databaseNeedsSecret: Rule = ({ DATABASE_URL, FORMOSA_SECRET }) =>
  DATABASE_URL !== undefined && FORMOSA_SECRET === undefined
    ? [
        misfit(
          'FORMOSA_SECRET',
          'is required with DATABASE_URL, the same on every machine',
          '使用 DATABASE_URL 時必須設定',
        ),
      ]
    : []

/** Publishers ban clients that ask too fast; a publisher on this machine does not. */
const paceIsPolite: Rule = ({ FORMOSA_PACE, FORMOSA_SOURCES_URL }) =>
  Number(FORMOSA_PACE) < (isLoopback(FORMOSA_SOURCES_URL) ? 0 : 1)
    ? [misfit('FORMOSA_PACE', 'must be 1 or more: publishers ban whoever asks faster', '必須大於或等於 1')]
    : []

const linksNeedAddress: Rule = (values) =>
  isEveryAddress(values.HOST) && values.PUBLIC_URL === undefined
    ? (['SMTP_URL', 'STRIPE_SECRET_KEY'] as const)
        .filter((name) => values[name] !== undefined)
        .map((name) =>
          misfit(
            'PUBLIC_URL',
            `is required with ${name} where HOST is ${values.HOST}: links need an address that people can open`,
            '為必填：連結需要使用者可以開啟的網址',
          ),
        )
    : []

const stripeIsComplete: Rule = (values) => {
  const all = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_LITE', 'STRIPE_PRICE_PLUS'] as const
  const missing = all.filter((name) => values[name] === undefined)
  return missing.length === all.length
    ? []
    : missing.map((name) => misfit(name, 'is missing: Stripe needs all four of its settings', '缺少此設定'))
}

const modelIsNamed: Rule = (values) =>
  values.ASK_ENGINE === 'embedded'
    ? []
    : (['ASK_MODEL_URL', 'ASK_MODEL'] as const)
        .filter((name) => values[name] === undefined)
        .map((name) => misfit(name, `is required with ASK_ENGINE=${values.ASK_ENGINE}`, '為必填'))

const rules: readonly Rule[] = [
  clockIsForTests,
  databaseNeedsSecret,
  paceIsPolite,
  linksNeedAddress,
  stripeIsComplete,
  modelIsNamed,
]

/** Every setting that does not fit the others. */
export const misfitsIn = (values: SettingValues): Misfit[] => rules.flatMap((rule) => rule(values))
