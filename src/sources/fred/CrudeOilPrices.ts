import { CrudeOilPrices } from '../../catalogue/other/CrudeOilPrices.ts'
import type { Feed } from '../feed.ts'
import { constant, whole } from '../reading.ts'
import { observed, seriesFeed, withoutValue } from './response.ts'

const oil = (series: string, name: string, since: string, recording: string | null): Feed => {
  const prices = whole(
    CrudeOilPrices,
    { name: constant(name), trade_date: observed, price: series },
    { leave: [withoutValue(series)] },
  )
  return seriesFeed(prices, series, { since, recording })
}

/** Spot prices that the Energy Information Administration publishes, some days late. */
export const wti = oil('DCOILWTICO', 'WTI', '1986-01-02', 'fred/DCOILWTICO_202302.csv')
export const brent = oil('DCOILBRENTEU', 'Brent', '1987-05-20', null)
