import type { Dataset } from '../../catalogue/dataset.ts'
import type { Facts } from '../facts.ts'

/** Codes of accounts that filings have no common name for. */
const isNameless = (type: string): boolean => type.startsWith('X_')

/** Datasets whose few ids are all told, since people name them in words that no list has. */
const told = ['TaiwanStockSectorPrice', 'USStockPrice', 'CentralBankRate'] as const

const line = (what: string, values: Iterable<readonly [string, string]>): string[] => {
  const texts = [...values].map(([id, name]) => (id === name ? id : `${id} ${name}`))
  return texts.length === 0 ? [] : [`${what}: ${texts.join(', ')}`]
}

/** The values by which a question may narrow its datasets, where the registry does not list them: one line for each. */
export function valuesIn(datasets: readonly Dataset[], { securities, named, accounts, texts }: Facts): string[] {
  const isAsked = (wanted: string): boolean => datasets.some(({ name }) => name === wanted)
  const industries = new Set(securities.flatMap(({ industry }) => industry ?? []))
  return [
    ...line(
      'industry',
      [...industries].map((name) => [name, name] as const),
    ),
    ...told
      .filter(isAsked)
      .flatMap((name) => line(`${name} ids`, new Map(named[name].map((one) => [one.id, one.name])))),
    ...datasets.flatMap(({ name }) => {
      const own = new Map<string, string>()
      for (const { dataset, type, name: called } of accounts)
        if (dataset === name && !own.has(type) && !isNameless(type)) own.set(type, called)
      return line(`${name}.type`, own)
    }),
    ...Object.entries(texts)
      .filter(([of]) => isAsked(of.split('.')[0]!))
      .flatMap(([of, list]) =>
        line(
          of,
          list.map((text) => [text, text] as const),
        ),
      ),
  ]
}
