import { ask } from '../fixture.ts'
import { trial, trialOfNothing } from '../trial.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'

const folder = import.meta.dirname

trial(dailyQuotes, {
  folder,
  file: 'TaiwanStockPrice.dailyQuotes.json',
  asked: ask('2024-05-02'),
  left: { warrants: 1, 'convertible bonds': 1 },
  rows: [
    {
      stock_id: '4444',
      trade_date: '2024-05-02',
      open: '32.5000',
      high: '33.4000',
      low: '32.4500',
      close: '33.3500',
      volume: 2_345_678,
      turnover: '77430881.00',
      trade_count: 1888,
      spread: '0.8500',
    },
    {
      stock_id: '5555',
      trade_date: '2024-05-02',
      open: null,
      high: null,
      low: null,
      close: null,
      volume: 7,
      turnover: '350.00',
      trade_count: 2,
      spread: null,
    },
    {
      stock_id: '6666',
      trade_date: '2024-05-02',
      open: '5.0000',
      high: '5.0500',
      low: '5.0000',
      close: '5.0500',
      volume: 1000,
      turnover: '5020.00',
      trade_count: 1,
      spread: null,
    },
  ],
})
trialOfNothing(
  dailyQuotes,
  '{"date":"20240501","stat":"ok","tables":[{"totalCount":0,"date":"113/05/01","fields":["代號"],"data":[]}]}',
  ask('2024-05-01'),
)
