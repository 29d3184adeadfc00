import { datasetHints, idExamples, idHint, parameterHints, pathHints } from '../../catalogue/elsewhere.ts'
import { failureTexts } from '../../http/openapi/failures.ts'
import { code, table } from '../../http/reference/markdown.ts'

/** Markdown would hide `<API_KEY>` as a tag. */
const plain = (text: string): string => text.replaceAll('<', '&lt;')
const codeOrNothing = (text: string | null): string => (text === null ? '' : code(text))

/** The tables of docs/errors.md: every failure, then the hints for names of other services. */
export const printErrors = (): string[] => [
  table(
    ['status', 'code', '`X-Error-Code`', 'detail', '說明'],
    failureTexts.map(({ status, code: inBody, inHeader, en, zh }) => [
      status,
      codeOrNothing(inBody),
      codeOrNothing(inHeader),
      plain(en),
      plain(zh),
    ]),
  ),
  table(
    ['parameter', 'reason', '說明'],
    parameterHints.map(({ names, reason }) => [names.map(code).join(', '), plain(reason.en), plain(reason.zh)]),
  ),
  table(
    ['id', 'try, in TaiwanStockPrice'],
    idExamples
      .filter((id) => !id.includes('TWD'))
      .map((id) => [code(id), code(idHint(id, 'TaiwanStockPrice', (known) => known === '2330') ?? '')]),
  ),
  table(
    ['FinMind', 'here'],
    pathHints.map(({ paths, ours }) => [paths.map((path) => code(`/api${path}`)).join(', '), code(ours)]),
  ),
  table(
    ['FinMind', 'here'],
    datasetHints.map(({ name, dataset, isHere }) => [
      code(name),
      isHere ? code(dataset) : `not offered; nearest: ${code(dataset)}`,
    ]),
  ),
]
