import type { Feed, Market } from '../feed.ts'
import type { Reading } from '../reading.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** The two lists of companies, OTC and of the emerging board, which several datasets are read from. */
export const companyLists = (readingOf: (market: Market) => Reading): readonly Feed[] => [
  tpexOpenApi.rows(readingOf('TPEX'), '/mopsfin_t187ap03_O'),
  esbOpenApi.rows(readingOf('ESB'), '/mopsfin_t187ap03_R'),
]
