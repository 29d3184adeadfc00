const kinds = [
  ['外資及陸資合計', null],
  ['　外資及陸資(不含自營商)', 'foreign_investor'],
  ['　外資自營商', 'foreign_dealer'],
  ['投信', 'investment_trust'],
  ['自營商合計', 'dealer'],
  ['　自營商(自行買賣)', 'dealer_self'],
  ['　自營商(避險)', 'dealer_hedging'],
  ['三大法人合計*', 'total'],
] as const
const amountOf = (who: string | null, side: string): string =>
  who === null ? `foreign_investor_${side}_amount + foreign_dealer_${side}_amount` : `${who}_${side}_amount`

/** The amounts of institutions, a row for each of them. */
export const institutionKinds = (days: string): string =>
  `${kinds
    .map(
      ([label, who], place) => `SELECT trade_date, '${label}' AS label, ${amountOf(who, 'buy')} AS buy,
        ${amountOf(who, 'sell')} AS sell, ${amountOf(who, 'net')} AS net, ${place} AS place
        FROM TaiwanStockTotalInstitutionalInvestors WHERE market = 'TPEX' AND trade_date ${days}`,
    )
    .join(' UNION ALL ')} ORDER BY place`
