import { haltReading } from '../exchange/halts.ts'
import { tpex, tpexList, wwwForm } from './response.ts'

const halts = haltReading({
  id: '有價證券代號',
  name: '有價證券名稱',
  type: '有價證券類別',
  haltDate: '暫停交易日期',
  haltTime: '暫停交易時間',
  resumptionDate: '恢復交易日期',
  resumptionTime: '恢復交易時間',
  ignore: ['編號'],
})

/** Halts and resumptions of a year, each in a row of its own. */
export const sprcHis = tpex(halts, {
  endpoint: 'sprcHis',
  span: 'year',
  since: '2011-01-01',
  request: ({ from }) => wwwForm('bulletin/sprcHis', { date: from.slice(0, 4) }),
  parse: tpexList(halts),
})
