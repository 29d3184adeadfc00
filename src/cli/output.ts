import { formatTable } from './table.ts'

/** Writes data to standard output. */
export const print = (data: string | Uint8Array): void => void process.stdout.write(data)

export const printJson = (value: unknown, indent: number): void => print(`${JSON.stringify(value, null, indent)}\n`)

export const printTable = (...table: Parameters<typeof formatTable>): void => print(formatTable(...table))

/** Writes a sentence to standard error, beside the data. */
export const notice = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** Says that a command waits for another writer of the lake. */
export const noticeWait = (): void => notice('Another process is writing to this lake; waiting for it to finish.')
