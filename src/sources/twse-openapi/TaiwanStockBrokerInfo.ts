import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { column, constant, part, theDayMade, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const offices = whole(TaiwanStockBrokerInfo, {
  broker_id: 'Code',
  broker_name: 'Name',
  broker_type: constant('head_office'),
  head_office_name: 'Name',
  establish_date: 'EstablishmentDate',
  address: 'Address',
  phone: 'Telephone',
  as_of_date: theDayMade,
})

export const brokerList = twseOpenApi.rows(offices, '/brokerService/brokerList', {
  market: null,
  recorded: '.json',
})

/** Names such as `合庫- 台中` have stray blanks. */
const joined = (name: string): string | null => name.trim().replace(/\s*-\s*/g, '-') || null
const before = (name: string): string | null => joined(name)?.split('-')[0] ?? null

const branches = whole(TaiwanStockBrokerInfo, {
  broker_id: '證券商代號',
  broker_name: column('證券商名稱', { read: joined }),
  broker_type: constant('branch'),
  head_office_name: column('證券商名稱', { read: before }),
  establish_date: '開業日',
  address: '地址',
  phone: '電話',
  as_of_date: '出表日期',
})

export const brk02 = twseOpenApi.rows(branches, '/opendata/OpenData_BRK02', {
  market: null,
  recorded: '.json',
})

const staff = part(
  TaiwanStockBrokerInfo,
  { broker_id: '證券商代號' },
  { ignore: ['出表日期', '男性員工人數', '女性員工人數', '總人數'] },
)

/** Brokers by their staff: each of them must be known. */
export const brk01 = twseOpenApi.rows(staff, '/opendata/OpenData_BRK01', {
  market: null,
  role: 'witness',
  recorded: '.json',
})
