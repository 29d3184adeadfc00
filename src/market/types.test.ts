import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { simulations } from './simulations.ts'
import { table } from './table.ts'

/** Tables that must not compile; `tsc` reports an expectation that no longer fails. */

const row = { trade_date: 0, weekday: 1, is_scheduled: false, note: null }

table({ dataset: TaiwanStockTradingDate, kind: 'whole', fill: (_, push) => push(row) })

table({
  dataset: TaiwanStockTradingDate,
  kind: 'whole',
  // @ts-expect-error: a row without one of the dataset's columns
  fill: (_, push) => push({ trade_date: 0, weekday: 1, is_scheduled: false }),
})

table({
  dataset: TaiwanStockTradingDate,
  kind: 'whole',
  // @ts-expect-error: a row with a column the dataset does not have
  fill: (_, push) => push({ ...row, open: 1 }),
})

// @ts-expect-error: an unknown kind
table({ dataset: TaiwanStockTradingDate, kind: 'weekly', fill: (_, push) => push(row) })

const { TaiwanStockPrice: _, ...incomplete } = simulations
// @ts-expect-error: a dataset that is not computed and has no simulation
incomplete satisfies typeof simulations

// @ts-expect-error: the simulation of another dataset
;({ ...simulations, TaiwanStockPrice: simulations.TaiwanStockPER }) satisfies typeof simulations
