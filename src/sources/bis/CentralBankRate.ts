import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { addDays, dateOf, dayOf } from '../../days.ts'
import { csvTable } from '../csvTable.ts'
import { dayFrom } from '../dates.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { isNoValue, scaled } from '../numbers.ts'
import { changed, leftOut, notYet, type Outcome, otherDay, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'

const bis = feedsOf(publishers.bis, null)

type Bank = { readonly code: string; readonly name: string; readonly rate: string }
const bank = (code: string, name: string, rate: string): Bank => ({ code, name, rate })

/** Banks by their area there. */
const banks: ReadonlyMap<string, Bank> = new Map([
  ['US', bank('FED', 'Federal Reserve', 'Fed funds target midpoint')],
  ['XM', bank('ECB', 'European Central Bank', 'Deposit facility rate')],
  ['JP', bank('BOJ', 'Bank of Japan', 'Uncollateralized overnight call rate')],
  ['GB', bank('BOE', 'Bank of England', 'Bank Rate')],
  ['CA', bank('BOC', 'Bank of Canada', 'Overnight rate target')],
  ['AU', bank('RBA', 'Reserve Bank of Australia', 'Cash rate target')],
  ['NZ', bank('RBNZ', 'Reserve Bank of New Zealand', 'Official cash rate')],
  ['CH', bank('SNB', 'Swiss National Bank', 'SNB policy rate')],
  ['CN', bank('PBOC', "People's Bank of China", '1-year loan prime rate')],
  ['IN', bank('RBI', 'Reserve Bank of India', 'Repo rate')],
  ['RU', bank('CBR', 'Bank of Russia', 'Key rate')],
  ['BR', bank('BCB', 'Banco Central do Brasil', 'Selic rate target')],
  ['KR', bank('BOK', 'Bank of Korea', 'Base rate')],
])

const since = '1946-01-01'
/** Every day has an observation, so the one before the first requested day lies in the month before. */
const before = 31

const titles = ['REF_AREA', 'TIME_PERIOD', 'OBS_VALUE'] as const
const passedOver = new Set(
  'DATAFLOW STRUCTURE STRUCTURE_ID ACTION FREQ TIME_FORMAT COMPILATION DECIMALS SOURCE_REF SUPP_INFO_BREAKS TITLE UNIT_MEASURE UNIT_MULT OBS_STATUS OBS_CONF OBS_PRE_BREAK'.split(
    ' ',
  ),
)

type Observation = { readonly day: number; readonly rate: number }

/** The days on which the rate is another than on the day before; the first of all where the series begins. */
function changes(area: string, observations: readonly Observation[], { from, to }: FeedRequest): Row[] {
  const { code, name, rate: rateName } = banks.get(area)!
  const sorted = observations.toSorted((a, b) => a.day - b.day)
  return sorted.flatMap(({ day, rate }, at): Row[] => {
    const previous = sorted[at - 1]
    const isFirst = previous === undefined && from <= since
    if (!isFirst && (previous === undefined || previous.rate === rate)) return []
    if (day < dayOf(from) || day > dayOf(to)) return []
    return [
      {
        bank_code: code,
        effective_date: day,
        bank_name: name,
        country_code: area,
        interest_rate: rate,
        change_bp: previous === undefined ? null : rate - previous.rate,
        rate_name: rateName,
      },
    ]
  })
}

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const table = csvTable(bytes)
  const places = titles.map((title) => table.titles.indexOf(title))
  const missing = titles.filter((_, at) => places[at]! < 0)
  if (missing.length > 0) throw changed(`no table with the columns ${missing.join(', ')}`)
  const rejected: Rejected[] = []
  const areas = new Map<string, Observation[]>()
  let without = 0
  for (const row of table.rows) {
    const cells = row.map(textOf)
    const [area, period, value] = places.map((place) => cells[place] ?? '') as [string, string, string]
    if (isNoValue(value)) {
      without++
      continue
    }
    const [day, rate] = [dayFrom(period), scaled(value, 4)]
    if (typeof day === 'number' && (day < dayOf(request.from) - before || day > dayOf(request.to)))
      throw otherDay(`${request.from} to ${request.to}`, dateOf(day))
    if (!banks.has(area) || typeof day !== 'number' || typeof rate !== 'number')
      rejected.push({ column: banks.has(area) ? 'interest_rate' : 'country_code', why: 'cannot be read', cells })
    else {
      const known = areas.get(area) ?? []
      known.push({ day, rate })
      areas.set(area, known)
    }
  }
  if (areas.size === 0 && rejected.length === 0) throw notYet('titles, and no observations')
  const silent = [...banks.keys()].filter((area) => !areas.has(area))
  if (silent.length > 0) throw changed(`asked for every bank, answered without ${silent.join(', ')}`)
  const rows = [...areas].flatMap(([area, observations]) => changes(area, observations, request))
  const unread = table.titles.filter((title) => !passedOver.has(title) && !titles.some((one) => one === title))
  return rowsOutcome({ rows, rejected, unread, left: leftOut('days without a value', without) })
}

/** Policy rates of every bank but Taiwan's, a value a day; only the changes are rows. */
export const policyRates = bis(
  { dataset: CentralBankRate },
  {
    endpoint: 'WS_CBPOL',
    choice: 'beside',
    span: 'range',
    since,
    request: ({ from, to }) =>
      get(`/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/D.${[...banks.keys()].join('+')}`, {
        format: 'csv',
        startPeriod: addDays(from, -before),
        endPeriod: to,
      }),
    parse,
  },
)
