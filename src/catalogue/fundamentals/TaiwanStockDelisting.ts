import { boolean, nullable, text } from '../../fields.ts'
import { delistingDate, market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDelisting = dataset({
  name: 'TaiwanStockDelisting',
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Delistings', zh: '終止上市（櫃）公司' },
  about: {
    en: 'Companies whose listing on the TWSE or the TPEx main board ended, with the date and, where published, the reason.',
    zh: '終止上市、終止上櫃公司之日期與原因。',
  },
  notes: {
    en: 'is_transfer true means that the company moved to the other market and still trades; null means unknown. reason is published for the OTC market only. A code may later be reused by another company. include_inactive does not apply here.',
    zh: 'is_transfer 為 true 代表轉至另一市場、仍在交易；null 代表未知。reason 僅上櫃公布。代號日後可能由其他公司使用。本表不適用 include_inactive。',
  },
  also: { en: 'delisting, delisted stocks, delisted companies', zh: '下市、下櫃、終止上市、下市股票' },
  columns: {
    stock_id: stockId,
    stock_name: stockName,
    market: market('TWSE', 'TPEX'),
    delisting_date: delistingDate,
    reason: nullable(text('Reason', '終止原因')),
    is_transfer: nullable(boolean('Moved to the other market', '是否轉板')),
  },
  key: ['stock_id', 'market', 'delisting_date'],
  date: 'delisting_date',
  example: '2888',
  // Its rows are about securities that left.
  filters: {},
  update: '18:00',
  sources: ['twse', 'twseOpenApi', 'tpex'],
})
