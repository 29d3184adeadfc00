import { officialIndustry } from '../exchange/officialIndustry.ts'
import { twseOpenApi } from './response.ts'

export const t187ap03 = twseOpenApi.rows(officialIndustry('TWSE'), '/opendata/t187ap03_L', { recorded: '.json.gz' })
