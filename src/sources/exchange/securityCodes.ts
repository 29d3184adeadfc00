import { codeForm, codeFrom } from '../codes.ts'
import type { Market } from '../feed.ts'

/**
 * What the code of a security tells about it. Both exchanges and the emerging board share one set of coding rules, which
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
  /** What exactly, in English and Chinese. */
  readonly kind: string
  readonly name: string
  /** Where it is traded; empty for what is traded on no market of the exchanges. */
  readonly markets: readonly Market[]
  /** First and last day on which codes were given by this rule, as far as that is known. */
  readonly since?: string
  readonly until?: string
  readonly source: keyof typeof codeSources
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

/** Of two rules that cover a code the first holds. */
export const codeRules: readonly CodeRule[] = [
  {
    form: '91##(##)?',
    type: 'tdr',
    kind: 'depositary receipt',
    name: '臺灣存託憑證（TDR）',
    markets: both,
    source: 'summary',
    note: 'Six digits from 2009-12-15 on, four before.',
  },
  {
    form: '91##C[1-9]',
    type: 'bond',
    kind: 'convertible bond of a TDR issuer',
    name: '存託憑證之轉換公司債',
    markets: both,
    source: 'summary',
  },
  {
    form: '91##G[1-9]',
    type: 'other',
    kind: 'subscription warrant of a TDR issuer',
    name: '存託憑證之認股權憑證',
    markets: both,
    source: 'summary',
  },
  {
    form: '91##G[D-L]',
    type: 'bond',
    kind: 'bond with warrants of a TDR issuer',
    name: '存託憑證之附認股權公司債',
    markets: both,
    source: 'summary',
  },
  {
    form: '91##F[1-9]',
    type: 'bond',
    kind: 'bond of a TDR issuer whose warrants are exercised',
    name: '存託憑證之附認股權公司債履約後之公司債',
    markets: both,
    source: 'summary',
  },
  {
    form: '[1-9]###',
    type: 'stock',
    kind: 'common stock',
    name: '股票',
    markets: every,
    source: 'principles',
    note: 'Also companies on the innovation board (創新板), on the incubation board (創櫃板), and public ones that are not listed. A code stays with its company whichever market it moves to.',
  },
  ...warrantsOf('0[3-8]', listed),
  ...warrantsOf('7[0-3]', otc),
  {
    form: '00[5-9]#',
    type: 'etf',
    kind: 'equity fund',
    name: '股票型 ETF',
    markets: listed,
    until: '2014-06-23',
    source: 'summary',
  },
  fund('', 'equity fund', '股票型 ETF', { until: '2024-11-17' }),
  fund('#', 'equity fund', '股票型 ETF', {
    source: 'etf2024',
    since: '2024-11-18',
    note: 'Some funds listed before 2014-06-24 have six digits too (006201).',
  }),
  fund('A', 'active equity fund', '主動式股票 ETF', { source: 'etf2025', since: '2025' }),
  fund('B', 'bond fund', '債券型 ETF'),
  fund('C', 'bond fund in a foreign currency', '債券型 ETF（外幣計價）'),
  fund('D', 'active bond fund', '主動式債券 ETF', { source: 'etf2025', since: '2025' }),
  fund('K', 'equity fund in a foreign currency', '股票型 ETF（外幣計價）'),
  fund('L', 'leveraged fund', '槓桿型 ETF'),
  fund('M', 'leveraged fund in a foreign currency', '槓桿型 ETF（外幣計價）'),
  fund('R', 'inverse fund', '反向型 ETF'),
  fund('S', 'inverse fund in a foreign currency', '反向型 ETF（外幣計價）'),
  fund('T', 'multi-asset fund', '多資產（平衡型）ETF', { source: 'etf2025', since: '2025' }),
  fund('U', 'futures fund', '期貨型 ETF'),
  fund('V', 'futures fund in a foreign currency', '期貨型 ETF（外幣計價）'),
  {
    form: '000###',
    type: 'stock',
    kind: 'public securities firm that is not listed',
    name: '公開發行證券商',
    markets: [],
    source: 'recorded',
    note: 'TDCC on 2024-10-25, and the company code of such firms at MOPS. Six digits of closed-end funds may begin so too; none is recorded.',
  },
  {
    form: '00[1-3]###|00[0-4]#',
    type: 'other',
    kind: 'closed-end fund',
    name: '封閉式基金受益憑證',
    markets: listed,
    source: 'summary',
    note: 'Six digits from 2009-12-15 on, four before.',
  },
  {
    form: '01###T',
    type: 'reit',
    kind: 'real estate investment trust',
    name: '不動產投資信託受益證券',
    markets: both,
    source: 'summary',
  },
  {
    form: '01###P',
    type: 'reit',
    kind: 'real estate asset trust',
    name: '不動產資產信託受益證券',
    markets: both,
    source: 'summary',
  },
  {
    form: '01###S',
    type: 'other',
    kind: 'asset-backed security',
    name: '金融資產證券化受益證券',
    markets: both,
    source: 'summary',
  },
  {
    form: '02####',
    type: 'etn',
    kind: 'note',
    name: '指數投資證券（ETN）',
    markets: both,
    since: '2019-04',
    source: 'summary',
  },
  { form: '02###B', type: 'etn', kind: 'bond note', name: '債券型 ETN', markets: both, source: 'summary' },
  { form: '02###L', type: 'etn', kind: 'leveraged note', name: '槓桿型 ETN', markets: both, source: 'summary' },
  { form: '02###R', type: 'etn', kind: 'inverse note', name: '反向型 ETN', markets: both, source: 'summary' },
  {
    form: '02###S',
    type: 'etn',
    kind: 'options strategy note',
    name: '期權策略型 ETN',
    markets: both,
    since: '2022-03',
    source: 'summary',
  },
  {
    form: '[1-9]###[1-9]#?',
    type: 'bond',
    kind: 'convertible bond',
    name: '轉換公司債',
    markets: otc,
    source: 'principles',
    note: 'Of a company 70## to 73## two digits would read as a warrant; none is recorded.',
  },
  {
    form: '[1-9]###0[1-9]',
    type: 'bond',
    kind: 'exchangeable bond',
    name: '交換公司債、交換金融債',
    markets: otc,
    source: 'principles',
  },
  {
    form: '([1-689]###|7[4-9]##)[1-9]E',
    type: 'bond',
    kind: 'convertible bond in a foreign currency',
    name: '外幣計價轉換公司債',
    markets: otc,
    source: 'summary',
  },
  {
    form: '([1-689]###|7[4-9]##)[1-9]W',
    type: 'bond',
    kind: 'bond with warrants in a foreign currency',
    name: '外幣計價附認股權公司債',
    markets: otc,
    source: 'summary',
  },
  {
    form: '[1-9]###[OR]',
    type: 'other',
    kind: 'shares that TDCC keeps apart from those of the company’s code',
    name: '集保另列之股份',
    markets: [],
    source: 'recorded',
    note: 'TDCC on 2024-10-25. Listed on no market, though the principles leave these letters to preferred shares.',
  },
  {
    form: '[1-9]###[A-NPQS-Y]',
    type: 'preferred',
    kind: 'preferred stock',
    name: '特別股',
    markets: both,
    source: 'principles',
    note: '`X` and `Y` from 2022-06-06 on. Before, `X` to `Z` were certificates of entitlement from converted bonds, and under the principles of 2009, as reported, `L` to `Z` certificates of entitlement and of payment. New shares have the code of the company now.',
  },
  {
    form: '[1-9]###Z[1-9]',
    type: 'preferred',
    kind: 'exchangeable preferred stock',
    name: '可交換特別股',
    markets: both,
    since: '2022-06-06',
    source: 'principles',
  },
  {
    form: '[1-9]###Z',
    type: 'other',
    kind: 'certificate of entitlement',
    name: '換股權利證書',
    markets: both,
    until: '2022-06-05',
    source: 'summary',
  },
  {
    form: '[1-9]###G[1-9]',
    type: 'other',
    kind: 'subscription warrant of the company',
    name: '認股權憑證',
    markets: both,
    source: 'principles',
  },
  {
    form: '[1-9]###G[A-C]',
    type: 'preferred',
    kind: 'preferred stock with warrants',
    name: '附認股權特別股',
    markets: both,
    source: 'principles',
  },
  {
    form: '[1-9]###G[D-L]',
    type: 'bond',
    kind: 'bond with warrants',
    name: '附認股權公司債',
    markets: both,
    source: 'principles',
  },
  {
    form: '[1-9]###F[1-9]',
    type: 'bond',
    kind: 'bond whose warrants are exercised or split off',
    name: '附認股權公司債履約或分拆後之公司債',
    markets: both,
    source: 'principles',
  },
  {
    form: 'A#####',
    type: 'bond',
    kind: 'central government bond',
    name: '中央政府公債',
    markets: otc,
    source: 'summary',
  },
  {
    form: 'H[A-F]####',
    type: 'bond',
    kind: 'local government bond',
    name: '地方政府公債',
    markets: otc,
    source: 'summary',
  },
  {
    form: '[PI]##[1-9A-C]##',
    type: 'bond',
    kind: 'stripped government bond: principal (P), interest (I)',
    name: '分割公債',
    markets: otc,
    source: 'summary',
  },
  {
    form: 'B@@@@@',
    type: 'bond',
    kind: 'straight corporate bond',
    name: '普通公司債',
    markets: otc,
    source: 'unverified',
  },
  { form: 'G@@@@@', type: 'bond', kind: 'bank debenture', name: '金融債券', markets: otc, source: 'summary' },
  {
    form: 'F@@@@@',
    type: 'bond',
    kind: 'foreign bond, or bond in a foreign currency',
    name: '外國債券、外幣計價債券',
    markets: otc,
    source: 'summary',
  },
  {
    form: 'AU####',
    type: 'other',
    kind: 'spot gold',
    name: '黃金現貨',
    markets: otc,
    source: 'recorded',
    note: '`AU9901`, `AU9902`.',
  },
  {
    form: 'ST####|ST###D',
    type: 'other',
    kind: 'security token: of profits, of debt (D)',
    name: '具證券性質之虛擬通貨',
    markets: otc,
    source: 'summary',
  },
  { form: 'IX####', type: 'index', kind: 'price index', name: '指數', markets: [], source: 'recorded' },
  {
    form: 'TAIEX|TPEX|MARKET',
    type: 'index',
    kind: 'headline indices and the market as a whole',
    name: '大盤',
    markets: [],
    source: 'recorded',
    note: 'Names that datasets of this service use.',
  },
  { form: 'T@@@@@', type: 'other', kind: 'open-end fund', name: '開放式基金受益憑證', markets: otc, source: 'summary' },
  {
    form: 'Y@@@(@@)?',
    type: 'other',
    kind: 'private placement, or security of a company that is not public',
    name: '私募或未公開發行之有價證券',
    markets: [],
    source: 'recorded',
    note: 'TDCC on 2024-10-25; six of the private bonds in TPEx’s list of 2025-11-22.',
  },
]

const patterns: readonly (readonly [RegExp, CodeRule])[] = codeRules.map((rule) => [
  new RegExp(`^(?:${rule.form.replaceAll('#', '\\d').replaceAll('@', '[0-9A-Z]')})$`),
  rule,
])

const isCode = codeForm('', 'stock_id')!

function find(text: string): CodeRule | undefined {
  const code = codeFrom(isCode, text)
  return typeof code === 'string' ? patterns.find(([pattern]) => pattern.test(code))?.[1] : undefined
}

/** The same codes come day by day, so most are looked up among those seen before. */
const known = new Map<string, CodeRule | undefined>()
const mostKnown = 100_000

/** The rule that covers a code, however it is padded; undefined where none does. */
export function ruleOfCode(text: string): CodeRule | undefined {
  const rule = known.get(text)
  if (rule !== undefined || known.has(text)) return rule
  if (known.size >= mostKnown) known.clear()
  const found = find(text)
  known.set(text, found)
  return found
}

export const typeOfCode = (text: string): SecurityType | undefined => ruleOfCode(text)?.type

export const isWarrant = (code: string): boolean => typeOfCode(code) === 'warrant'
export const isBond = (code: string): boolean => typeOfCode(code) === 'bond'

/** A code by its form that no rule covers; a total or a remark is none. */
export const isUnknownCode = (text: string): boolean =>
  ruleOfCode(text) === undefined && typeof codeFrom(isCode, text) === 'string'

/** For the reading of a feed that needs types: rows whose code no rule covers are rejected by name. */
export const knownCodes = (title: string) => [['unknown_code', title, isUnknownCode]] as const
