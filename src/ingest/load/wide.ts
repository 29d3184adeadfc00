/** SQL: a decimal with room to be multiplied: figures of whole companies have more digits than prices. */
export const wide = (decimal: string, scale: number): string => `CAST(${decimal} AS DECIMAL(38,${scale}))`
