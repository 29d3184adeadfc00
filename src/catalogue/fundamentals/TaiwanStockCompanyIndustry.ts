import { nullable, oneOf, text } from '../../fields.ts'
import { asOfDate, industryCategory, industryCode, market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockCompanyIndustry = dataset({
  name: 'TaiwanStockCompanyIndustry',
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Company industry and value chain', zh: '個股產業與產業鏈' },
  about: {
    en: 'Industry of each company: the official exchange industry and, where available, its segments in industry value chains.',
    zh: '個股產業分類：交易所官方產業別，以及產業鏈上中下游子分類。',
  },
  notes: {
    en: 'A current list without history. A company has one official row and may have several value_chain rows, so filter on classification before counting. sub_industry is an empty string and chain_position null on official rows.',
    zh: '本表為最新分類，不含歷史。每家公司有一列 official，另可能有多列 value_chain，計數前請先以 classification 篩選。official 列的 sub_industry 為空字串、chain_position 為 null。',
  },
  also: { en: 'industry classification, sector, value chain, supply chain', zh: '產業分類、產業別、產業鏈、供應鏈' },
  columns: {
    stock_id: stockId,
    as_of_date: asOfDate,
    stock_name: nullable(stockName),
    market: nullable(market('TWSE', 'TPEX', 'ESB')),
    classification: oneOf(
      ['official', 'value_chain'],
      'Official industry or value chain',
      '分類：official 官方產業別、value_chain 產業鏈',
    ),
    industry_code: nullable(industryCode),
    industry_category: industryCategory,
    sub_industry: text('Sub-industry', '子產業', { also: { en: 'segment', zh: '次產業' } }),
    chain_position: nullable(
      oneOf(
        ['upstream', 'midstream', 'downstream'],
        'Position in the value chain',
        '產業鏈位置：upstream 上游、midstream 中游、downstream 下游',
      ),
    ),
  },
  key: ['stock_id', 'classification', 'industry_category', 'sub_industry'],
  date: 'as_of_date',
  update: '06:00',
  sources: ['twseOpenApi', 'tpexOpenApi', 'valueChain'],
})
