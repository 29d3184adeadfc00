import { flagOf, settingNames, settingOf } from '../config.ts'
import type { Command } from './command.ts'

const shown = (value: unknown): string => (value === undefined ? '' : String(value))

/** `formosa --help`, printed from the commands and the settings. */
export function printHelp(commands: readonly Command[]): string {
  const usage = commands.flatMap(({ name, operands, about, flags = {} }) => [
    `  formosa ${[name, operands].filter(Boolean).join(' ')}`,
    `      ${about}`,
    ...Object.entries(flags).map(
      ([flag, { about: meaning, value }]) => `      --${flag}${value ? ` ${value}` : ''}  ${meaning}`,
    ),
  ])
  const options = settingNames.map((name) => {
    const { label, default: value } = settingOf(name)
    return `  ${name}, --${flagOf(name)}\n      ${label.en}${value === undefined ? '' : ` (default ${shown(value)})`}`
  })
  return [
    'Formosa: Taiwan market data.',
    '',
    'Commands',
    ...usage,
    '',
    'Settings, as environment variables or flags',
    ...options,
    '',
  ].join('\n')
}

/** `docs/config.md`. */
export const printConfig = (): string =>
  [
    '# Settings',
    '<!-- Printed from the table of settings by `npm run docs`; do not edit. -->',
    'Each is an environment variable and a flag; the flag wins. A value that cannot be used stops the start with one sentence.',
    [
      '| variable | flag | default | meaning | 說明 |',
      '|---|---|---|---|---|',
      ...settingNames.map((name) => {
        const { label, default: value, values } = settingOf(name)
        const choices = values ? ` (${values.join(', ')})` : ''
        return `| \`${name}\` | \`--${flagOf(name)}\` | ${value === undefined ? '' : `\`${shown(value)}\``} | ${label.en}${choices} | ${label.zh} |`
      }),
    ].join('\n'),
  ].join('\n\n') + '\n'
