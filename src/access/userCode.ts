import { randomInt } from 'node:crypto'

/** No vowels, so that no words appear, and nothing that looks like a digit. */
const letters = 'BCDFGHJKMNPQRSTVWXZ'

/** A code that a person carries from one machine to another; it is good for minutes. */
export const generateUserCode = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** `BCDF-GHJK`, as people read and type it. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The code in what somebody typed. */
export const readUserCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
