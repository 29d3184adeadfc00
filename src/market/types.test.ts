import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { simulations } from './simulations.ts'
import { wholeTable } from './table.ts'

/** Tables that must not compile; `tsc` reports an expectation that no longer fails. */

const row = { trade_date: 0, weekday: 1, is_scheduled: false, note: null }

wholeTable(TaiwanStockTradingDate, (_, push) => push(row))

// @ts-expect-error: a row without one of the dataset's columns
wholeTable(TaiwanStockTradingDate, (_, push) => push({ trade_date: 0, weekday: 1, is_scheduled: false }))

// @ts-expect-error: a row with a column the dataset does not have
wholeTable(TaiwanStockTradingDate, (_, push) => push({ ...row, open: 1 }))

const { TaiwanStockPrice: _, ...incomplete } = simulations
// @ts-expect-error: a dataset that is not computed and has no simulation
incomplete satisfies typeof simulations

// @ts-expect-error: the simulation of another dataset
;({ ...simulations, TaiwanStockPrice: simulations.TaiwanStockPER }) satisfies typeof simulations
