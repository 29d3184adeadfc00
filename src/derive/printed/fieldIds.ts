import { fieldIds } from '../../catalogue/fieldIds.ts'
import { namesById } from '../../catalogue/fieldIdsOf.ts'
import { catalogue } from '../../catalogue/index.ts'

const lineWidth = 120

/** Prints the list of field ids with new columns at its end; listed columns stay. */
export function printFieldIds(): string {
  const known = new Map(catalogue.map((dataset) => [dataset.name as string, namesById(dataset).join(' ')]))
  const lines = Object.entries({ ...fieldIds, ...Object.fromEntries(known) })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, names]) => {
      const line = `  ${name}: '${names}',`
      return line.length <= lineWidth ? line : `  ${name}:\n    '${names}',`
    })
  return `// Printed from the catalogue by \`npm run docs\`, which only adds to it; do not edit.

/**
 * The columns of every dataset in the order of their field ids: the first has the id 1. Tables that readers keep refer to
 * a column by its id for ever, so that names are only added at the end, and the name of a column that left stays.
 */
export const fieldIds: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`
}
