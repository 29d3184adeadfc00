const [start, end] = ['<!-- Printed by `npm run docs` from here -->', '<!-- to here -->']

/** A document written by hand, with the current text of its printed part. */
export function withPrintedPart(path: string, document: string, text: string): string {
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${path} has lost the lines ${start} and ${end}.`)
  return `${before}${start}\n\n${text}\n\n${end}${after}`
}
