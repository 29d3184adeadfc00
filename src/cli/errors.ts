import { toldFailures } from '../http/openapi/failed.ts'

/** Markdown would take `<API_KEY>` for a tag and show nothing. */
const plain = (text: string): string => text.replaceAll('<', '&lt;')

/** The table of everything a request can be refused with. */
export const printErrors = (): string =>
  [
    '# Errors',
    '<!-- Printed from the table of failures by `npm run docs`; do not edit. -->',
    'Every error body is `{ "detail": …, "code": …, … }`; `detail` is one sentence that names the fix, in Chinese with `Accept-Language: zh-TW`.',
    'Two kinds differ. A 429 is exactly `{ "detail": …, "retry_after_seconds": … }`, has no code and says the same in every language; `Retry-After` has the same number. A fault of ours, 500 or 503, has the code `internal` whatever its sentence, and a `request_id` to quote.',
    [
      '| status | code | detail | 說明 |',
      '|---|---|---|---|',
      ...toldFailures.map(
        ({ status, code, en, zh }) =>
          `| ${status} | ${code === null ? '' : `\`${code}\``} | ${plain(en)} | ${plain(zh)} |`,
      ),
    ].join('\n'),
  ].join('\n\n') + '\n'
