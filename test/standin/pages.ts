import { fixturePages } from './fixtures.ts'
import { cbcPages } from './macro/cbc.ts'
import { ndcPages } from './macro/ndc.ts'
import { curve } from './macro/treasury.ts'
import { worldPages } from './macro/world.ts'
import { statementPages } from './mops/statements.ts'
import { openApiPages } from './openApi.ts'
import type { Page, ReceivedRequest } from './page.ts'
import { registryAndFilingPages } from './registry.ts'
import { stockLists } from './stockLists.ts'
import { taifexPages } from './taifex.ts'
import { tpexPages } from './tpex.ts'
import { twsePages } from './twse.ts'

/** Every response: made from the market in a box, or taken from the fixtures. */
const pages: readonly Page[] = [
  ...openApiPages,
  ...twsePages,
  ...tpexPages,
  ...taifexPages,
  stockLists,
  ...registryAndFilingPages,
  curve,
  ...cbcPages,
  ...worldPages,
  ...ndcPages,
  ...statementPages,
  ...fixturePages,
]

const isText = (form: string | RegExp, text: string): boolean =>
  typeof form === 'string' ? form === text : form.test(text)

const isFor =
  ({ publisher, path, fields }: ReceivedRequest) =>
  (page: Page): boolean =>
    page.publisher === publisher &&
    isText(page.path, path) &&
    Object.entries(page.when ?? {}).every(([name, value]) => isText(value, fields[name] ?? ''))

/** Undefined if no page matches. */
export const pageFor = (request: ReceivedRequest): Page | undefined => pages.find(isFor(request))
