import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { misfitsIn } from './config/rules.ts'
import { longNameOf, type SettingName, type SettingValues, settings } from './config/settings.ts'
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

/** The value of a setting in an environment, by its short or its long name. */
export function valueIn(env: Readonly<Record<string, string | undefined>>, name: SettingName): string | undefined {
  const long = longNameOf(name)
  const [own, other] = [env[name] || undefined, env[long] || undefined]
  if (own !== undefined && other !== undefined && own !== other)
    throw new SettingError(`Bad settings: ${name} and ${long} are one setting and have different values; give one.`)
  return own ?? other
}

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
