import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import type { Printer } from '../sheet.ts'

/** What lists of the listed market have in common. */
export const twse = (path: string, made: Printer): Page => list('twseOpenApi', path, made)

/** This month so far. */
export const month = `BETWEEN date_trunc('month', :through) AND :through`
