import { countedText, routesByCost } from '../../http/reference/costs.ts'
import { code, table } from '../../http/reference/markdown.ts'
import { routes } from '../../http/routes/routes.ts'

/** The part of docs/accounts.md about the requests that count. */
export const printCosts = (): string =>
  [
    countedText(routes).en,
    table(
      ['a request of', 'costs'],
      routesByCost(routes)
        .filter(({ names }) => names.length > 0)
        .map(({ cost, names }) => [names.map(code).join(', '), cost.en]),
    ),
  ].join('\n\n')
