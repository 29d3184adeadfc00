import { monthRevenue } from '../exchange/monthRevenue.ts'
import { twseOpenApi } from './response.ts'

/** The newest month. */
export const t187ap05 = twseOpenApi.rows(monthRevenue('TWSE'), '/opendata/t187ap05_L', { recorded: '.json' })
