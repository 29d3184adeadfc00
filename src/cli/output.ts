/** Writes a sentence to stderr, beside the data on stdout. */
export const notice = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
