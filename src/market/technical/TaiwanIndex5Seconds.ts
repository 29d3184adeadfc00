import { TaiwanIndex5Seconds } from '../../catalogue/technical/TaiwanIndex5Seconds.ts'
import { nameBits } from '../random.ts'
import { newestTable } from '../table.ts'
import { intraday, marketNoise, steps, times } from './intraday.ts'

/** Days kept of the two headline indices; of the sector indices the newest alone, which are 190,000 rows already. */
export const headlineDays = 5

export const index5Seconds = newestTable(
  TaiwanIndex5Seconds,
  ({ seed, calendar, options, through, taiex, tpex, sectors }, push, from, to) => {
    const isKept = options.momentsFrom !== undefined
    const first = isKept ? from : Math.max(0, through - headlineDays + 1)
    for (let t = first; t <= to; t++) {
      const noise = marketNoise(seed, t)
      const day = calendar.days[t]!
      for (const index of isKept || t === through ? [taiex, tpex, ...sectors] : [taiex, tpex]) {
        if (index.close[t]! === 0) continue
        const values = intraday(seed, index, nameBits(index.id), t, noise)
        const market = index.market === 'TPEX' ? 'TPEX' : 'TWSE'
        for (let step = 0; step < steps; step++)
          push({
            stock_id: index.id,
            trade_date: day,
            trade_time: times[step]!,
            market,
            index_name: index.name,
            index_value: values[step]! * 100,
          })
      }
    }
  },
)
