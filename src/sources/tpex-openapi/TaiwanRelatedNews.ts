import { announcements } from '../exchange/news.ts'
import { tpexOpenApi } from './response.ts'

const announced = announcements({ id: 'SecuritiesCompanyCode', name: 'CompanyName', made: 'Date' })

/** Announcements of companies today. */
export const t187ap04 = tpexOpenApi.events(announced, '/mopsfin_t187ap04_O')
