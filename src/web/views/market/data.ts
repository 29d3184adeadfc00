import type { Fetched } from '../../fetched.ts'

type Newest = 'taiex' | 'tpex' | 'taiexTicks' | 'tpexTicks' | 'prices' | 'limits' | 'overview' | 'sectors'
/** `spreads` are the changes of all securities over the days of the breadth. */
type Past = 'spreads' | 'institutions' | 'margin' | 'fearGreed' | 'futures' | 'options' | 'putCall'

/** Everything that the market page shows. Rows are newest first. */
export type MarketData = Readonly<Record<Newest | Past | 'dollar' | 'currencies', Fetched>>
