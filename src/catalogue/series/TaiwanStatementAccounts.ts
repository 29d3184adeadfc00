import { date, integer, nullable, oneOf, text } from '../../fields.ts'
import { statements } from '../accounts.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStatementAccounts = dataset({
  name: 'TaiwanStatementAccounts',
  isOurs: true,
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Account codes of financial statements', zh: '財務報表會計項目代碼' },
  about: {
    en: 'Every account code of the three financial statements, with its names in English and in filings, its unit and, where there is one, its element of the IFRS taxonomy.',
    zh: '三張財務報表之會計項目代碼：英文名稱、申報中文名稱、單位，以及對應之 IFRS 分類項目。',
  },
  notes: {
    en: 'The codes are those of the column type of the three statements. name_zh is the name that is preferred, other_names_zh are others that filings use for the same line. Codes that begin with X_ are not listed: they stand for lines of single filings, whose names are in origin_name. ifrs_element is given where the line means the same as an element of the IFRS taxonomy, and null otherwise. balance is the side on which a positive amount stands: credit for income, liabilities and equity, debit for expenses and assets; it is given for income statements and balance sheets, as far as the element has a balance. Filings print both sides as positive amounts. effective_date is the day since which Taiwanese companies file by IFRSs.',
    zh: '代碼即三張報表 type 欄之值。name_zh 為優先採用之名稱，other_names_zh 為申報中同一項目之其他名稱。X_ 開頭之代碼為個別申報項目，未列於此，名稱見 origin_name。ifrs_element 僅於意義與 IFRS 分類項目相同時提供，否則為 null。balance 為正數金額所在之方：收益、負債與權益為 credit（貸方），費損與資產為 debit（借方），僅損益表與資產負債表中有借貸方向之項目提供；申報時借貸雙方均以正數表示。effective_date 為我國公司開始依 IFRS 編製財報之日。',
  },
  also: {
    en: 'account codes, chart of accounts, IFRS elements, statement line items',
    zh: '會計科目、會計項目代碼、科目對照、IFRS 科目',
  },
  columns: {
    statement: oneOf(statements, 'Dataset of the statement', '所屬報表資料集'),
    type: text('Account code', '會計項目代碼'),
    effective_date: date('First day of statements with these codes', '適用起日'),
    sequence: integer('Place within the statement', '報表內順序'),
    name_en: text('English name', '英文名稱'),
    name_zh: text('Preferred name in filings', '申報中文名稱'),
    other_names_zh: nullable(text('Other names in filings', '其他申報名稱')),
    unit: oneOf(['TWD', 'TWD_per_share', 'shares'], 'Unit of the amounts', '金額單位'),
    ifrs_element: nullable(text('Element of the IFRS taxonomy', 'IFRS 分類項目')),
    balance: nullable(oneOf(['debit', 'credit'], 'Side of a positive amount', '借貸方向：debit 借方、credit 貸方')),
  },
  key: ['statement', 'type'],
  date: 'effective_date',
  update: '22:00',
  sources: ['computed'],
  derived: {
    from: [...statements],
    inputs: Object.fromEntries(statements.map((name) => [name, { when: ['statement', name] }] as const)),
    formula: {
      en: 'A list of ours, not computed from rows: the codes by which the rows of the three statements are stored.',
      zh: '本服務編訂之代碼表，非由資料列計算；三張報表之資料列即以此代碼儲存。',
    },
    rule: 'One row for each code of each statement, in the order in which its lines are looked for in filings. The list changes with releases only.',
  },
})
