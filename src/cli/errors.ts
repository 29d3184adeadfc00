import { failures } from '../errors.ts'

/** An example for each argument a sentence takes. */
const blank = { en: '…', zh: '…', toString: () => '…' }

/** The table of everything a request can be refused with. */
export const printErrors = (): string =>
  [
    '# Errors',
    '<!-- Printed from the table of failures by `npm run docs`; do not edit. -->',
    'Every error body is `{ "detail": …, "code": …, … }`; `detail` is one sentence that names the fix, in Chinese with `Accept-Language: zh-TW`.',
    [
      '| status | code | detail | 說明 |',
      '|---|---|---|---|',
      ...Object.entries(failures).map(([code, { status, en, zh }]) => {
        const say = (sentence: unknown) => (sentence as (...args: unknown[]) => string)(blank, blank)
        return `| ${status} | \`${code}\` | ${say(en)} | ${say(zh)} |`
      }),
    ].join('\n'),
  ].join('\n\n') + '\n'
