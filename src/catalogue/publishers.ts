import type { Source } from './dataset.ts'

const open = (publisher: string): Source => ({ publisher, terms: 'open' })
const site = (publisher: string): Source => ({ publisher, terms: 'site' })

/** Who publishes what the datasets hold, and under which kind of terms. */
export const publishers = {
  twseOpenApi: open('Taiwan Stock Exchange (OpenAPI)'),
  twse: site('Taiwan Stock Exchange (web site)'),
  isin: site('Taiwan Stock Exchange (ISIN registry)'),
  tpexOpenApi: open('Taipei Exchange (OpenAPI)'),
  tpex: site('Taipei Exchange (web site)'),
  valueChain: site('Taipei Exchange (industry value chain platform)'),
  taifexOpenApi: open('Taiwan Futures Exchange (OpenAPI)'),
  taifex: site('Taiwan Futures Exchange (web site)'),
  taifexMis: site('Taiwan Futures Exchange (market information system)'),
  mops: site('Market Observation Post System'),
  tdcc: open('Taiwan Depository & Clearing Corporation (open data)'),
  tdccSite: site('Taiwan Depository & Clearing Corporation (web site)'),
  cbc: open('Central Bank of the Republic of China (Taiwan)'),
  ndc: open('National Development Council (data.gov.tw 6099)'),
  ndcSite: site('National Development Council (web site)'),
  bankOfTaiwan: site('Bank of Taiwan'),
  fred: open('Federal Reserve Bank of St. Louis (FRED)'),
  treasury: open('US Department of the Treasury'),
  eia: open('US Energy Information Administration'),
  bis: open('Bank for International Settlements'),
  lbma: site('London Bullion Market Association'),
  yahoo: site('Yahoo Finance'),
  stooq: site('Stooq'),
  googleNews: site('Google News'),
  computed: { publisher: 'Formosa (computed)', terms: 'computed' },
} as const satisfies Record<string, Source>
