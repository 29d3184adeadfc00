/** What a code tells about a security. */

/** Warrants and bull or bear certificates, of the listed and of the OTC market. */
export const isWarrant = (code: string): boolean => /^(0[3-8]|7[0-3])\d{3}[0-9PFQCBXY]$/.test(code.trim())

/** Convertible bonds: the company's code and a number. */
export const isConvertible = (code: string): boolean => /^[1-9]\d{4}$/.test(code.trim())
