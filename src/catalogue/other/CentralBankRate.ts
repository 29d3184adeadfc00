import { date, decimal, nullable, nullableDecimal, text } from '../../fields.ts'
import { dataset } from '../dataset.ts'

export const CentralBankRate = dataset({
  name: 'CentralBankRate',
  tier: 'free',
  category: 'other',
  title: { en: 'Central bank policy rates', zh: '各國央行政策利率' },
  about: {
    en: 'Policy rates of major central banks, one row per change.',
    zh: '主要央行政策利率，每次變動一列。',
  },
  notes: {
    en: 'A rate holds until the next row of the same bank: for the rate on a day take the latest row on or before it. FED is the midpoint of the target range, CBC the discount rate. change_bp is computed from the previous row and null on the first. Changes abroad may appear about a week late.',
    zh: '利率持續適用至同一央行的下一列，查某日利率請取該日以前最新一列。FED 為目標區間中值，CBC 為重貼現率。change_bp 由前一列計算，首列為 null。國外利率變動可能延遲約一週。',
  },
  also: {
    en: 'policy rate, interest rate, central bank rate, rate hike',
    zh: '央行利率、政策利率、基準利率、聯準會利率、升息、降息',
  },
  columns: {
    bank_code: text('Bank code, e.g. FED, ECB, BOJ, CBC', '央行代碼（如 FED、ECB、BOJ、CBC）'),
    effective_date: date('First day the rate applies', '生效日'),
    bank_name: text('Central bank', '央行名稱'),
    country_code: text('Country code, XM for the euro area', '國別代碼（歐元區為 XM）'),
    interest_rate: decimal(4, 'Policy rate', '政策利率', {
      unit: 'percent',
      also: { en: 'interest rate, benchmark rate, key rate', zh: '利率、基準利率、重貼現率、聯邦基金利率' },
    }),
    change_bp: nullableDecimal(2, 'Change from the previous rate', '變動幅度', {
      unit: 'basis points',
      also: { en: 'rate change, basis points', zh: '升降息幅度、碼數、基點' },
    }),
    rate_name: nullable(text('Name of the rate', '利率名稱')),
  },
  key: ['bank_code', 'effective_date'],
  date: 'effective_date',
  id: 'bank_code',
  example: 'CBC',
  accumulation: 'one row per change',
  update: '08:30',
  sources: ['bis', 'cbc'],
})
