import type { publishers } from '../../catalogue/publishers.ts'

/** What each publisher's terms mean for the operator. */
export const termsOf: Readonly<Record<keyof typeof publishers, string>> = {
  twseOpenApi:
    'Open data: commercial use and redistribution are allowed, the source must be named. The newest day only; files are made anew around 05:20 the next morning.',
  twse: 'The terms of the web site forbid automated download without consent. Asked without it, ask seldom: whoever asks fast is sent elsewhere (307) or banned for hours.',
  twseMis: 'Quotes of the moment, under the terms of the web site; they are not open data.',
  isin: 'A page of the exchange, under the terms of its web site.',
  tpexOpenApi:
    'Open data: commercial use and redistribution are allowed, the source must be named. The newest day only; files are made anew around 23:30.',
  tpex: 'The terms of the web site forbid automated download without consent.',
  valueChain: 'The terms of the platform forbid crawlers; no feed asks it.',
  taifexOpenApi:
    'Open data as far as an endpoint is listed on data.gov.tw; the source to name is 金融監督管理委員會證券期貨局. The newest day or month only.',
  taifex: 'What the web site offers for download is not open data: its own terms hold.',
  taifexMis: 'Quotes of the moment, under the terms of the web site; they are not open data.',
  mops: 'Robots are asked to stay away, and whoever asks fast is blocked for hours: consent, and few questions.',
  tdcc: 'Open data: the source must be named. The newest week only, so a week that is missed is gone.',
  tdccSite: 'Past weeks, one security at a time, under the terms of the web site; no feed asks it.',
  cbc: 'Open data of the central bank: the source must be named.',
  ndc: 'Open data (data.gov.tw 6099): the source must be named.',
  ndcSite: 'Under the terms of the web site; no feed asks it, since the same figures are open data.',
  bankOfTaiwan: 'Rates for reading; nothing in the terms of the web site allows automated download.',
  fred: 'The terms of use of FRED hold; the series named here are in the public domain. No key is needed for them.',
  treasury: 'Works of the government of the United States: public domain.',
  eia: 'Public domain; no feed asks it, since FRED carries the same series.',
  bis: 'Free to use and to pass on with the source named.',
  lbma: 'Prices may be read, and need a licence of the administrator to be passed on.',
  yahoo: 'An interface without a contract, meant for the publisher’s own pages: nothing allows automated download.',
  stooq: 'Nothing allows automated download, and requests a day are limited; no feed asks it.',
  googleNews: 'Headlines belong to their media: for reading, not for passing on; no feed asks it.',
  computed: 'Made here from other datasets: the terms of those hold.',
}
