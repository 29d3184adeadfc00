import type { Logger } from 'pino'
import { longNameOf, settingNames } from '../config/settings.ts'
import { nearest } from '../http/nearest.ts'

const names = [...new Set(settingNames.flatMap((name) => [name, longNameOf(name)]))]
const known = new Set(names)

type Misspelt = { readonly variable: string; readonly setting: string | null }

const firstWord = (name: string): string => (name.includes('_') ? name.slice(0, name.indexOf('_')) : name.slice(0, 2))

/**
 * Variables that begin with FORMOSA_ and name no setting, and others that begin and are written almost like one.
 * Variables of AWS are those of other programs too.
 */
const misspeltSettings = (env: Readonly<Record<string, string | undefined>>): Misspelt[] =>
  Object.keys(env).flatMap((variable) => {
    if (known.has(variable) || !env[variable] || variable.startsWith('AWS_')) return []
    const isOurs = variable.startsWith('FORMOSA_')
    const isAlike = (name: string) =>
      firstWord(name) === firstWord(variable) && Math.abs(name.length - variable.length) <= 2
    const near = names.filter((name) => isOurs || isAlike(name))
    const [setting = null] = variable.length < 6 ? [] : nearest(variable, near, 1)
    return isOurs || setting !== null ? [{ variable, setting }] : []
  })

/** Warns of variables that are not settings: a misspelt one would have no effect. */
export function warnOfMisspelt(env: Readonly<Record<string, string | undefined>>, log: Logger): void {
  for (const { variable, setting } of misspeltSettings(env)) {
    const hint = setting ? `did you mean ${setting}?` : '"formosa help settings" lists the settings'
    log.warn({ variable, ...(setting ? { setting } : {}) }, `${variable} is not a setting and has no effect; ${hint}`)
  }
}
