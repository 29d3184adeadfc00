import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { wholeTable } from '../table.ts'

export const delisting = wholeTable(TaiwanStockDelisting, ({ securities, calendar, through, eventsFrom }, push) => {
  const newest = calendar.days[through]!
  const isKnown = (day: number | null): day is number => day !== null && day >= eventsFrom && day <= newest
  for (const { id, name, market, type, delisted, transferred } of securities) {
    const row = { stock_id: id, stock_name: name }
    if (isKnown(transferred))
      push({ ...row, market: 'TPEX', delisting_date: transferred, reason: '轉上市', is_transfer: true })
    // The listed market publishes no reasons.
    const reason = market !== 'TPEX' ? null : type === 'stock' ? '公司申請終止上櫃' : '受益憑證終止上櫃'
    if (isKnown(delisted)) push({ ...row, market, delisting_date: delisted, reason, is_transfer: false })
  }
})
