import type { Condition } from '../representation.ts'
import type { Subject } from './senses.ts'

/** Things that happen to a security (or a bank, or a bond), each in a dataset of its own. */
export type Event = {
  readonly key: string
  readonly subject: Subject
  readonly phrases: string
  readonly dataset: string
  /** The date that a time in the question is about. */
  readonly date: string
  /** Another date that is as good. */
  readonly otherwise?: string
  /** First and last day of what lasts; asked without a time, it is what holds today. */
  readonly period?: readonly [string, string]
  readonly columns: readonly string[]
  readonly where?: readonly Condition[]
  /** Asked without a time: what is yet to come, what was last, or everything. */
  readonly without: 'current' | 'coming' | 'last' | 'all'
}

const is = (dataset: string, column: string, values: readonly (string | boolean)[], not = false): Condition => ({
  kind: 'is',
  of: { kind: 'column', dataset, column },
  values,
  ...(not ? { not } : {}),
})
const over = (dataset: string, column: string, op: '>' | '<' | '!='): Condition => ({
  kind: 'compare',
  left: { kind: 'column', dataset, column },
  op,
  right: { kind: 'number', value: 0 },
})

export const events: readonly Event[] = [
  {
    key: 'disposition',
    subject: 'stock',
    phrases:
      '處置股|處置股票|處置|被處置|列為處置股|被列為處置股|列為處置|列入處置|處置中|處置名單|處置有價證券|分盤交易|關禁閉|disposition|under disposition|disposition stock|disposition list|restricted trading|disposition notice|on the disposition list|placed under disposition|put under disposition|put on disposition|trading restriction|disposed',
    dataset: 'TaiwanStockDisposition',
    date: 'announce_date',
    period: ['period_start_date', 'period_end_date'],
    columns: [
      'announce_date',
      'period_start_date',
      'period_end_date',
      'disposition_count',
      'condition',
      'measure',
      'match_interval_minutes',
    ],
    without: 'current',
  },
  {
    key: 'delisting',
    subject: 'stock',
    phrases:
      '下市|下櫃|下市櫃|終止上市|終止上櫃|下市股票|下市公司|被下市|delisted|delisting|will be delisted|delist|delisted company|got delisted',
    dataset: 'TaiwanStockDelisting',
    date: 'delisting_date',
    columns: ['delisting_date', 'market', 'reason'],
    where: [is('TaiwanStockDelisting', 'is_transfer', [true], true)],
    without: 'all',
  },
  {
    key: 'listing',
    subject: 'stock',
    phrases:
      '上市|新上市|新掛牌|掛牌上市|掛牌|新股|新上市櫃|上市掛牌|初次上市|ipo|newly listed|listed|new listing|went public|go public|were listed|got listed|new listings|debuted|debut',
    dataset: 'TaiwanStockOverview',
    date: 'listing_date',
    columns: ['listing_date', 'market', 'industry_category'],
    without: 'last',
  },
  {
    key: 'short_suspension',
    subject: 'stock',
    phrases:
      '融券要強制回補|融券要回補|要強制回補|融券強制回補日|停券|停券預告|融券回補|融券回補日|強制回補|融券強制回補|暫停融券|最後回補日|融券最後回補日|停止融券|short sale suspension|short selling suspension|forced short covering|short covering deadline|short sale suspended|margin short selling suspended|suspended for short selling|suspended from short selling|short selling suspended|last day to cover',
    dataset: 'TaiwanStockMarginShortSaleSuspension',
    date: 'suspend_start_date',
    period: ['suspend_start_date', 'suspend_end_date'],
    columns: ['suspend_start_date', 'suspend_end_date', 'reason'],
    without: 'current',
  },
  {
    key: 'day_trading_suspension',
    subject: 'stock',
    phrases:
      '暫停先賣後買|停止當沖|暫停當沖|不能先賣後買|停止先賣後買|先賣後買暫停|暫停先賣後買當沖|暫停現股當沖|day trading suspension|sell first suspension|sell-first day trading suspended|suspended from day trading|day trading suspended|sell first day trading suspension|sell-first suspended|barred from day trading',
    dataset: 'TaiwanStockSuspendDayTrading',
    date: 'suspend_start_date',
    period: ['suspend_start_date', 'suspend_end_date'],
    columns: ['suspend_start_date', 'suspend_end_date', 'reason'],
    without: 'current',
  },
  {
    key: 'halt',
    subject: 'stock',
    phrases:
      '暫停交易|停牌|停止買賣|停止交易|被暫停交易|暫停買賣|trading halt|halted|halt|suspended trading|trading suspension|suspended from trading|trading halted|trading was halted|had trading halted',
    dataset: 'TaiwanStockTradingHaltAnnouncement',
    date: 'halt_date',
    columns: ['halt_date', 'halt_time', 'resumption_date', 'resumption_time', 'security_type'],
    without: 'last',
  },
  {
    key: 'resumption',
    subject: 'stock',
    phrases:
      '恢復交易|恢復買賣|復牌|resumed trading|resume trading|trading resumption|trading resumed|resuming trading',
    dataset: 'TaiwanStockTradingHaltAnnouncement',
    date: 'resumption_date',
    columns: ['resumption_date', 'resumption_time', 'halt_date', 'halt_time', 'security_type'],
    without: 'last',
  },
  {
    key: 'ex_dividend',
    subject: 'stock',
    phrases:
      '除息|要除息|除息日|除息日期|除息交易日|配息日|除息股票|除息的股票|ex dividend|will go ex|will go ex dividend|going ex|go ex|went ex|going ex dividend|go ex dividend|went ex dividend|ex dividend date|ex dividend dates|ex date|trade ex dividend|goes ex dividend|ex-date',
    dataset: 'TaiwanStockDividend',
    date: 'cash_ex_date',
    columns: ['cash_ex_date', 'cash_dividend', 'cash_payment_date', 'dividend_period'],
    without: 'coming',
  },
  {
    key: 'ex_either',
    subject: 'stock',
    phrases: '除權息|要除權息|除權除息|要除權除息|除權息日|除權息日期|除權息股票|除權息的股票|除權或除息|除權或除息日',
    dataset: 'TaiwanStockDividend',
    date: 'cash_ex_date',
    otherwise: 'stock_ex_date',
    columns: ['cash_ex_date', 'stock_ex_date', 'cash_dividend', 'stock_dividend', 'dividend_period'],
    without: 'coming',
  },
  {
    key: 'ex_rights',
    subject: 'stock',
    phrases: '除權|要除權|除權日|除權交易日|ex rights|going ex rights|go ex rights|ex rights date|went ex rights',
    dataset: 'TaiwanStockDividend',
    date: 'stock_ex_date',
    columns: ['stock_ex_date', 'stock_dividend', 'dividend_period'],
    without: 'coming',
  },
  {
    key: 'payment',
    subject: 'stock',
    phrases:
      '股利發放日|股利發放日期|股息發放日期|發放日期|發放日|股息發放日|發放股利|發放股息|現金股利發放日|發放現金股利|領股利|領股息|領息|股利入帳|發股利|發股息|pay|pays|dividend payment date|payment date|pay out dividend|pay dividend|paying dividend|pay their dividend|dividend payment|paying a dividend|pay a dividend|paying out dividend',
    dataset: 'TaiwanStockDividend',
    date: 'cash_payment_date',
    columns: ['cash_payment_date', 'cash_dividend', 'cash_ex_date', 'dividend_period'],
    without: 'coming',
  },
  {
    key: 'rights_issue',
    subject: 'stock',
    phrases:
      '現金增資|辦理現金增資|現增|現金增資案|cash capital increase|rights issue|rights offering|capital increase|seasoned offering',
    dataset: 'TaiwanStockDividend',
    date: 'announce_date',
    columns: ['announce_date', 'capital_increase_price', 'capital_increase_shares', 'capital_increase_ratio'],
    where: [over('TaiwanStockDividend', 'capital_increase_price', '>')],
    without: 'all',
  },
  {
    key: 'split',
    subject: 'stock',
    phrases: '分割|etf分割|反分割|受益權單位分割|split|etf split|reverse split|unit split|share split|stock split',
    dataset: 'TaiwanStockSplitPrice',
    date: 'resumption_date',
    columns: ['resumption_date', 'split_type', 'split_ratio', 'close_before', 'reference_price'],
    without: 'all',
  },
  {
    key: 'capital_reduction',
    subject: 'stock',
    phrases:
      '減資|現金減資|辦理減資|減資恢復買賣|capital reduction|reduce capital|reduced capital|reduced its capital|capital return|cut capital|capital reductions',
    dataset: 'TaiwanStockCapitalReductionReferencePrice',
    date: 'resumption_date',
    columns: [
      'resumption_date',
      'halt_date',
      'reason',
      'close_before',
      'reference_price',
      'shares_per_1000',
      'refund_per_share',
    ],
    without: 'all',
  },
  {
    key: 'par_change',
    subject: 'stock',
    phrases:
      '變更面額|面額變更|改變面額|換股|par value change|face value change|changed par value|change of par value|par value|changed its par value',
    dataset: 'TaiwanStockChangeFaceReference',
    date: 'resumption_date',
    columns: [
      'resumption_date',
      'par_value_before',
      'par_value_after',
      'exchange_ratio',
      'close_before',
      'reference_price',
    ],
    without: 'all',
  },
  {
    key: 'cb_maturity',
    subject: 'cb',
    phrases:
      '可轉債到期|到期的可轉債|轉債到期|到期|將到期|會到期|即將到期|convertible bond maturing|maturing|mature|maturity|bonds maturing|convertibles maturing|come due|coming due|expire|expiring',
    dataset: 'TaiwanCBOverview',
    date: 'maturity_date',
    columns: ['cb_id', 'cb_name', 'maturity_date', 'outstanding_amount', 'conversion_price'],
    where: [is('TaiwanCBOverview', 'status', ['active'])],
    without: 'coming',
  },
  {
    key: 'warrant_expiry',
    subject: 'stock',
    phrases: '權證到期|到期的權證|到期權證|warrant expiry|warrant expiration',
    dataset: 'TaiwanStockOverviewIncludeWarrant',
    date: 'expiration_date',
    columns: ['expiration_date', 'last_trading_date', 'underlying_stock_id', 'warrant_type', 'exercise_price'],
    where: [
      is('TaiwanStockOverviewIncludeWarrant', 'security_type', ['warrant']),
      is('TaiwanStockOverviewIncludeWarrant', 'is_active', [true]),
    ],
    without: 'coming',
  },
  {
    key: 'cb_issue',
    subject: 'cb',
    phrases:
      '可轉債發行|發行可轉債|發行的可轉債|新發行可轉債|發行|新發行|issued|issue|new convertible bond|newly issued',
    dataset: 'TaiwanCBOverview',
    date: 'issue_date',
    columns: ['cb_id', 'cb_name', 'issue_date', 'maturity_date', 'issue_amount', 'conversion_price'],
    where: [],
    without: 'all',
  },
  {
    key: 'cb_put',
    subject: 'cb',
    phrases: '賣回日|賣回|可賣回|putable|put date|puttable',
    dataset: 'TaiwanCBOverview',
    date: 'put_date',
    columns: ['cb_id', 'cb_name', 'put_date', 'put_price'],
    where: [is('TaiwanCBOverview', 'status', ['active'])],
    without: 'coming',
  },
  {
    key: 'news',
    subject: 'stock',
    phrases:
      '新聞|消息|重大訊息|頭條|公司公告|重訊|news|headline|news headline|announcement|announcements|press|material information',
    dataset: 'TaiwanRelatedNews',
    date: 'publish_date',
    columns: ['publish_date', 'published_at', 'title', 'source', 'link'],
    without: 'last',
  },
  {
    key: 'rate_change',
    subject: 'bank',
    phrases:
      '升降息|調整利率|利率調整|調整政策利率|變動利率|利率變動|利率決策|change its policy rate|change its rate|change rate|rate change|changed rate|change policy rate|change its interest rate|change interest rate|changed its policy rate|adjusted its rate|move rates|moved rates',
    dataset: 'CentralBankRate',
    date: 'effective_date',
    columns: ['effective_date', 'interest_rate', 'previous_rate', 'rate_change', 'change_bp', 'bank_name'],
    where: [over('CentralBankRate', 'change_bp', '!=')],
    without: 'last',
  },
  {
    key: 'rate_hike',
    subject: 'bank',
    phrases:
      '升息|調升利率|hike|rate hike|raise rate|raised rate|raise its policy rate|raised its policy rate|raise its rate|hiked|raise interest rate|raised interest rate|increase rate|hiked rate|hike rate|raised its rate',
    dataset: 'CentralBankRate',
    date: 'effective_date',
    columns: ['effective_date', 'interest_rate', 'previous_rate', 'rate_change', 'change_bp', 'bank_name'],
    where: [over('CentralBankRate', 'change_bp', '>')],
    without: 'last',
  },
  {
    key: 'rate_cut',
    subject: 'bank',
    phrases:
      '降息|調降利率|rate cut|cut rate|lower rate|lowered rate|cut its policy rate|cut its rate|lower its policy rate|reduced rate|lowered its rate|cut interest rate|lower its rate',
    dataset: 'CentralBankRate',
    date: 'effective_date',
    columns: ['effective_date', 'interest_rate', 'previous_rate', 'rate_change', 'change_bp', 'bank_name'],
    where: [over('CentralBankRate', 'change_bp', '<')],
    without: 'last',
  },
]
