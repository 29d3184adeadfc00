import { holdingEarnings } from './holdings.ts'
import { twseOpenApi } from './response.ts'

/** Self-assessed earnings among the announcements of the day. */
export const t187ap04 = twseOpenApi.events(holdingEarnings, '/opendata/t187ap04_L', {
  inParts: true,
  recorded: '.json',
})
