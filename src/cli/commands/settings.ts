import { type SettingName, settingNames } from '../../config.ts'

/** Settings by what they concern, for the commands that read them. */

const beginningWith = (prefix: string): readonly SettingName[] => settingNames.filter((name) => name.startsWith(prefix))

export const general = ['FORMOSA_HOME', 'LOG_LEVEL', 'FORMOSA_NOW', 'FORMOSA_CLOCK_FILE'] as const
export const lake = [...general, 'FORMOSA_ORIGIN', 'FORMOSA_MEMORY', 'FORMOSA_RESERVE'] as const
export const accounts = [...general, 'FORMOSA_SECRET', 'DATABASE_URL'] as const
export const publishers = [
  ...lake,
  'FORMOSA_ACCEPT_TERMS',
  'FORMOSA_SOURCES_URL',
  'FORMOSA_PACE',
  'FORMOSA_US_STOCKS',
  'FORMOSA_RAW_DAYS',
] as const
export const questions = [...lake, ...beginningWith('ASK_')]
export const payments = [...accounts, 'FORMOSA_ORIGIN', ...beginningWith('AGENT_PAY_')] as const
