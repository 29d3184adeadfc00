// Printed from the catalogue by `npm run docs`, which only adds to it; do not edit.

/**
 * The columns of every dataset in the order of their field ids: the first has the id 1. Tables that readers keep refer to
 * a column by its id for ever, so that names are only added at the end, and the name of a column that left stays.
 */
export const fieldIds: Readonly<Record<string, string>> = {
  CentralBankRate: 'bank_code effective_date bank_name country_code interest_rate change_bp rate_name',
  CrudeOilPrices: 'name trade_date price',
  CurrencyCirculation: 'country report_month currency amount yoy_percent basis',
  ExchangeRate: 'currency trade_date cash_buy cash_sell spot_buy spot_sell reference_rate',
  GoldPrice: 'trade_date price price_am price_pm price_gbp price_eur',
  TaiwanCBOverview:
    'cb_id cb_name stock_id issuer_name bond_kind issue_date listing_date maturity_date delisting_date issue_amount outstanding_amount coupon_rate currency issue_conversion_price conversion_price conversion_price_effective_date conversion_start_date conversion_end_date put_date put_price put_start_date put_end_date call_start_date call_end_date call_price suspension_start_date suspension_end_date reference_price underlying_price conversion_value premium_percent is_secured guarantor listing_status status as_of_date',
  TaiwanCBOverviewHistory:
    'cb_id trade_date cb_name stock_id issuer_name bond_kind issue_date listing_date maturity_date delisting_date issue_amount outstanding_amount coupon_rate currency issue_conversion_price conversion_price conversion_price_effective_date conversion_start_date conversion_end_date put_date put_price put_start_date put_end_date call_start_date call_end_date call_price suspension_start_date suspension_end_date reference_price underlying_price conversion_value premium_percent is_secured guarantor listing_status status',
  TaiwanCBPremium: 'cb_id trade_date stock_id conversion_price stock_close conversion_value bond_price premium_percent',
  TaiwanCorporateCalendar: 'stock_id event_date event detail stock_name amount announce_date',
  TaiwanDailyShortSaleBalances:
    'stock_id trade_date market short_sale_previous_balance short_sale_sell short_sale_buy short_sale_stock_repayment short_sale_balance short_sale_limit sbl_short_sale_previous_balance sbl_short_sale_sell sbl_short_sale_return sbl_short_sale_adjustment sbl_short_sale_balance sbl_short_sale_limit note',
  TaiwanDerivativesContracts:
    'product_id contract_month product_type product_name product_category expiry_cycle first_trade_date expiry_date expiry_basis final_settlement_price multiplier multiplier_unit currency tick_size tick_bands underlying_id',
  TaiwanFearAndGreedIndex:
    'trade_date fear_greed_score fear_greed_label momentum_score breadth_score put_call_score volatility_score safe_haven_score margin_score foreign_flow_score momentum_raw breadth_raw put_call_raw volatility_raw safe_haven_raw margin_raw foreign_flow_raw component_count method_version',
  TaiwanFinancialHoldingsCompany:
    'stock_id report_month stock_name entity_name entity_type pre_tax_income_month net_income_month pre_tax_income_ytd net_income_ytd eps_ytd net_revenue_month announce_date link',
  TaiwanFutureOptionDailyTotalOverview:
    'trade_date product_id product_type product_name product_category underlying_stock_id contract_count volume after_hours_volume open_interest put_volume call_volume put_open_interest call_open_interest put_call_volume_ratio put_call_oi_ratio',
  TaiwanFutureOptionTickRealtime:
    'contract_code trade_date trading_session product_id product_type contract_name contract_month strike_price call_put quote_time last_price open high low reference_price spread spread_percent limit_up limit_down volume best_bid best_bid_size best_ask best_ask_size settlement_price open_interest snapshot_time',
  TaiwanFuturesBrokerDaily: 'trade_date broker_id broker_name futures_id trading_session volume',
  TaiwanFuturesContinuous:
    'futures_id trade_date roll_rule contract_month is_roll open high low close settlement_price volume open_interest roll_gap cumulative_gap cumulative_ratio difference_adjusted_close ratio_adjusted_close adjusted_since',
  TaiwanFuturesDaily:
    'trade_date futures_id contract_month trading_session open high low close spread spread_percent volume settlement_price open_interest best_bid best_ask historical_high historical_low is_halted',
  TaiwanFuturesInstitutionalInvestors:
    'trade_date futures_id futures_name institutional_investor long_deal_volume long_deal_amount short_deal_volume short_deal_amount net_deal_volume net_deal_amount long_open_interest_volume long_open_interest_amount short_open_interest_volume short_open_interest_amount net_open_interest_volume net_open_interest_amount',
  TaiwanFuturesLargeTraders:
    'trade_date futures_id futures_name contract_month buy_top5_trader_open_interest buy_top5_trader_open_interest_percent buy_top10_trader_open_interest buy_top10_trader_open_interest_percent sell_top5_trader_open_interest sell_top5_trader_open_interest_percent sell_top10_trader_open_interest sell_top10_trader_open_interest_percent buy_top5_specific_open_interest buy_top5_specific_open_interest_percent buy_top10_specific_open_interest buy_top10_specific_open_interest_percent sell_top5_specific_open_interest sell_top5_specific_open_interest_percent sell_top10_specific_open_interest sell_top10_specific_open_interest_percent market_open_interest',
  TaiwanFuturesLargeTradersHistory:
    'trade_date futures_id futures_name contract_month buy_top5_trader_open_interest buy_top5_trader_open_interest_percent buy_top10_trader_open_interest buy_top10_trader_open_interest_percent sell_top5_trader_open_interest sell_top5_trader_open_interest_percent sell_top10_trader_open_interest sell_top10_trader_open_interest_percent buy_top5_specific_open_interest buy_top5_specific_open_interest_percent buy_top10_specific_open_interest buy_top10_specific_open_interest_percent sell_top5_specific_open_interest sell_top5_specific_open_interest_percent sell_top10_specific_open_interest sell_top10_specific_open_interest_percent market_open_interest',
  TaiwanFuturesNightInstitutionalInvestors:
    'trade_date futures_id futures_name institutional_investor long_deal_volume long_deal_amount short_deal_volume short_deal_amount net_deal_volume net_deal_amount',
  TaiwanFuturesSettlement:
    'settlement_date futures_id contract_month futures_name product_category final_settlement_price underlying_stock_id contract_value',
  TaiwanFuturesSpread:
    'trade_date futures_id contract_month near_month far_month trading_session open high low close best_bid best_ask historical_high historical_low spread_to_spread_volume spread_to_single_volume',
  TaiwanIndex5Seconds: 'stock_id trade_date trade_time market index_name index_value',
  TaiwanMonthlyEconomicIndicator:
    'report_month leading_index leading_index_notrend coincident_index coincident_index_notrend lagging_index lagging_index_notrend monitoring_score monitoring_light m1b stock_price_index industrial_production_index exports unemployment_rate',
  TaiwanOptionDaily:
    'trade_date option_id contract_month strike_price call_put trading_session open high low close spread spread_percent volume settlement_price open_interest best_bid best_ask historical_high historical_low is_halted expiry_date',
  TaiwanOptionGreeks:
    'trade_date option_id contract_month strike_price call_put expiry_date days_to_expiry option_price forward_price discount_rate implied_volatility delta gamma vega theta reason',
  TaiwanOptionInstitutionalInvestors:
    'trade_date option_id option_name call_put institutional_investor long_deal_volume long_deal_amount short_deal_volume short_deal_amount net_deal_volume net_deal_amount long_open_interest_volume long_open_interest_amount short_open_interest_volume short_open_interest_amount net_open_interest_volume net_open_interest_amount',
  TaiwanOptionsBrokerDaily: 'trade_date broker_id broker_name option_id trading_session volume',
  TaiwanOptionsLargeTraders:
    'trade_date option_id option_name call_put contract_month buy_top5_trader_open_interest buy_top5_trader_open_interest_percent buy_top10_trader_open_interest buy_top10_trader_open_interest_percent sell_top5_trader_open_interest sell_top5_trader_open_interest_percent sell_top10_trader_open_interest sell_top10_trader_open_interest_percent buy_top5_specific_open_interest buy_top5_specific_open_interest_percent buy_top10_specific_open_interest buy_top10_specific_open_interest_percent sell_top5_specific_open_interest sell_top5_specific_open_interest_percent sell_top10_specific_open_interest sell_top10_specific_open_interest_percent market_open_interest',
  TaiwanOptionsLargeTradersHistory:
    'trade_date option_id option_name call_put contract_month buy_top5_trader_open_interest buy_top5_trader_open_interest_percent buy_top10_trader_open_interest buy_top10_trader_open_interest_percent sell_top5_trader_open_interest sell_top5_trader_open_interest_percent sell_top10_trader_open_interest sell_top10_trader_open_interest_percent buy_top5_specific_open_interest buy_top5_specific_open_interest_percent buy_top10_specific_open_interest buy_top10_specific_open_interest_percent sell_top5_specific_open_interest sell_top5_specific_open_interest_percent sell_top10_specific_open_interest sell_top10_specific_open_interest_percent market_open_interest',
  TaiwanOptionsNightInstitutionalInvestors:
    'trade_date option_id option_name call_put institutional_investor long_deal_volume long_deal_amount short_deal_volume short_deal_amount net_deal_volume net_deal_amount',
  TaiwanOptionsSettlement:
    'settlement_date option_id contract_month option_name product_category final_settlement_price underlying_stock_id contract_value',
  TaiwanRelatedNews: 'news_id stock_id publish_date published_at title source link summary provider category',
  TaiwanReturnIndex: 'stock_id trade_date return_index price_index',
  TaiwanStatementAccounts:
    'statement type effective_date sequence name_en name_zh other_names_zh unit ifrs_element balance',
  TaiwanStock10Year: 'stock_id trade_date close ten_year_average sample_days',
  TaiwanStock5SecondsOrderStats:
    'stock_id trade_date trade_time buy_order_count buy_order_volume sell_order_count sell_order_volume trade_count volume turnover',
  TaiwanStockBalanceSheet:
    'stock_id report_date period fiscal_year fiscal_quarter type origin_name value unit statement_scope is_derived announce_date',
  TaiwanStockBlockTrade:
    'stock_id trade_date market seq stock_name trade_type settlement_period price volume turnover trade_time',
  TaiwanStockBrokerInfo: 'broker_id broker_name broker_type head_office_name establish_date address phone as_of_date',
  TaiwanStockCapitalReductionReferencePrice:
    'stock_id resumption_date stock_name market halt_date close_before reference_price limit_up limit_down opening_reference_price exright_reference_price reason shares_per_1000 refund_per_share',
  TaiwanStockCashFlowsStatement:
    'stock_id report_date period fiscal_year fiscal_quarter type origin_name value unit statement_scope is_derived announce_date',
  TaiwanStockChangeFaceReference:
    'stock_id resumption_date stock_name market halt_date close_before reference_price limit_up limit_down opening_reference_price par_value_before par_value_after exchange_ratio',
  TaiwanStockCompanyIndustry:
    'stock_id as_of_date stock_name market classification industry_code industry_category sub_industry chain_position',
  TaiwanStockCreditLimit:
    'stock_id trade_date market margin_purchase_limit margin_purchase_balance margin_purchase_utilization_rate short_sale_limit short_sale_balance short_sale_utilization_rate sbl_short_sale_limit sbl_short_sale_balance note',
  TaiwanStockDailyPriceLimit: 'stock_id trade_date market reference_price limit_up limit_down',
  TaiwanStockDayTradingFee: 'stock_id trade_date seq stock_name market borrowed_volume fee_rate',
  TaiwanStockDayTradingInfo:
    'stock_id trade_date market is_sell_first_suspended day_trading_volume day_trading_buy_amount day_trading_sell_amount',
  TaiwanStockDelisting: 'stock_id stock_name market delisting_date reason is_transfer',
  TaiwanStockDisposition:
    'stock_id stock_name market announce_date disposition_count condition measure period_start_date period_end_date match_interval_minutes detail',
  TaiwanStockDividend:
    'stock_id announce_date announce_time stock_name dividend_period fiscal_year fiscal_quarter record_date stock_earnings_distribution stock_statutory_surplus stock_ex_date cash_earnings_distribution cash_statutory_surplus cash_preferred_dividend cash_ex_date cash_payment_date capital_increase_shares capital_increase_ratio capital_increase_price participating_shares par_value employee_stock_bonus_shares employee_cash_bonus directors_remuneration',
  TaiwanStockDividendResult:
    'stock_id ex_date stock_name market close_before reference_price dividend_value rights_value cash_value event_type limit_up limit_down opening_reference_price dividend_reference_price cash_dividend stock_dividend_per_1000 rights_issue_shares rights_issue_price rights_issue_per_1000',
  TaiwanStockFinancialStatement:
    'stock_id report_date period fiscal_year fiscal_quarter type origin_name value unit statement_scope is_derived announce_date',
  TaiwanStockHoldingSharesPer: 'stock_id record_date level level_name people shares percent',
  TaiwanStockInstitutionalInvestorsBuySell:
    'stock_id trade_date market foreign_investor_buy foreign_investor_sell foreign_investor_net foreign_dealer_buy foreign_dealer_sell foreign_dealer_net investment_trust_buy investment_trust_sell investment_trust_net dealer_self_buy dealer_self_sell dealer_self_net dealer_hedging_buy dealer_hedging_sell dealer_hedging_net dealer_buy dealer_sell dealer_net total_net',
  TaiwanStockMarginMaintenance:
    'stock_id trade_date market margin_purchase_balance close close_date margin_cost estimated_loan margin_maintenance_ratio purchases_since',
  TaiwanStockMarginPurchaseShortSale:
    'stock_id trade_date market margin_purchase_buy margin_purchase_sell margin_purchase_cash_repayment margin_purchase_previous_balance margin_purchase_balance margin_purchase_limit short_sale_buy short_sale_sell short_sale_stock_repayment short_sale_previous_balance short_sale_balance short_sale_limit offset_volume note',
  TaiwanStockMarginRatio:
    'trade_date market margin_maintenance_ratio margin_collateral_value margin_purchase_balance_amount margin_purchase_balance short_sale_balance short_margin_ratio',
  TaiwanStockMarginShortSaleSuspension: 'stock_id stock_name market suspend_start_date suspend_end_date reason',
  TaiwanStockMarketValue: 'stock_id trade_date market close issued_shares market_value',
  TaiwanStockMarketValueWeight: 'stock_id trade_date market rank stock_name weight_percent is_estimated',
  TaiwanStockMonthPrice:
    'stock_id month_start_date month trade_date open high low close volume turnover trade_count spread trading_days',
  TaiwanStockMonthRevenue:
    'stock_id report_month stock_name market industry_category revenue revenue_last_month revenue_last_year mom_percent yoy_percent revenue_ytd revenue_ytd_last_year ytd_yoy_percent note first_seen_date',
  TaiwanStockOverview:
    'stock_id stock_name market security_type industry_code industry_category isin_code cfi_code listing_date delisting_date is_active as_of_date',
  TaiwanStockOverviewIncludeWarrant:
    'stock_id issue_key stock_name market security_type industry_code industry_category isin_code cfi_code listing_date delisting_date is_active as_of_date underlying_stock_id warrant_type exercise_style exercise_price exercise_ratio last_trading_date expiration_date',
  TaiwanStockPER:
    'stock_id trade_date market pe_ratio pb_ratio dividend_yield dividend_year dividend_per_share fiscal_period',
  TaiwanStockPrice: 'stock_id trade_date open high low close volume turnover trade_count spread',
  TaiwanStockPriceAdj: 'stock_id trade_date open high low close volume turnover trade_count spread adjustment_factor',
  TaiwanStockRatios:
    'stock_id report_date fiscal_year fiscal_quarter announce_date gross_margin operating_margin net_margin roe_trailing roe_annualised roa_trailing roa_annualised debt_ratio asset_turnover free_cash_flow free_cash_flow_trailing eps eps_trailing',
  TaiwanStockSectorPrice:
    'stock_id trade_date market index_name open high low close spread volume turnover trade_count turnover_ratio',
  TaiwanStockSecuritiesLending:
    'stock_id trade_date seq stock_name transaction_type volume fee_rate close original_return_date original_lending_days',
  TaiwanStockShareholding:
    'stock_id trade_date market isin_code issued_shares foreign_available_shares foreign_shares foreign_available_ratio foreign_shareholding_ratio foreign_limit_ratio mainland_limit_ratio change_reason last_report_date',
  TaiwanStockSplitPrice:
    'stock_id resumption_date stock_name market split_type close_before reference_price limit_up limit_down opening_reference_price split_ratio',
  TaiwanStockSuspendDayTrading: 'stock_id stock_name market suspend_start_date suspend_end_date reason',
  TaiwanStockTotalInstitutionalInvestors:
    'trade_date market foreign_investor_buy_amount foreign_investor_sell_amount foreign_investor_net_amount foreign_dealer_buy_amount foreign_dealer_sell_amount foreign_dealer_net_amount investment_trust_buy_amount investment_trust_sell_amount investment_trust_net_amount dealer_self_buy_amount dealer_self_sell_amount dealer_self_net_amount dealer_hedging_buy_amount dealer_hedging_sell_amount dealer_hedging_net_amount dealer_buy_amount dealer_sell_amount dealer_net_amount total_buy_amount total_sell_amount total_net_amount',
  TaiwanStockTotalMarginPurchaseShortSale:
    'trade_date market margin_purchase_buy margin_purchase_sell margin_purchase_cash_repayment margin_purchase_previous_balance margin_purchase_balance margin_purchase_buy_amount margin_purchase_sell_amount margin_purchase_cash_repayment_amount margin_purchase_previous_balance_amount margin_purchase_balance_amount short_sale_buy short_sale_sell short_sale_stock_repayment short_sale_previous_balance short_sale_balance',
  TaiwanStockTradingDate: 'trade_date weekday is_scheduled note',
  TaiwanStockTradingHaltAnnouncement:
    'stock_id stock_name market security_type halt_date halt_time resumption_date resumption_time',
  TaiwanStockWeekPrice:
    'stock_id week_start_date week trade_date open high low close volume turnover trade_count spread trading_days',
  TaiwanVolatilityIndex:
    'trade_date volatility_index discount_rate near_contract_month near_days near_forward near_strikes near_variance next_contract_month next_days next_forward next_strikes next_variance reason',
  TaiwanWeightedIndex: 'stock_id trade_date open high low close spread volume turnover trade_count',
  USBondYield: 'tenor trade_date name value',
  USStockPrice: 'stock_id trade_date open high low close adj_close volume',
}
