import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { classMainDerivatives } from './TaiwanFutureOptionTickRealtime.ts'
import { registry } from './TaiwanStockOverview.ts'
import { registry as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'

testRecordings(
  'isin',
  [
    {
      file: 'class_main_twse_stocks_20231205.html',
      feed: registry[0]!,
      request: requestFor('2023-12-05'),
      count: 985,
      has: [
        {
          stock_id: '2353',
          stock_name: '宏碁',
          market: 'TWSE',
          security_type: 'stock',
          industry_code: '25',
          industry_category: '電腦及週邊設備業',
          isin_code: 'TW0002353000',
          cfi_code: 'ESVUFR',
          listing_date: '1996-09-18',
          delisting_date: null,
          is_active: true,
          as_of_date: '2023-12-05',
        },
      ],
    },
    {
      file: 'class_main_twse_stocks_20231205.html',
      feed: withWarrants[0]!,
      request: requestFor('2023-12-05'),
      count: 985,
      has: [
        {
          stock_id: '1101',
          issue_key: '19620209',
          stock_name: '台泥',
          market: 'TWSE',
          security_type: 'stock',
          industry_code: '01',
          industry_category: '水泥工業',
          isin_code: 'TW0001101004',
          cfi_code: 'ESVUFR',
          listing_date: '1962-02-09',
          delisting_date: null,
          is_active: true,
          as_of_date: '2023-12-05',
          underlying_stock_id: null,
          warrant_type: null,
          exercise_style: null,
          exercise_price: null,
          exercise_ratio: null,
          last_trading_date: null,
          expiration_date: null,
        },
      ],
    },
    {
      file: 'class_main_market7_futopt.html.gz',
      feed: classMainDerivatives,
      request: requestFor('2024-01-05'),
      count: 6895,
      has: [{ contract_code: 'ZFFL4', product_type: 'futures', contract_name: '小型金融期貨2024/12' }],
    },
  ],
  { 'single_main_2330.html': 'one security, which the list of its market has' },
)
