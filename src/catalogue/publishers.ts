/** A publisher of answers that datasets are made from. */
export type Source = {
  readonly publisher: string
  /** The terms the publisher's answers come under: an open-data licence, or site terms the operator must accept. */
  readonly terms: 'open' | 'site' | 'computed'
  /** Its name in settings and reports. */
  readonly id: string
  /** Start of its paths; empty for computed datasets. */
  readonly base: string
  /** Its rate limit: at most so many requests in so many seconds, one after the other. */
  readonly pace: { readonly requests: number; readonly seconds: number }
  /** The licence or the terms by name. */
  readonly licence: string
}

const governmentData = 'Open Government Data License, version 1.0 (attribution required)'
const siteTerms = 'Site terms: automated download needs consent'

type More = { readonly licence?: string; readonly pace?: Source['pace'] }

const every = (seconds: number, requests = 1): Source['pace'] => ({ requests, seconds })

const open = (id: string, publisher: string, base: string, more: More = {}): Source => ({
  id,
  publisher,
  terms: 'open',
  base,
  pace: every(1),
  licence: governmentData,
  ...more,
})
/** Web sites ban fast clients for hours, so requests come as slowly as from a patient reader. */
const site = (id: string, publisher: string, base: string, more: More = {}): Source => ({
  id,
  publisher,
  terms: 'site',
  base,
  pace: every(4),
  licence: siteTerms,
  ...more,
})

/** Every publisher: its address, its terms, and how often it may be requested. */
export const publishers = {
  twseOpenApi: open('twseOpenApi', 'Taiwan Stock Exchange (OpenAPI)', 'https://openapi.twse.com.tw/v1'),
  twse: site('twse', 'Taiwan Stock Exchange (web site)', 'https://www.twse.com.tw'),
  twseMis: site('twseMis', 'Taiwan Stock Exchange (market information system)', 'https://mis.twse.com.tw/stock/api'),
  isin: site('isin', 'Taiwan Stock Exchange (ISIN registry)', 'https://isin.twse.com.tw/isin'),
  tpexOpenApi: open('tpexOpenApi', 'Taipei Exchange (OpenAPI)', 'https://www.tpex.org.tw/openapi/v1'),
  tpex: site('tpex', 'Taipei Exchange (web site)', 'https://www.tpex.org.tw'),
  valueChain: site('valueChain', 'Taipei Exchange (industry value chain platform)', 'https://ic.tpex.org.tw', {
    licence: 'Site terms: crawlers are forbidden',
  }),
  taifexOpenApi: open('taifexOpenApi', 'Taiwan Futures Exchange (OpenAPI)', 'https://openapi.taifex.com.tw/v1'),
  taifex: site('taifex', 'Taiwan Futures Exchange (web site)', 'https://www.taifex.com.tw'),
  taifexMis: site(
    'taifexMis',
    'Taiwan Futures Exchange (market information system)',
    'https://mis.taifex.com.tw/futures/api',
  ),
  mops: site('mops', 'Market Observation Post System', 'https://mopsov.twse.com.tw'),
  tdcc: open('tdcc', 'Taiwan Depository & Clearing Corporation (open data)', 'https://opendata.tdcc.com.tw'),
  tdccSite: site('tdccSite', 'Taiwan Depository & Clearing Corporation (web site)', 'https://www.tdcc.com.tw'),
  cbc: open('cbc', 'Central Bank of the Republic of China (Taiwan)', 'https://cpx.cbc.gov.tw'),
  ndc: open('ndc', 'National Development Council (data.gov.tw 6099)', 'https://ws.ndc.gov.tw'),
  ndcSite: site('ndcSite', 'National Development Council (web site)', 'https://index.ndc.gov.tw'),
  bankOfTaiwan: site('bankOfTaiwan', 'Bank of Taiwan', 'https://rate.bot.com.tw'),
  fred: open('fred', 'Federal Reserve Bank of St. Louis (FRED)', 'https://fred.stlouisfed.org', {
    licence: 'FRED terms of use; the series named are in the public domain',
  }),
  treasury: open('treasury', 'US Department of the Treasury', 'https://home.treasury.gov', {
    licence: 'Public domain',
  }),
  eia: open('eia', 'US Energy Information Administration', 'https://www.eia.gov', { licence: 'Public domain' }),
  bis: open('bis', 'Bank for International Settlements', 'https://stats.bis.org', {
    licence: 'BIS terms of use: free with attribution',
  }),
  lbma: site('lbma', 'London Bullion Market Association', 'https://prices.lbma.org.uk', {
    licence: 'Site terms: redistribution needs a licence',
  }),
  yahoo: site('yahoo', 'Yahoo Finance', 'https://query1.finance.yahoo.com'),
  stooq: site('stooq', 'Stooq', 'https://stooq.com'),
  googleNews: site('googleNews', 'Google News', 'https://news.google.com'),
  computed: {
    id: 'computed',
    publisher: 'Formosa (computed)',
    terms: 'computed',
    base: '',
    pace: every(0),
    licence: 'Computed from other datasets',
  },
} as const satisfies Record<string, Source>
