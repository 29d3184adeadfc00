import { ask } from '../fixture.ts'
import { trial } from '../trial.ts'
import { stockDayAll } from './TaiwanStockPrice.ts'

const folder = import.meta.dirname

trial(stockDayAll, {
  folder,
  file: 'TaiwanStockPrice.STOCK_DAY_ALL.json',
  asked: ask('2024-05-02'),
  rows: [
    {
      stock_id: '1111',
      trade_date: '2024-05-02',
      open: '80.0000',
      high: '81.5000',
      low: '79.9000',
      close: '80.1000',
      volume: 1_234_567,
      turnover: '98765432.00',
      trade_count: 1001,
      spread: '-0.4000',
    },
    {
      stock_id: '2222',
      trade_date: '2024-05-02',
      open: null,
      high: null,
      low: null,
      close: null,
      volume: 12,
      turnover: '1200.00',
      trade_count: 3,
      spread: null,
    },
  ],
})
