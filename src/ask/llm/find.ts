/** Every function here takes time in proportion to the text: it comes from another server, which may mean no good. */

const [opening, closing] = ['<think>', '</think>']

/** The text without what stands between `<think>` and the next `</think>`. */
function withoutThoughts(text: string): string {
  const kept: string[] = []
  let at = 0
  for (let from = text.indexOf(opening); from >= 0; from = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, from + opening.length)
    // A thought that does not end is looked for once.
    if (end < 0) break
    kept.push(text.slice(at, from))
    at = end + closing.length
  }
  return kept.join('') + text.slice(at)
}

/** The object in a text, which may stand in a fence, behind thoughts or between sentences. */
export function objectIn(text: string): unknown {
  const plain = withoutThoughts(text)
  for (const part of [plain, plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)])
    try {
      return JSON.parse(part)
    } catch {
      // The next part may be the object.
    }
  return undefined
}
