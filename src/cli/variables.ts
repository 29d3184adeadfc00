import type { Logger } from 'pino'
import { longNameOf, settingNames } from '../config/settings.ts'
import { twiceIn } from '../config.ts'
import { distance, nearest } from '../http/request/nearest.ts'

const names = [...new Set(settingNames.flatMap((name) => [name, longNameOf(name)]))]
const known = new Set(names)

type Misspelt = { readonly variable: string; readonly setting: string | null }

const firstWord = (name: string): string => (name.includes('_') ? name.slice(0, name.indexOf('_')) : name.slice(0, 2))
const lettersOf = (name: string): string => [...name].sort().join('')

/** Kubernetes sets these for a Service whose name begins with formosa. */
const isOfKubernetes = (variable: string): boolean =>
  /_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)$/.test(variable)

/** True for a variable that is written almost like a name, so that it can hardly be one of another program. */
function isAlmost(variable: string, name: string): boolean {
  const { length } = variable
  const mostEdits = length < 12 ? 1 : 2
  if (Math.abs(name.length - length) > mostEdits || distance(variable, name) > mostEdits) return false
  const isLong = (length >= 8 && variable.includes('_')) || (length >= 6 && firstWord(name) === firstWord(variable))
  return isLong || lettersOf(variable) === lettersOf(name)
}

/**
 * Variables that begin with FORMOSA_ and name no setting, and others that are written almost like one. Variables of AWS
 * are those of other programs too.
 */
const misspeltSettings = (env: Readonly<Record<string, string | undefined>>): Misspelt[] =>
  Object.keys(env).flatMap((variable) => {
    if (known.has(variable) || !env[variable] || variable.startsWith('AWS_')) return []
    const isOurs = variable.startsWith('FORMOSA_')
    if (isOurs && isOfKubernetes(variable)) return []
    const [setting = null] = nearest(
      variable,
      names.filter((name) => isOurs || isAlmost(variable, name)),
      1,
    )
    return isOurs || setting !== null ? [{ variable, setting }] : []
  })

/** Warns of variables that have no effect: misspelt settings, and the short name where both have a value. */
export function warnOfVariables(env: Readonly<Record<string, string | undefined>>, log: Logger): void {
  for (const { variable, setting } of misspeltSettings(env)) {
    const hint = setting ? `did you mean ${setting}?` : '"formosa help settings" lists the settings'
    log.warn({ variable, ...(setting ? { setting } : {}) }, `${variable} is not a setting and has no effect; ${hint}`)
  }
  for (const variable of twiceIn(env)) {
    const setting = longNameOf(variable)
    log.warn(
      { variable, setting },
      `${variable} and ${setting} are one setting; ${setting} holds, ${variable} has no effect`,
    )
  }
}
