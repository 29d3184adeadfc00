import { TaiwanFutureOptionTickRealtime } from '../../catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { get } from '../feed.ts'
import { section } from '../html.ts'
import { column, part } from '../reading.ts'
import { isin, isinPage, listTitles } from './response.ts'

const kindOf = (text: string): string | undefined =>
  text.includes('選擇權') ? 'option' : text.includes('期貨') ? 'futures' : undefined

const contracts = part(
  TaiwanFutureOptionTickRealtime,
  {
    contract_code: '有價證券代號',
    product_type: column('有價證券別', { read: kindOf }),
    contract_name: '有價證券名稱',
  },
  {
    ignore: ['頁面編號', '國際證券編碼', '市場別', '產業別', '公開發行/上市(櫃)/發行日', 'CFICode', '備註', section],
  },
)

/** Every futures and option contract that is listed: a quote must be of one of them. */
export const classMainDerivatives = isin(null)(contracts, {
  endpoint: 'class_main_7',
  role: 'witness',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/class_main.jsp', { market: '7' }),
  parse: isinPage(contracts, listTitles),
  recording: 'isin/class_main_market7_futopt.html.gz',
})
