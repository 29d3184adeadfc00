import type { Feed } from '../feed.ts'
import type { Reading } from '../reading.ts'
import { balanceSheets, incomeStatements, summaryOfIncome } from '../statements/readings.ts'
import { esbOpenApi, tpexOpenApi, twseOpenApi } from './openApi.ts'

/** Statements of the newest quarter, which both exchanges list for each kind of business. */

/** The kinds of business that have statements of their own: general, banks, brokers, holdings, insurers, mixed. */
const templates = ['ci', 'basi', 'bd', 'fh', 'ins', 'mim'] as const

type Recorded = Partial<Record<(typeof templates)[number], '.json' | '.json.gz'>>

/**
 * One list per kind of business, which between two quarters may hold nothing but its titles; `recorded` has the endings
 * of the recorded ones.
 */
const lists = (
  { events }: typeof twseOpenApi,
  path: string,
  statements: Reading,
  role: Feed['role'],
  recorded: Recorded = {},
): readonly Feed[] =>
  templates.map((template) => events(statements, `${path}_${template}`, { role, recorded: recorded[template] }))

/** L are listed companies, O the OTC market, U the emerging board. Income runs from 1 January on. */
export const statements = [
  ...lists(twseOpenApi, '/opendata/t187ap06_L', incomeStatements, 'cumulative', {
    bd: '.json',
    ci: '.json.gz',
    fh: '.json',
    ins: '.json',
  }),
  ...lists(tpexOpenApi, '/mopsfin_t187ap06_O', incomeStatements, 'cumulative', { bd: '.json' }),
  ...lists(esbOpenApi, '/mopsfin_t187ap06_U', incomeStatements, 'cumulative'),
  ...lists(twseOpenApi, '/opendata/t187ap07_L', balanceSheets, 'rows', {
    basi: '.json',
    ci: '.json.gz',
    ins: '.json',
    mim: '.json',
  }),
  ...lists(tpexOpenApi, '/mopsfin_t187ap07_O', balanceSheets, 'rows', { bd: '.json' }),
  ...lists(esbOpenApi, '/mopsfin_t187ap07_U', balanceSheets, 'rows'),
  // Earnings a share of every company.
  twseOpenApi.rows(summaryOfIncome, '/opendata/t187ap14_L', { role: 'witness', recorded: '.json' }),
]
