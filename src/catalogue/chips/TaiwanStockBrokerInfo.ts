import { date, nullable, oneOf, text } from '../../fields.ts'
import { asOfDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockBrokerInfo = dataset({
  name: 'TaiwanStockBrokerInfo',
  tier: 'free',
  category: 'chips',
  title: { en: 'Securities brokers and branches', zh: '證券商及分公司' },
  about: {
    en: 'Code, name, opening date, address and telephone of every securities broker and branch.',
    zh: '證券商總公司與分公司之代號、名稱、開業日、地址與電話。',
  },
  notes: {
    en: 'A current list; date filters act on establish_date, the opening day. Broker codes are case-sensitive: 9A9x and 9A9X are two branches.',
    zh: '本表為最新名單，日期條件作用於開業日 establish_date。證券商代號區分大小寫，9A9x 與 9A9X 為不同據點。',
  },
  also: {
    en: 'brokers, brokerage branches, broker codes, securities firms',
    zh: '券商、證券商、分點、券商分點、券商代號',
  },
  columns: {
    broker_id: text('Broker code, case-sensitive', '證券商代號（區分大小寫）'),
    broker_name: text('Broker or branch name', '證券商名稱'),
    broker_type: oneOf(['head_office', 'branch'], 'Head office or branch', '總公司 head_office／分公司 branch'),
    head_office_name: nullable(text('Head office name', '總公司名稱')),
    establish_date: date('Opening date', '開業日'),
    address: nullable(text('Address', '地址')),
    phone: nullable(text('Telephone', '電話', { also: { en: 'phone, phone number' } })),
    as_of_date: asOfDate,
  },
  key: ['broker_id'],
  date: 'establish_date',
  update: '06:00',
  filed: 'establish_date',
  sources: ['twseOpenApi'],
})
