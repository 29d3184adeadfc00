import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { matchInterval, periodEnd, periodStart } from '../exchange/dispositions.ts'
import { column, constant, part, whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'

const dispositions = whole(
  TaiwanStockDisposition,
  {
    stock_id: 'Code',
    stock_name: 'Name',
    market: constant('TWSE'),
    announce_date: 'Date',
    disposition_count: 'NumberOfAnnouncement',
    condition: 'ReasonsOfDisposition',
    measure: 'DispositionMeasures',
    period_start_date: column('DispositionPeriod', { read: periodStart }),
    period_end_date: column('DispositionPeriod', { read: periodEnd }),
    match_interval_minutes: column('Detail', { read: matchInterval }),
    detail: 'Detail',
  },
  { ignore: ['Number', 'LinkInformation'] },
)

/** Dispositions in force. */
export const punish = twseOpenApi.events(dispositions, '/announcement/punish', { recorded: '.json' })

const warned = part(
  TaiwanStockDisposition,
  { stock_id: 'Code', stock_name: 'Name' },
  { ignore: ['Number', 'RecentlyMetAttentionSecuritiesCriteria'] },
)

/** Securities about to be restricted: they must be known; the list has no more. */
export const notetrans = twseOpenApi.events(warned, '/announcement/notetrans', { role: 'witness', recorded: '.json' })
