const units: Readonly<Record<string, string>> = { M: 'Month', Y: 'Year' }

/** `10Y` is `United States 10-Year`. */
export const nameOf = (tenor: string): string => `United States ${tenor.slice(0, -1)}-${units[tenor.at(-1)!]}`

/** The tenor of a title such as `1.5 Month`, `1 Mo` or `10 Yr`, which the publisher spells as it likes. */
export function tenorOf(title: string): string | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(Mo|Month|Months|Yr|Year|Years)$/i.exec(title) ?? []
  return count === undefined ? undefined : `${count}${unit!.charAt(0).toUpperCase() === 'M' ? 'M' : 'Y'}`
}

/** The title of a tenor, without its blank: `10Yr`. */
export const titleFor = (tenor: string): string => `${tenor.slice(0, -1)}${tenor.endsWith('M') ? 'Mo' : 'Yr'}`
