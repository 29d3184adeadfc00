import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { misfitsIn } from './config/rules.ts'
import { longNameOf, type SettingName, type SettingValues, settingNames, settings } from './config/settings.ts'
import { memoryBytesOf } from './config/values.ts'
import { SettingError } from './errors.ts'
import { read } from './fields.ts'

/** The settings after validation, and the values derived from them. */
export type Config = Omit<SettingValues, 'WORKERS'> & {
  readonly WORKERS: number
  /** The control plane's file. */
  readonly storePath: string
  /** `FORMOSA_RESERVE` in bytes. */
  readonly reserveBytes: number
  /** `FORMOSA_CACHE` in bytes. */
  readonly cacheBytes: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** The value under a long name. Kubernetes sets FORMOSA_PORT=tcp://… where a Service is named formosa: that is none. */
const longValueIn = (env: Environment, name: SettingName): string | undefined => {
  const value = env[longNameOf(name)] || undefined
  return name.endsWith('PORT') && /^(tcp|udp|sctp):\/\//.test(value ?? '') ? undefined : value
}

/** The value of a setting in an environment. The long name wins: platforms and images set PORT and HOST themselves. */
export const valueIn = (env: Environment, name: SettingName): string | undefined =>
  longValueIn(env, name) ?? (env[name] || undefined)

/** Settings that have different values under their two names. */
export const twiceIn = (env: Environment): SettingName[] =>
  settingNames.filter((name) => env[name] && env[name] !== valueIn(env, name))

/** Reads and validates every setting; reports all faults in one sentence. */
export function readConfig(raw: (name: SettingName) => string | undefined): Config {
  // An empty value is none.
  const { values, faults } = read(settings, (name) => raw(name as SettingName) || undefined)
  const all = [...faults, ...misfitsIn(values)]
  if (all.length > 0)
    throw new SettingError(`Bad settings: ${all.map(({ param, reason }) => `${param} ${reason.en}`).join('; ')}.`)
  const home = resolve(values.FORMOSA_HOME)
  return {
    ...values,
    FORMOSA_HOME: home,
    WORKERS: values.WORKERS ?? availableParallelism(),
    storePath: join(home, 'control.sqlite'),
    reserveBytes: memoryBytesOf(values.FORMOSA_RESERVE),
    cacheBytes: memoryBytesOf(values.FORMOSA_CACHE),
  }
}
