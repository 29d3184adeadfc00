import type { Encoded } from './encode.ts'

/** The names, numbers and days of a question that no word of a meaning refers to, as they were written. */
export type Unused = {
  readonly names: readonly string[]
  readonly numbers: readonly string[]
  readonly days: readonly string[]
}

export function unusedIn({ slots, written }: Encoded, words: readonly string[]): Unused {
  const used = new Set(words.flatMap((word) => /^(?:[int]#\d+|v#\d+$)/.exec(word)?.[0] ?? []))
  const said = (mark: string): string => written.get(mark) ?? ''
  return {
    names: [...slots.names.keys()]
      .filter((at) => !used.has(`i#${at}`) && !used.has(`v#${at}`))
      // The price in a currency is a column, which its name names.
      .filter((at) => !slots.names[at]!.some(({ id }) => words.includes(`c:price_${id.toLowerCase()}`)))
      .map((at) => said(`e${at}`)),
    numbers: [...slots.numbers.entries()]
      // A number that the meaning has without a reference is used too.
      .filter(
        ([at, { value, bare }]) =>
          !used.has(`n#${at}`) && !words.includes(`n:${value}`) && !words.includes(`n:${bare}`),
      )
      .map(([at]) => said(`n${at}`)),
    days: [...slots.days.keys()].filter((at) => !used.has(`t#${at}`)).map((at) => said(`d${at}`)),
  }
}
