import { TaiwanStockBrokerInfo } from '../../src/catalogue/chips/TaiwanStockBrokerInfo.ts'
import { TaiwanFuturesBrokerDaily } from '../../src/catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { GoldPrice } from '../../src/catalogue/other/GoldPrice.ts'
import { createBatch } from '../../src/lake/batch.ts'
import { type Lake, openLake, type Version } from '../../src/lake/lake.ts'

export const writtenDatasets = [GoldPrice, TaiwanFuturesBrokerDaily, TaiwanStockBrokerInfo]

export const openTestLake = (root: string): Lake =>
  openLake({
    root,
    origin: 'demo',
    datasets: writtenDatasets,
    now: () => new Date('2026-06-02T10:00:00Z'),
    memory: '256MB',
  })

/** A load of every kind: rows added, rows changed in closed years, a rolling window, a whole table. */
export async function writeVersion(lake: Lake, day: number, through: string): Promise<Version> {
  const version = await lake.change({ through, maker: {} }, async (draft) => {
    const gold = createBatch(GoldPrice)
    for (let d = day - 20_000; d <= day; d++) {
      const price = 10_000 + (d % 977) + (d % 5 === 0 ? day : 0)
      gold.push({ trade_date: d, price, price_am: null, price_pm: price, price_gbp: null, price_eur: null })
    }
    await draft.upsert(GoldPrice, gold)
    const volumes = createBatch(TaiwanFuturesBrokerDaily)
    for (let n = 0; n < 200; n++) {
      const broker_id = `F${String(n).padStart(6, '0')}`
      volumes.push({
        trade_date: day,
        broker_id,
        broker_name: null,
        futures_id: 'TX',
        trading_session: 'all',
        volume: n,
      })
    }
    await draft.upsert(TaiwanFuturesBrokerDaily, volumes)
    const brokers = createBatch(TaiwanStockBrokerInfo)
    for (let n = day % 3; n < 300; n++)
      brokers.push({
        broker_id: String(n),
        broker_name: '測試證券',
        broker_type: 'branch',
        head_office_name: null,
        establish_date: 7_000 + n,
        address: null,
        phone: String(day),
        as_of_date: day,
      })
    await draft.replace(TaiwanStockBrokerInfo, brokers)
  })
  return version!
}

/** Run as a program, it writes the second version and may be killed at any moment. */
if (process.argv[2] === 'write') await writeVersion(openTestLake(process.argv[3]!), 20_606, '2026-06-02')
