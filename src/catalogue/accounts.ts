import { createHash } from 'node:crypto'

export const statements = [
  'TaiwanStockFinancialStatement',
  'TaiwanStockBalanceSheet',
  'TaiwanStockCashFlowsStatement',
] as const
export type Statement = (typeof statements)[number]

export const isStatement = (name: string): name is Statement => statements.some((statement) => statement === name)

/** A line of financial statements: its code, its name in English, and its names in filings, the preferred one first. */
export type StatementAccount = {
  readonly type: string
  readonly en: string
  readonly names: readonly string[]
  readonly unit: 'TWD' | 'TWD_per_share' | 'shares'
}

/** A line without varying parts: white space and full-width forms. */
export const labelOf = (name: string): string => name.normalize('NFKC').replace(/\s/g, '')

/** Counts of shares stand among the amounts in some templates. */
export const unitOf = (label: string): 'TWD' | 'shares' => (/股數/.test(label) ? 'shares' : 'TWD')

/** The lines that each statement is checked by, in the order in which they are looked for. */
const checked: Readonly<Record<Statement, string>> = {
  TaiwanStockFinancialStatement: `
    Revenue | Revenue | 營業收入合計 | 營業收入 | 收入合計 | 收益合計 | 淨收益 | 保險收入 | 收益 | 收入
    CostOfGoodsSold | Operating costs | 營業成本合計 | 營業成本 | 支出及費用 | 支出
    GrossProfit | Gross profit | 營業毛利(毛損)淨額 | 營業毛利(毛損)
    SellingExpenses | Selling expenses | 推銷費用
    AdministrativeExpenses | Administrative expenses | 管理費用
    ResearchAndDevelopmentExpenses | Research and development expenses | 研究發展費用
    OperatingExpenses | Operating expenses | 營業費用合計 | 營業費用
    OtherOperatingIncomeExpenses | Other operating income and expenses | 其他收益及費損淨額
    OperatingIncome | Operating income | 營業利益(損失) | 營業利益
    TotalNonoperatingIncomeAndExpense | Non-operating income and expenses | 營業外收入及支出合計 | 營業外收入及支出 | 營業外損益
    PreTaxIncome | Income before tax | 稅前淨利(淨損) | 繼續營業單位稅前淨利(淨損) | 繼續營業單位稅前損益 | 繼續營業單位稅前純益(純損)
    IncomeTaxExpense | Income tax expense | 所得稅費用(利益)合計 | 所得稅費用(利益) | 所得稅(費用)利益
    IncomeFromContinuingOperations | Income from continuing operations | 繼續營業單位本期淨利(淨損) | 繼續營業單位本期稅後淨利(淨損) | 繼續營業單位本期純益(純損)
    IncomeLossFromDiscontinuedOperation | Income from discontinued operations | 停業單位損益 | 停業單位損益合計
    IncomeAfterTaxes | Net income | 本期淨利(淨損) | 本期稅後淨利(淨損)
    OtherComprehensiveIncome | Other comprehensive income | 其他綜合損益(淨額) | 本期其他綜合損益(稅後淨額) | 其他綜合損益(稅後淨額) | 其他綜合損益(稅後) | 其他綜合損益
    TotalComprehensiveIncome | Comprehensive income | 本期綜合損益總額 | 本期綜合損益總額(稅後)
    NetIncomeAttributableToOwnersOfParent | Net income of the owners of the parent | 淨利(淨損)歸屬於母公司業主 | 淨利(損)歸屬於母公司業主 | 母公司業主(淨利/損) | 母公司業主(淨利/淨損)
    NetIncomeAttributableToNoncontrollingInterests | Net income of non-controlling interests | 淨利(淨損)歸屬於非控制權益 | 淨利(損)歸屬於非控制權益 | 非控制權益(淨利/損)
    ComprehensiveIncomeAttributableToOwnersOfParent | Comprehensive income of the owners of the parent | 綜合損益總額歸屬於母公司業主 | 母公司業主(綜合損益)
    NetInterestIncome | Net interest income | 利息淨收益
    NetNonInterestIncome | Net non-interest income | 利息以外淨收益 | 利息以外淨損益
    BadDebtExpense | Bad debts and provisions for commitments and guarantees | 呆帳費用、承諾及保證責任準備提存
    NetChangeInInsuranceLiabilityReserve | Net change in insurance liability reserves | 保險負債準備淨變動
    EPS | Basic earnings per share | 基本每股盈餘合計 | 基本每股盈餘(元) | 基本每股盈餘
    DilutedEPS | Diluted earnings per share | 稀釋每股盈餘合計 | 稀釋每股盈餘`,
  TaiwanStockBalanceSheet: `
    CashAndCashEquivalents | Cash and cash equivalents | 現金及約當現金
    AccountsReceivableNet | Accounts receivable | 應收帳款淨額
    AccountsReceivableDueFromRelatedPartiesNet | Accounts receivable from related parties | 應收帳款-關係人淨額
    Inventories | Inventories | 存貨 | 存貨合計
    CurrentAssets | Current assets | 流動資產合計 | 流動資產
    PropertyPlantAndEquipment | Property, plant and equipment | 不動產、廠房及設備 | 不動產、廠房及設備合計 | 不動產及設備-淨額
    RightOfUseAssets | Right-of-use assets | 使用權資產 | 使用權資產-淨額
    IntangibleAssets | Intangible assets | 無形資產 | 無形資產-淨額
    NoncurrentAssets | Non-current assets | 非流動資產合計 | 非流動資產
    TotalAssets | Total assets | 資產總計 | 資產總額
    ShorttermBorrowings | Short-term borrowings | 短期借款 | 短期借款合計
    CurrentContractLiabilities | Contract liabilities, current | 合約負債-流動
    AccountsPayable | Accounts payable | 應付帳款 | 應付帳款合計
    AccountsPayableToRelatedParties | Accounts payable to related parties | 應付帳款-關係人
    CurrentLiabilities | Current liabilities | 流動負債合計 | 流動負債
    BondsPayable | Bonds payable | 應付公司債 | 應付債券
    LongtermBorrowings | Long-term borrowings | 長期借款
    NoncurrentLiabilities | Non-current liabilities | 非流動負債合計 | 非流動負債
    Liabilities | Total liabilities | 負債總計 | 負債總額
    OrdinaryShare | Ordinary shares | 普通股股本
    CapitalStock | Share capital | 股本合計 | 股本
    CapitalSurplus | Capital surplus | 資本公積合計 | 資本公積
    RetainedEarnings | Retained earnings | 保留盈餘合計 | 保留盈餘 | 保留盈餘(或累積虧損)
    OtherEquityInterest | Other equity | 其他權益合計 | 其他權益
    TreasuryShares | Treasury shares | 庫藏股票
    EquityAttributableToOwnersOfParent | Equity of the owners of the parent | 歸屬於母公司業主之權益合計 | 歸屬於母公司業主之權益 | 歸屬於母公司業主權益合計
    NoncontrollingInterests | Non-controlling interests | 非控制權益
    Equity | Total equity | 權益總計 | 權益總額
    TotalLiabilitiesEquity | Total liabilities and equity | 負債及權益總計
    BookValuePerShare | Book value per share | 每股參考淨值`,
  // Every amount of these runs from 1 January on.
  TaiwanStockCashFlowsStatement: `
    NetIncomeBeforeTax | Income before tax | 本期稅前淨利(淨損) | 繼續營業單位稅前淨利(淨損)
    Depreciation | Depreciation | 折舊費用
    AmortizationExpense | Amortization | 攤銷費用
    InterestExpense | Interest expense | 利息費用
    InterestIncome | Interest income | 利息收入
    ReceivableIncrease | Decrease (increase) in accounts receivable | 應收帳款(增加)減少
    InventoryIncrease | Decrease (increase) in inventories | 存貨(增加)減少
    AccountsPayableIncrease | Increase (decrease) in accounts payable | 應付帳款增加(減少)
    PayTheInterest | Interest paid | 支付之利息
    IncomeTaxPaid | Income tax refunded (paid) | 退還(支付)之所得稅 | 支付之所得稅
    CashFlowsFromOperatingActivities | Cash flow from operating activities | 營業活動之淨現金流入(流出)
    PropertyAndPlantAndEquipment | Purchase of property, plant and equipment | 取得不動產、廠房及設備
    CashProvidedByInvestingActivities | Cash flow from investing activities | 投資活動之淨現金流入(流出)
    CashDividendsPaid | Cash dividends paid | 發放現金股利
    CashFlowsProvidedFromFinancingActivities | Cash flow from financing activities | 籌資活動之淨現金流入(流出)
    EffectOfExchangeRateChanges | Effect of exchange rates on cash and cash equivalents | 匯率變動對現金及約當現金之影響
    CashBalancesIncrease | Increase in cash and cash equivalents | 本期現金及約當現金增加(減少)數
    CashBalancesBeginningOfPeriod | Cash and cash equivalents at the beginning | 期初現金及約當現金餘額
    CashBalancesEndOfPeriod | Cash and cash equivalents at the end | 期末現金及約當現金餘額`,
}

/** The other lines; each has one name with a code of its own, so that no two lines of a filing share one. */
const others: Readonly<Record<Statement, string>> = {
  TaiwanStockFinancialStatement: `
    SalesRevenue | Sales revenue | 銷貨收入
    SalesRevenueNet | Sales revenue, net | 銷貨收入淨額
    ServiceRevenue | Service revenue | 勞務收入
    ConstructionRevenue | Construction revenue | 工程收入
    RentalRevenue | Rental revenue | 租賃收入
    OtherOperatingRevenue | Other operating revenue | 其他營業收入
    OtherOperatingRevenueNet | Other operating revenue, net | 其他營業收入淨額
    CostOfSales | Cost of sales | 銷貨成本
    ServiceCost | Cost of services | 勞務成本
    OtherOperatingCosts | Other operating costs | 其他營業成本
    UnrealizedProfitOnSales | Unrealized profit (loss) on sales | 未實現銷貨(損)益
    RealizedProfitOnSales | Realized profit (loss) on sales | 已實現銷貨(損)益
    UnrealizedSalesProfit | Unrealized sales profit | 未實現銷貨利益
    RealizedSalesProfit | Realized sales profit | 已實現銷貨利益
    GrossProfitBeforeSalesAdjustments | Gross profit before unrealized and realized profit on sales | 營業毛利(毛損)
    GainOnInitialRecognitionOfBiologicalAssets | Gain (loss) on initial recognition of biological assets and produce | 原始認列生物資產及農產品之利益(損失)
    GainOnFairValueOfBiologicalAssets | Gain (loss) on changes in fair value of biological assets | 生物資產當期公允價值減出售成本之變動利益(損失)
    ExpectedCreditLoss | Expected credit loss (gain) | 預期信用減損損失(利益)
    ExpectedCreditImpairment | Expected credit impairment loss | 預期信用減損損失
    InterestIncome | Interest income | 利息收入
    InterestIncomeTotal | Interest income, total | 利息收入合計
    InterestExpense | Interest expense | 利息費用
    NetFeeIncome | Net fee and commission income | 手續費淨收益
    OtherIncome | Other income | 其他收入
    OtherIncomeTotal | Other income, total | 其他收入合計
    OtherGainsLosses | Other gains and losses | 其他利益及損失
    OtherGainsLossesNet | Other gains and losses, net | 其他利益及損失淨額
    FinanceCosts | Finance costs | 財務成本
    FinanceCostsNet | Finance costs, net | 財務成本淨額
    ShareOfProfitOfAssociates | Share of profit of associates and joint ventures | 採用權益法認列之關聯企業及合資損益之份額
    ShareOfProfitOfAssociatesNet | Share of profit of associates and joint ventures, net | 採用權益法認列之關聯企業及合資損益之份額淨額
    ItemsNotReclassifiedToProfitOrLoss | Items not reclassified to profit or loss | 不重分類至損益之項目
    ItemsNotReclassifiedToProfitOrLossTotal | Items not reclassified to profit or loss, total | 不重分類至損益之項目總額
    ItemsThatMayBeReclassifiedToProfitOrLoss | Items that may be reclassified to profit or loss | 後續可能重分類至損益之項目
    ItemsThatMayBeReclassifiedToProfitOrLossTotal | Items that may be reclassified to profit or loss, total | 後續可能重分類至損益之項目總額
    RemeasurementsOfDefinedBenefitPlans | Remeasurements of defined benefit plans | 確定福利計畫之再衡量數
    ExchangeDifferencesOnTranslation | Exchange differences on translation of foreign operations | 國外營運機構財務報表換算之兌換差額
    ComprehensiveIncomeAttributableToNoncontrollingInterests | Comprehensive income of non-controlling interests | 綜合損益總額歸屬於非控制權益
    NetIncomeOfCommonControlPredecessors | Net income of predecessors under common control | 淨利(損)歸屬於共同控制下前手權益
    NetIncomeAttributableToCommonControlPredecessors | Net income attributable to predecessors under common control | 淨利(淨損)歸屬於共同控制下前手權益
    ComprehensiveIncomeOfCommonControlPredecessors | Comprehensive income of predecessors under common control | 綜合損益總額歸屬於共同控制下前手權益
    IncomeBeforeMergerOfEntitiesNotUnderCommonControl | Income before the merger of entities not under common control | 合併前非屬共同控制股權損益
    ComprehensiveIncomeBeforeMerger | Comprehensive income before the merger of entities not under common control | 合併前非屬共同控制股權綜合損益淨額`,
  TaiwanStockBalanceSheet: `
    DueFromCentralBankAndOtherBanks | Due from the central bank and call loans to banks | 存放央行及拆借銀行同業
    DueFromCentralBankAndInstitutions | Due from the central bank and call loans to financial institutions | 存放央行及拆借金融同業
    FinancialAssetsAtFairValueThroughProfitOrLoss | Financial assets at fair value through profit or loss | 透過損益按公允價值衡量之金融資產
    FinancialAssetsAtFairValueThroughOtherComprehensiveIncome | Financial assets at fair value through other comprehensive income | 透過其他綜合損益按公允價值衡量之金融資產
    DebtInstrumentsAtAmortizedCost | Investments in debt instruments at amortized cost | 按攤銷後成本衡量之債務工具投資
    HedgingFinancialAssets | Financial assets for hedging | 避險之金融資產
    HedgingDerivativeAssets | Derivative financial assets for hedging | 避險之衍生金融資產
    HedgingDerivativeAssetsNet | Derivative financial assets for hedging, net | 避險之衍生金融資產淨額
    SecuritiesPurchasedUnderResellAgreements | Securities purchased under resell agreements | 附賣回票券及債券投資
    SecuritiesPurchasedUnderResellAgreementsNet | Securities purchased under resell agreements, net | 附賣回票券及債券投資淨額
    ReceivablesNet | Receivables, net | 應收款項-淨額
    Receivables | Receivables | 應收款項
    CurrentTaxAssets | Current tax assets | 本期所得稅資產
    CurrentIncomeTaxAssets | Current income tax assets | 當期所得稅資產
    AssetsHeldForSaleNet | Assets held for sale, net | 待出售資產-淨額
    AssetsHeldForSale | Assets held for sale | 待出售資產
    AssetsHeldForDistributionNet | Assets held for distribution to owners, net | 待分配予業主之資產-淨額
    AssetsHeldForDistribution | Assets (or disposal groups) held for distribution to owners | 待分配予業主之資產(或處分群組)
    DiscountsAndLoansNet | Discounts and loans, net | 貼現及放款-淨額
    ReinsuranceContractAssetsNet | Reinsurance contract assets, net | 再保險合約資產-淨額
    ReinsuranceContractAssets | Reinsurance contract assets | 再保險合約資產
    InvestmentsUsingEquityMethodNet | Investments using the equity method, net | 採用權益法之投資-淨額
    InvestmentsUsingEquityMethod | Investments using the equity method | 採用權益法之投資
    RestrictedAssetsNet | Restricted assets, net | 受限制資產-淨額
    OtherFinancialAssetsNet | Other financial assets, net | 其他金融資產-淨額
    InvestmentPropertyNet | Investment property, net | 投資性不動產-淨額
    InvestmentPropertyNetTotal | Investment property, net, total | 投資性不動產淨額
    InvestmentPropertyInvestmentsNet | Investments in property, net | 投資性不動產投資-淨額
    DeferredTaxAssets | Deferred tax assets | 遞延所得稅資產
    OtherAssetsNet | Other assets, net | 其他資產-淨額
    OtherAssets | Other assets | 其他資產
    Investments | Investments | 投資
    PropertyAndEquipment | Property and equipment | 不動產及設備
    SeparateAccountAssets | Assets of separate account insurance products | 分離帳戶保險商品資產
    CurrentFinancialAssetsAtFairValueThroughProfitOrLoss | Financial assets at fair value through profit or loss, current | 透過損益按公允價值衡量之金融資產-流動
    CurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome | Financial assets at fair value through other comprehensive income, current | 透過其他綜合損益按公允價值衡量之金融資產-流動
    CurrentFinancialAssetsAtAmortizedCost | Financial assets at amortized cost, current | 按攤銷後成本衡量之金融資產-流動
    CurrentHedgingFinancialAssets | Financial assets for hedging, current | 避險之金融資產-流動
    CurrentContractAssets | Contract assets, current | 合約資產-流動
    NotesReceivableNet | Notes receivable | 應收票據淨額
    NotesReceivableDueFromRelatedPartiesNet | Notes receivable from related parties | 應收票據-關係人淨額
    OtherReceivablesNet | Other receivables | 其他應收款淨額
    OtherReceivables | Other receivables, gross | 其他應收款
    OtherReceivablesDueFromRelatedParties | Other receivables from related parties | 其他應收款-關係人
    OtherReceivablesDueFromRelatedPartiesNet | Other receivables from related parties, net | 其他應收款-關係人淨額
    CurrentBiologicalAssets | Biological assets, current | 生物資產-流動
    CurrentBiologicalAssetsNet | Biological assets, current, net | 生物資產-流動淨額
    Prepayments | Prepayments | 預付款項
    PrepaymentsTotal | Prepayments, total | 預付款項合計
    OtherCurrentFinancialAssets | Other financial assets, current | 其他金融資產-流動
    OtherCurrentAssets | Other current assets | 其他流動資產
    OtherCurrentAssetsTotal | Other current assets, total | 其他流動資產合計
    OtherCurrentAssetsOthers | Other current assets, others | 其他流動資產-其他
    NoncurrentAssetsHeldForSaleNet | Non-current assets held for sale, net | 待出售非流動資產(淨額)
    NoncurrentFinancialAssetsAtFairValueThroughProfitOrLoss | Financial assets at fair value through profit or loss, non-current | 透過損益按公允價值衡量之金融資產-非流動
    NoncurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome | Financial assets at fair value through other comprehensive income, non-current | 透過其他綜合損益按公允價值衡量之金融資產-非流動
    NoncurrentFinancialAssetsAtAmortizedCost | Financial assets at amortized cost, non-current | 按攤銷後成本衡量之金融資產-非流動
    NoncurrentHedgingFinancialAssets | Financial assets for hedging, non-current | 避險之金融資產-非流動
    NoncurrentContractAssets | Contract assets, non-current | 合約資產-非流動
    NoncurrentBiologicalAssets | Biological assets, non-current | 生物資產-非流動
    PrepaymentsForBusinessFacilities | Prepayments for equipment | 預付設備款
    RefundableDeposits | Refundable deposits | 存出保證金
    NetDefinedBenefitAssets | Net defined benefit assets, non-current | 淨確定福利資產-非流動
    OtherNoncurrentFinancialAssets | Other financial assets, non-current | 其他金融資產-非流動
    OtherNoncurrentAssets | Other non-current assets | 其他非流動資產
    OtherNoncurrentAssetsTotal | Other non-current assets, total | 其他非流動資產合計
    OtherNoncurrentAssetsOthers | Other non-current assets, others | 其他非流動資產-其他
    DepositsFromCentralBankAndOtherBanks | Deposits from the central bank and banks | 央行及銀行同業存款
    DepositsFromCentralBankAndInstitutions | Deposits from the central bank and financial institutions | 央行及金融同業存款
    DueToCentralBankAndOtherBanks | Borrowings from the central bank and banks | 央行及同業融資
    FinancialLiabilitiesAtFairValueThroughProfitOrLoss | Financial liabilities at fair value through profit or loss | 透過損益按公允價值衡量之金融負債
    HedgingFinancialLiabilities | Financial liabilities for hedging | 避險之金融負債
    HedgingDerivativeLiabilities | Derivative financial liabilities for hedging | 避險之衍生金融負債
    HedgingDerivativeLiabilitiesNet | Derivative financial liabilities for hedging, net | 避險之衍生金融負債-淨額
    SecuritiesSoldUnderRepurchaseAgreements | Securities sold under repurchase agreements | 附買回票券及債券負債
    CommercialPaperPayableNet | Commercial paper payable, net | 應付商業本票-淨額
    OtherBorrowings | Other borrowings | 其他借款
    Payables | Payables | 應付款項
    CurrentTaxLiabilities | Current tax liabilities | 本期所得稅負債
    CurrentIncomeTaxLiabilities | Current income tax liabilities | 當期所得稅負債
    LiabilitiesRelatedToAssetsHeldForSale | Liabilities related to assets held for sale | 與待出售資產直接相關之負債
    LiabilitiesRelatedToNoncurrentAssetsHeldForSale | Liabilities related to non-current assets held for sale | 與待出售非流動資產直接相關之負債
    DepositsAndRemittances | Deposits and remittances | 存款及匯款
    BankDebenturesPayable | Bank debentures payable | 應付金融債券
    PreferredShareLiabilities | Preferred share liabilities | 特別股負債
    OtherFinancialLiabilities | Other financial liabilities | 其他金融負債
    Provisions | Provisions | 負債準備
    LeaseLiabilities | Lease liabilities | 租賃負債
    DeferredTaxLiabilities | Deferred tax liabilities | 遞延所得稅負債
    OtherLiabilities | Other liabilities | 其他負債
    ShorttermDebt | Short-term debt | 短期債務
    InsuranceLiabilities | Insurance liabilities | 保險負債
    ReservesForInsuranceContractsWithFinancialFeatures | Reserves for insurance contracts with financial features | 具金融商品性質之保險契約準備
    ForeignExchangeValuationReserve | Foreign exchange valuation reserve | 外匯價格變動準備
    SeparateAccountLiabilities | Liabilities of separate account insurance products | 分離帳戶保險商品負債
    ShorttermNotesAndBillsPayable | Short-term notes and bills payable | 應付短期票券
    CurrentFinancialLiabilitiesAtFairValueThroughProfitOrLoss | Financial liabilities at fair value through profit or loss, current | 透過損益按公允價值衡量之金融負債-流動
    CurrentHedgingFinancialLiabilities | Financial liabilities for hedging, current | 避險之金融負債-流動
    NotesPayable | Notes payable | 應付票據
    NotesPayableToRelatedParties | Notes payable to related parties | 應付票據-關係人
    OtherPayables | Other payables | 其他應付款
    OtherPayablesTotal | Other payables, total | 其他應付款合計
    OtherPayablesToRelatedParties | Other payables to related parties | 其他應付款項-關係人
    DividendsPayable | Dividends payable | 應付股利
    CurrentProvisions | Provisions, current | 負債準備-流動
    CurrentLeaseLiabilities | Lease liabilities, current | 租賃負債-流動
    OtherCurrentLiabilities | Other current liabilities | 其他流動負債
    OtherCurrentLiabilitiesTotal | Other current liabilities, total | 其他流動負債合計
    OtherCurrentLiabilitiesOthers | Other current liabilities, others | 其他流動負債-其他
    AdvanceReceipts | Advance receipts | 預收款項
    LongtermLiabilitiesCurrentPortion | Long-term liabilities, current portion | 一年或一營業週期內到期長期負債
    NoncurrentFinancialLiabilitiesAtFairValueThroughProfitOrLoss | Financial liabilities at fair value through profit or loss, non-current | 透過損益按公允價值衡量之金融負債-非流動
    NoncurrentContractLiabilities | Contract liabilities, non-current | 合約負債-非流動
    NoncurrentProvisions | Provisions, non-current | 負債準備-非流動
    NoncurrentLeaseLiabilities | Lease liabilities, non-current | 租賃負債-非流動
    LongtermNotesAndAccountsPayable | Long-term notes and accounts payable | 長期應付票據及款項
    NetDefinedBenefitLiability | Net defined benefit liability, non-current | 淨確定福利負債-非流動
    GuaranteeDepositsReceived | Guarantee deposits received | 存入保證金
    OtherNoncurrentLiabilities | Other non-current liabilities | 其他非流動負債
    OtherNoncurrentLiabilitiesTotal | Other non-current liabilities, total | 其他非流動負債合計
    OtherNoncurrentLiabilitiesOthers | Other non-current liabilities, others | 其他非流動負債-其他
    PreferredShares | Preferred shares | 特別股股本
    SharesToBeCanceled | Share capital awaiting cancellation | 待註銷股本
    AdvanceReceiptsForShareCapital | Advance receipts for share capital | 預收股本
    CapitalSurplusAdditionalPaidIn | Capital surplus, additional paid-in capital | 資本公積-發行溢價
    LegalReserve | Legal reserve | 法定盈餘公積
    SpecialReserve | Special reserve | 特別盈餘公積
    UnappropriatedRetainedEarnings | Unappropriated retained earnings (accumulated deficit) | 未分配盈餘(或待彌補虧損)
    UnappropriatedRetainedEarningsTotal | Unappropriated retained earnings (accumulated deficit), total | 未分配盈餘(或待彌補虧損)合計
    EquityOfTokens | Equity, tokens of the nature of securities | 權益-具證券性質之虛擬通貨
    EquityInTokens | Equity, tokens that are securities | 權益─具證券性質之虛擬通貨
    EquityOfCommonControlPredecessors | Equity of predecessors under common control | 共同控制下前手權益
    EquityBeforeMergerOfEntitiesNotUnderCommonControl | Equity before the merger of entities not under common control | 合併前非屬共同控制股權
    SharesAwaitingCancellation | Number of shares awaiting cancellation | 待註銷股本股數(單位:股)
    NumberOfSharesAwaitingCancellation | Number of shares awaiting cancellation | 待註銷股本股數
    EquivalentSharesOfAdvanceReceipts | Equivalent number of shares of advance receipts in equity | 預收股款(權益項下)之約當發行股數(單位:股)
    NumberOfEquivalentSharesOfAdvanceReceipts | Equivalent number of shares of advance receipts in equity | 預收股款(權益項下)之約當發行股數
    TreasurySharesHeldByGroup | Number of treasury shares held by the parent and its subsidiaries | 母公司暨子公司持有之母公司庫藏股股數(單位:股)
    NumberOfTreasurySharesOfGroup | Number of treasury shares held by the parent and its subsidiaries | 母公司暨子公司所持有之母公司庫藏股股數(單位:股)
    NumberOfTreasurySharesHeldByGroup | Number of treasury shares held by the parent and its subsidiaries | 母公司暨子公司所持有之母公司庫藏股股數`,
  TaiwanStockCashFlowsStatement: `
    ExpectedCreditLossAdjustment | Expected credit loss (gain) | 預期信用減損損失(利益)數
    NetGainOnFinancialAssetsAtFairValue | Net loss (gain) on financial instruments at fair value through profit or loss | 透過損益按公允價值衡量金融資產及負債之淨損失(利益)
    DividendIncome | Dividend income | 股利收入
    ShareBasedPayments | Share-based payments | 股份基礎給付酬勞成本
    ShareOfProfitOfAssociatesAdjustment | Share of loss (profit) of associates and joint ventures | 採用權益法認列之關聯企業及合資損失(利益)之份額
    GainOnDisposalOfPropertyPlantAndEquipment | Loss (gain) on disposal of property, plant and equipment | 處分及報廢不動產、廠房及設備損失(利益)
    UnrealizedForeignExchange | Unrealized foreign exchange loss (gain) | 未實現外幣兌換損失(利益)
    OtherAdjustments | Other adjustments | 其他項目
    AdjustmentsTotal | Adjustments to reconcile profit, total | 收益費損項目合計
    NotesReceivableIncrease | Decrease (increase) in notes receivable | 應收票據(增加)減少
    OtherReceivableIncrease | Decrease (increase) in other receivables | 其他應收款(增加)減少
    ContractAssetsIncrease | Decrease (increase) in contract assets | 合約資產(增加)減少
    PrepaymentsIncrease | Decrease (increase) in prepayments | 預付款項(增加)減少
    OtherCurrentAssetsIncrease | Decrease (increase) in other current assets | 其他流動資產(增加)減少
    OtherOperatingAssetsIncrease | Decrease (increase) in other operating assets | 其他營業資產(增加)減少
    OperatingAssetsChangesTotal | Changes in operating assets, total | 與營業活動相關之資產之淨變動合計
    ContractLiabilitiesIncrease | Increase (decrease) in contract liabilities | 合約負債增加(減少)
    NotesPayableIncrease | Increase (decrease) in notes payable | 應付票據增加(減少)
    OtherPayableIncrease | Increase (decrease) in other payables | 其他應付款增加(減少)
    ProvisionsIncrease | Increase (decrease) in provisions | 負債準備增加(減少)
    OtherCurrentLiabilitiesIncrease | Increase (decrease) in other current liabilities | 其他流動負債增加(減少)
    NetDefinedBenefitLiabilityIncrease | Increase (decrease) in net defined benefit liability | 淨確定福利負債增加(減少)
    OtherOperatingLiabilitiesIncrease | Increase (decrease) in other operating liabilities | 其他營業負債增加(減少)
    OperatingLiabilitiesChangesTotal | Changes in operating liabilities, total | 與營業活動相關之負債之淨變動合計
    OperatingAssetsAndLiabilitiesChangesTotal | Changes in operating assets and liabilities, total | 與營業活動相關之資產及負債之淨變動合計
    AllAdjustmentsTotal | Adjustments, total | 調整項目合計
    CashGeneratedFromOperations | Cash generated from operations | 營運產生之現金流入(流出)
    InterestReceived | Interest received | 收取之利息
    DividendsReceived | Dividends received | 收取之股利
    PurchaseOfFinancialAssetsAtFairValueThroughOtherComprehensiveIncome | Purchase of financial assets at fair value through other comprehensive income | 取得透過其他綜合損益按公允價值衡量之金融資產
    DisposalOfFinancialAssetsAtFairValueThroughOtherComprehensiveIncome | Disposal of financial assets at fair value through other comprehensive income | 處分透過其他綜合損益按公允價值衡量之金融資產
    PurchaseOfFinancialAssetsAtAmortizedCost | Purchase of financial assets at amortized cost | 取得按攤銷後成本衡量之金融資產
    DisposalOfFinancialAssetsAtAmortizedCost | Disposal of financial assets at amortized cost | 處分按攤銷後成本衡量之金融資產
    PurchaseOfInvestmentsUsingEquityMethod | Purchase of investments using the equity method | 取得採用權益法之投資
    DisposalOfPropertyPlantAndEquipment | Disposal of property, plant and equipment | 處分不動產、廠房及設備
    PurchaseOfIntangibleAssets | Purchase of intangible assets | 取得無形資產
    RefundableDepositsIncrease | Increase in refundable deposits | 存出保證金增加
    RefundableDepositsDecrease | Decrease in refundable deposits | 存出保證金減少
    OtherInvestingActivities | Other investing activities | 其他投資活動
    ShorttermBorrowingsIncrease | Increase in short-term borrowings | 短期借款增加
    ShorttermBorrowingsDecrease | Decrease in short-term borrowings | 短期借款減少
    ShorttermNotesAndBillsIncrease | Increase in short-term notes and bills payable | 應付短期票券增加
    ShorttermNotesAndBillsDecrease | Decrease in short-term notes and bills payable | 應付短期票券減少
    IssuanceOfBonds | Issuance of bonds | 發行公司債
    RepaymentOfBonds | Repayment of bonds | 償還公司債
    ProceedsFromLongtermBorrowings | Proceeds from long-term borrowings | 舉借長期借款
    RepaymentOfLongtermBorrowings | Repayment of long-term borrowings | 償還長期借款
    GuaranteeDepositsIncrease | Increase in guarantee deposits received | 存入保證金增加
    GuaranteeDepositsDecrease | Decrease in guarantee deposits received | 存入保證金減少
    RepaymentOfLeaseLiabilities | Repayment of lease liabilities | 租賃本金償還
    IssuanceOfShares | Issuance of shares | 現金增資
    PurchaseOfTreasuryShares | Purchase of treasury shares | 庫藏股票買回成本
    NoncontrollingInterestsChange | Changes in non-controlling interests | 非控制權益變動
    OtherFinancingActivities | Other financing activities | 其他籌資活動`,
}

/** Reads `code | English | name`, with further names behind. */
const accountsIn = (text: string): readonly StatementAccount[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [type = '', en = '', ...names] = line.split('|').map((part) => part.trim())
      return { type, en, names, unit: /EPS$|PerShare$/.test(type) ? 'TWD_per_share' : unitOf(names[0]!) }
    })

export const accountsOf: Readonly<Record<Statement, readonly StatementAccount[]>> = {
  TaiwanStockFinancialStatement: accountsIn(checked.TaiwanStockFinancialStatement),
  TaiwanStockBalanceSheet: accountsIn(checked.TaiwanStockBalanceSheet),
  TaiwanStockCashFlowsStatement: accountsIn(checked.TaiwanStockCashFlowsStatement),
}

/** They are coded by their name alone. */
const otherAccounts = (statement: Statement): readonly StatementAccount[] => accountsIn(others[statement])

/** Every line of a statement that has a code with a meaning. */
export const allAccountsOf = (statement: Statement): readonly StatementAccount[] => [
  ...accountsOf[statement],
  ...otherAccounts(statement),
]

/** The code that a line has if its name is not in the table. */
const unnamed = (label: string): string => `X_${createHash('sha1').update(label).digest('hex').slice(0, 8)}`

const codes = new Map(statements.flatMap(otherAccounts).map(({ type, names }) => [labelOf(names[0]!), type] as const))

/** The code of a line that is none of `accountsOf`: that of its name, or one made from it. */
export function codeOf(name: string): string {
  const label = labelOf(name)
  const code = codes.get(label) ?? unnamed(label)
  codes.set(label, code)
  return code
}

/** The codes that lines had up to release 0.10, by which models learnt them, with those that they have now. */
export const renamedCodes: ReadonlyMap<string, string> = new Map(
  statements.flatMap(otherAccounts).map(({ type, names }) => [unnamed(labelOf(names[0]!)), type] as const),
)
