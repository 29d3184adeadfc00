import { USBondYield } from '../../catalogue/other/USBondYield.ts'
import type { Feed } from '../feed.ts'
import { constant, whole } from '../reading.ts'
import { nameOf } from '../treasury/tenors.ts'
import { observed, seriesFeed, withoutValue } from './response.ts'

const yields = ([series, tenor, since]: readonly [string, string, string]): Feed => {
  const reading = whole(
    USBondYield,
    { tenor: constant(tenor), trade_date: observed, name: constant(nameOf(tenor)), value: series },
    { leave: [withoutValue(series)] },
  )
  const recording = series === 'DGS10' ? 'fred/DGS10_202302.csv' : null
  return seriesFeed(reading, series, { role: 'witness', since, recording })
}

/** The Treasury's yields once more, a business day later. */
export const constantMaturities: readonly Feed[] = (
  [
    ['DGS1MO', '1M', '2001-07-31'],
    ['DGS3MO', '3M', '1981-09-01'],
    ['DGS6MO', '6M', '1981-09-01'],
    ['DGS1', '1Y', '1962-01-02'],
    ['DGS2', '2Y', '1976-06-01'],
    ['DGS3', '3Y', '1962-01-02'],
    ['DGS5', '5Y', '1962-01-02'],
    ['DGS7', '7Y', '1969-07-01'],
    ['DGS10', '10Y', '1962-01-02'],
    ['DGS20', '20Y', '1962-01-02'],
    ['DGS30', '30Y', '1977-02-15'],
  ] as const
).map(yields)
