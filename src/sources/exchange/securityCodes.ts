import { remembering } from '../../recent.ts'
import { codeForm, codeFrom } from '../codes.ts'
import type { Market } from '../feed.ts'

/**
 * The type of a security by its code. Both exchanges and the emerging board share one set of coding rules, which
 * the Taiwan Stock Exchange assigns codes by. A code that no rule here covers has no type: feeds that need one put the
 * row into quarantine (`knownCodes`).
 */

export type SecurityType =
  | 'stock'
  | 'etf'
  | 'etn'
  | 'tdr'
  | 'preferred'
  | 'reit'
  | 'warrant'
  | 'bond'
  | 'index'
  | 'other'

/** Where a rule was read. */
export const codeSources = {
  principles:
    '中華民國證券市場編碼原則 (Principles for Assignment of Ticker Symbols in the Republic of China Securities Markets), TWSE regulation FL033103',
  summary:
    'The summary of these principles that TWSE publishes (`stock_cod.pdf`), as public trading software quotes it',
  etf2024: 'TWSE on 2024-08-21: codes of funds from 2024-11-18 on',
  etf2025: 'TPEx on 2025-12-26: codes of active and multi-asset funds',
  recorded: 'Recorded answers only; no published rule was found',
  unverified: 'Common usage; neither a published rule nor a recorded answer was at hand',
} as const

export type CodeRule = {
  /** `#` is a digit, `@` a digit or a letter; the rest as in a regular expression. */
  readonly form: string
  readonly type: SecurityType
  /** The exact kind, in English and Chinese. */
  readonly kind: string
  readonly name: string
  /** The markets it trades on; empty where it trades on none of the exchanges. */
  readonly markets: readonly Market[]
  /** First and last day on which codes were given by this rule, as far as that is known. */
  readonly since?: string
  readonly until?: string
  readonly source: keyof typeof codeSources
  /** True for classes of funds that are quoted in a foreign currency: prices and amounts are in it, not in TWD. */
  readonly isForeign?: true
  readonly note?: string
}

const listed: readonly Market[] = ['TWSE']
const otc: readonly Market[] = ['TPEX']
const both: readonly Market[] = ['TWSE', 'TPEX']
const every: readonly Market[] = ['TWSE', 'TPEX', 'ESB']

type Warrant = Omit<CodeRule, 'form' | 'type' | 'markets' | 'source'> & { readonly ends: string }

/** By their last character, the same for both exchanges. */
const warrants: readonly Warrant[] = [
  { ends: '#', kind: 'call on a domestic underlying', name: '認購權證（國內標的）' },
  { ends: 'P', kind: 'put on a domestic underlying', name: '認售權證（國內標的）' },
  {
    ends: '[UT]',
    kind: 'put on a domestic underlying',
    name: '認售權證（國內標的）',
    since: '2022-11',
    note: 'In the summary since November 2022, beside `P`. Recorded: on TPEx `P` alone on 2023-01-30, `U` on 2024-11-07 and in 2025; on TWSE `P` for puts listed until 2025-05-19 and `U` for those listed from that day on. No code with `T` was recorded.',
  },
  { ends: 'F', kind: 'call on a foreign underlying', name: '認購權證（外國標的）' },
  { ends: 'Q', kind: 'put on a foreign underlying', name: '認售權證（外國標的）' },
  { ends: 'C', kind: 'callable bull contract', name: '下限型認購權證（牛證）' },
  { ends: 'B', kind: 'callable bear contract', name: '上限型認售權證（熊證）' },
  { ends: 'X', kind: 'extendible bull contract', name: '可展延型下限型認購權證（可展延牛證）', since: '2014-07' },
  { ends: 'Y', kind: 'extendible bear contract', name: '可展延型上限型認售權證（可展延熊證）', since: '2014-07' },
]
const warrantsOf = (prefix: string, markets: readonly Market[]): readonly CodeRule[] =>
  warrants.map(({ ends, ...rule }) => ({
    form: `${prefix}###${ends}`,
    type: 'warrant',
    markets,
    source: 'summary',
    ...rule,
  }))

const fund = (ends: string, kind: string, name: string, rule: Partial<CodeRule> = {}): CodeRule => ({
  form: `00[4-9]##${ends}`,
  type: 'etf',
  kind,
  name,
  markets: both,
  since: '2014-06-24',
  source: 'summary',
  ...rule,
})

const ruleOf =
  (type: SecurityType, markets: readonly Market[], source: keyof typeof codeSources) =>
  (form: string, kind: string, name: string, more: Pick<CodeRule, 'since' | 'until' | 'note'> = {}): CodeRule => ({
    ...{ form, type, kind, name, markets, source },
    ...more,
  })
const otcBond = ruleOf('bond', otc, 'summary')
const note = ruleOf('etn', both, 'summary')
const tdrBond = ruleOf('bond', both, 'summary')
const other = ruleOf('other', both, 'summary')
const preferred = ruleOf('preferred', both, 'principles')
const trust = ruleOf('reit', both, 'summary')
const convertible = ruleOf('bond', otc, 'principles')
const unlisted = ruleOf('other', [], 'recorded')
const warrantBond = ruleOf('bond', both, 'principles')
const otcOther = ruleOf('other', otc, 'summary')
const index = ruleOf('index', [], 'recorded')

const recordedForeign =
  'Recorded prices and amounts are in the foreign currency: 00643K at 3.55 (CNY) while 00643 closed at 15.56 (TWD).'

/** Of two rules that cover a code the first holds. */
export const codeRules: readonly CodeRule[] = [
  ruleOf('tdr', both, 'summary')('91##(##)?', 'depositary receipt', '臺灣存託憑證（TDR）', {
    note: 'Six digits from 2009-12-15 on, four before.',
  }),
  tdrBond('91##C[1-9]', 'convertible bond of a TDR issuer', '存託憑證之轉換公司債'),
  other('91##G[1-9]', 'subscription warrant of a TDR issuer', '存託憑證之認股權憑證'),
  tdrBond('91##G[D-L]', 'bond with warrants of a TDR issuer', '存託憑證之附認股權公司債'),
  tdrBond('91##F[1-9]', 'bond of a TDR issuer whose warrants are exercised', '存託憑證之附認股權公司債履約後之公司債'),
  ruleOf('stock', every, 'principles')('[1-9]###', 'common stock', '股票', {
    note: 'Also companies on the innovation board (創新板), on the incubation board (創櫃板), and public ones that are not listed. A code stays with its company whichever market it moves to.',
  }),
  ...warrantsOf('0[3-8]', listed),
  ...warrantsOf('7[0-3]', otc),
  ruleOf('etf', listed, 'summary')('00[5-9]#', 'equity fund', '股票型 ETF', { until: '2014-06-23' }),
  fund('', 'equity fund', '股票型 ETF', { until: '2024-11-17' }),
  fund('#', 'equity fund', '股票型 ETF', {
    source: 'etf2024',
    since: '2024-11-18',
    note: 'Some funds listed before 2014-06-24 have six digits too (006201).',
  }),
  fund('A', 'active equity fund', '主動式股票 ETF', { source: 'etf2025', since: '2025' }),
  fund('B', 'bond fund', '債券型 ETF'),
  fund('C', 'bond fund in a foreign currency', '債券型 ETF（外幣計價）', { isForeign: true, note: recordedForeign }),
  fund('D', 'active bond fund', '主動式債券 ETF', { source: 'etf2025', since: '2025' }),
  fund('K', 'equity fund in a foreign currency', '股票型 ETF（外幣計價）', { isForeign: true, note: recordedForeign }),
  fund('L', 'leveraged fund', '槓桿型 ETF'),
  fund('M', 'leveraged fund in a foreign currency', '槓桿型 ETF（外幣計價）', { isForeign: true }),
  fund('R', 'inverse fund', '反向型 ETF'),
  fund('S', 'inverse fund in a foreign currency', '反向型 ETF（外幣計價）', { isForeign: true }),
  fund('T', 'multi-asset fund', '多資產（平衡型）ETF', { source: 'etf2025', since: '2025' }),
  fund('U', 'futures fund', '期貨型 ETF'),
  fund('V', 'futures fund in a foreign currency', '期貨型 ETF（外幣計價）', { isForeign: true }),
  ruleOf('stock', [], 'recorded')('000###', 'public securities firm that is not listed', '公開發行證券商', {
    note: 'TDCC on 2024-10-25, and the company code of such firms at MOPS. Six digits of closed-end funds may begin so too; none is recorded.',
  }),
  ruleOf('other', listed, 'summary')('00[1-3]###|00[0-4]#', 'closed-end fund', '封閉式基金受益憑證', {
    note: 'Six digits from 2009-12-15 on, four before.',
  }),
  trust('01###T', 'real estate investment trust', '不動產投資信託受益證券'),
  trust('01###P', 'real estate asset trust', '不動產資產信託受益證券'),
  other('01###S', 'asset-backed security', '金融資產證券化受益證券'),
  note('02####', 'note', '指數投資證券（ETN）', { since: '2019-04' }),
  note('02###B', 'bond note', '債券型 ETN'),
  note('02###L', 'leveraged note', '槓桿型 ETN'),
  note('02###R', 'inverse note', '反向型 ETN'),
  note('02###S', 'options strategy note', '期權策略型 ETN', { since: '2022-03' }),
  convertible('[1-9]###[1-9]#?', 'convertible bond', '轉換公司債', {
    note: 'Of a company 70## to 73## two digits would read as a warrant; none is recorded.',
  }),
  convertible('[1-9]###0[1-9]', 'exchangeable bond', '交換公司債、交換金融債'),
  otcBond('([1-689]###|7[4-9]##)[1-9]E', 'convertible bond in a foreign currency', '外幣計價轉換公司債'),
  otcBond('([1-689]###|7[4-9]##)[1-9]W', 'bond with warrants in a foreign currency', '外幣計價附認股權公司債'),
  unlisted('[1-9]###[OR]', 'shares that TDCC keeps apart from those of the company’s code', '集保另列之股份', {
    note: 'TDCC on 2024-10-25. Listed on no market, though the principles leave these letters to preferred shares.',
  }),
  preferred('[1-9]###[A-NPQS-Y]', 'preferred stock', '特別股', {
    note: '`X` and `Y` from 2022-06-06 on. Before, `X` to `Z` were certificates of entitlement from converted bonds, and under the principles of 2009, as reported, `L` to `Z` certificates of entitlement and of payment. New shares have the code of the company now.',
  }),
  preferred('[1-9]###Z[1-9]', 'exchangeable preferred stock', '可交換特別股', { since: '2022-06-06' }),
  other('[1-9]###Z', 'certificate of entitlement', '換股權利證書', { until: '2022-06-05' }),
  ruleOf('other', both, 'principles')('[1-9]###G[1-9]', 'subscription warrant of the company', '認股權憑證'),
  preferred('[1-9]###G[A-C]', 'preferred stock with warrants', '附認股權特別股'),
  warrantBond('[1-9]###G[D-L]', 'bond with warrants', '附認股權公司債'),
  warrantBond('[1-9]###F[1-9]', 'bond whose warrants are exercised or split off', '附認股權公司債履約或分拆後之公司債'),
  otcBond('A#####', 'central government bond', '中央政府公債'),
  otcBond('H[A-F]####', 'local government bond', '地方政府公債'),
  otcBond('[PI]##[1-9A-C]##', 'stripped government bond: principal (P), interest (I)', '分割公債'),
  ruleOf('bond', otc, 'unverified')('B@@@@@', 'straight corporate bond', '普通公司債'),
  otcBond('G@@@@@', 'bank debenture', '金融債券'),
  otcBond('F@@@@@', 'foreign bond, or bond in a foreign currency', '外國債券、外幣計價債券'),
  ruleOf('other', otc, 'recorded')('AU####', 'spot gold', '黃金現貨', { note: '`AU9901`, `AU9902`.' }),
  otcOther('ST####|ST###D', 'security token: of profits, of debt (D)', '具證券性質之虛擬通貨'),
  index('IX####', 'price index', '指數'),
  index('TAIEX|TPEX|MARKET', 'headline indices and the market as a whole', '大盤', {
    note: 'Names that datasets of this service use.',
  }),
  otcOther('T@@@@@', 'open-end fund', '開放式基金受益憑證'),
  unlisted(
    'Y@@@(@@)?',
    'private placement, or security of a company that is not public',
    '私募或未公開發行之有價證券',
    { note: 'TDCC on 2024-10-25; six of the private bonds in TPEx’s list of 2025-11-22.' },
  ),
]

const patternOf = ({ form }: CodeRule): string => `^(?:${form.replaceAll('#', '\\d').replaceAll('@', '[0-9A-Z]')})$`

const patterns: readonly (readonly [RegExp, CodeRule])[] = codeRules.map((rule) => [new RegExp(patternOf(rule)), rule])

/** The pattern of codes of securities that are quoted in a foreign currency. */
export const foreignCodes = codeRules
  .filter(({ isForeign }) => isForeign)
  .map(patternOf)
  .join('|')

const isCode = codeForm('', 'stock_id')!

function find(text: string): CodeRule | undefined {
  const code = codeFrom(isCode, text)
  return typeof code === 'string' ? patterns.find(([pattern]) => pattern.test(code))?.[1] : undefined
}

/**
 * The rule that covers a code, however it is padded; undefined where none does. The same codes come day by day, so most
 * are looked up among those seen before.
 */
export const ruleOfCode = remembering(100_000, find)

export const typeOfCode = (text: string): SecurityType | undefined => ruleOfCode(text)?.type

const isWarrant = (code: string): boolean => typeOfCode(code) === 'warrant'
const isBond = (code: string): boolean => typeOfCode(code) === 'bond'

/** A code by its form that no rule covers; a total or a remark is none. */
export const isUnknownCode = (text: string): boolean =>
  ruleOfCode(text) === undefined && typeof codeFrom(isCode, text) === 'string'

/** For the reading of a feed that needs types: rows whose code no rule covers are rejected by name. */
export const knownCodes = (title: string) => [['unknown_code', title, isUnknownCode]] as const

/**
 * For the prices of a market in which warrants and bonds are quoted too: they are skipped, and unknown codes rejected.
 */
export const withoutWarrantsAndBonds = (title: string) => ({
  leave: [['warrants', title, isWarrant] as const, ['bonds', title, isBond] as const],
  refuse: knownCodes(title),
})
