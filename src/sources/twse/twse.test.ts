import { ask } from '../fixture.ts'
import { trial, trialOfNothing } from '../trial.ts'
import { miIndex } from './TaiwanStockPrice.ts'

const folder = import.meta.dirname
const nothing = '{"stat":"很抱歉，沒有符合條件的資料!","total":0}'

trial(miIndex, {
  folder,
  file: 'TaiwanStockPrice.MI_INDEX.json',
  asked: ask('2024-05-02'),
  within: '每日收盤行情',
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
      spread: '0.0000',
    },
    {
      stock_id: '3333',
      trade_date: '2024-05-02',
      open: '1500.0000',
      high: '1510.0000',
      low: '1500.0000',
      close: '1505.0000',
      volume: 5000,
      turnover: '7525000.00',
      trade_count: 4,
      spread: null,
    },
  ],
})
trialOfNothing(miIndex, nothing, ask('2024-05-01'))
