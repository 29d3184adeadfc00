import { monthRevenue } from '../exchange/monthRevenue.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** The newest month of OTC companies. */
export const t187ap05 = tpexOpenApi.rows(monthRevenue('TPEX'), '/mopsfin_t187ap05_O')

/** The newest month of the emerging board. */
export const t187ap05Esb = esbOpenApi.rows(monthRevenue('ESB'), '/t187ap05_R')
