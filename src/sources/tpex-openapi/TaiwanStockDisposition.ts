import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { notice, noticeTitles } from '../exchange/dispositions.ts'
import { whole } from '../reading.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const dispositions = whole(TaiwanStockDisposition, {
  ...notice('TPEX', {
    ...{ id: 'SecuritiesCompanyCode', name: 'CompanyName', announced: 'Date', condition: 'DispositionReasons' },
    ...{ period: 'DispositionPeriod', detail: 'DisposalCondition' },
  }),
  disposition_count: null,
})

/** Dispositions in force. */
export const disposal = tpexOpenApi.events(dispositions, '/tpex_disposal_information')

const emerging = whole(
  TaiwanStockDisposition,
  { ...notice('ESB', noticeTitles), disposition_count: null },
  { ignore: ['編號', '累計', '收盤價'] },
)

/** Dispositions in force on the emerging board. */
export const esbDisposal = esbOpenApi.events(emerging, '/tpex_esb_disposal_information')
