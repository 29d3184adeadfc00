import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import type { Printer } from '../sheet.ts'

/** What lists of the OTC market have in common. */
export const tpex = (path: string, made: Printer): Page => list('tpexOpenApi', path, made)

/** This month so far. */
export const month = `BETWEEN date_trunc('month', :through) AND :through`
export const id = 'SecuritiesCompanyCode stock_id\nCompanyName stock_name'
