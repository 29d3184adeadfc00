import { datasetHints, idExamples, idHint, parameterHints, pathHints } from '../../catalogue/elsewhere.ts'
import { failureTexts } from '../../http/openapi/failures.ts'
import { code, table } from '../../http/reference/markdown.ts'

/** Markdown would hide `<API_KEY>` as a tag. */
const plain = (text: string): string => text.replaceAll('<', '&lt;')

/** The hints for names of other services. */
const printHints = (): string[] => [
  '## Names from elsewhere',
  'Names that other services use are refused like any other that is not known, with the name that is used here.',
  '### Parameters',
  'A 422 `unknown_parameter` says so, where the endpoint has ours.',
  table(
    ['parameter', 'reason', '說明'],
    parameterHints.map(({ names, reason }) => [names.map(code).join(', '), plain(reason.en), plain(reason.zh)]),
  ),
  '### Ids',
  'An id that a dataset does not have is no error: `X-Warning` names it, with `try=` and what to ask for instead. Codes with the suffix or prefix of another service lead to the code itself; an index or a contract that another dataset has leads there.',
  table(
    ['id', 'try, in TaiwanStockPrice'],
    idExamples
      .filter((id) => !id.includes('TWD'))
      .map((id) => [code(id), code(idHint(id, 'TaiwanStockPrice', (known) => known === '2330') ?? '')]),
  ),
  "### FinMind's addresses",
  'A 404 `not_found` names ours, with the dataset of the query.',
  table(
    ['FinMind', 'here'],
    pathHints.map(({ paths, ours }) => [paths.map((path) => code(`/api${path}`)).join(', '), code(ours)]),
  ),
  "### FinMind's datasets",
  'A 404 `unknown_dataset` names ours in its sentence and first in `suggestions`. Names that are the same in both are left out.',
  table(
    ['FinMind', 'here'],
    datasetHints.map(({ name, dataset, isHere }) => [
      code(name),
      isHere ? code(dataset) : `not offered; nearest: ${code(dataset)}`,
    ]),
  ),
]

/** `docs/errors.md`: every failure, and the hints for names of other services. */
export const printErrors = (): string =>
  [
    '# Errors',
    '<!-- Printed from the table of failures by `npm run docs`; do not edit. -->',
    'Every error body is `{ "detail": …, "code": …, … }`; `detail` is one sentence that names the fix, in Chinese with `Accept-Language: zh-TW`. A browser gets the same as a page.',
    'Two kinds differ. A 429 is exactly `{ "detail": …, "retry_after_seconds": … }`, has no code, and the sentence of a rate limit is the same in every language; `Retry-After` has the same number. Every other body but those of 402 and 403 ends in the `request_id` to quote, which is the header `X-Request-Id` too. A program that meets `not_ready` waits for `Retry-After`, since the first rows are still being built. The header `X-Error-Code` of a 429 or a 503 names the failure too.',
    [
      '| status | code | `X-Error-Code` | detail | 說明 |',
      '|---|---|---|---|---|',
      ...failureTexts.map(
        ({ status, code: bodyCode, inHeader, en, zh }) =>
          `| ${status} | ${bodyCode === null ? '' : code(bodyCode)} | ${inHeader === null ? '' : code(inHeader)} | ${plain(en)} | ${plain(zh)} |`,
      ),
    ].join('\n'),
    ...printHints(),
  ].join('\n\n') + '\n'
