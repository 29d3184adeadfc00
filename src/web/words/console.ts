import { inBoth } from './inBoth.ts'

/** Texts of the page on which readers build and send a request for rows. */
export const console = inBoth({
  title: ['Query', '查詢'],
  description: [
    'Build a request for rows, send it, and copy the line into a program.',
    '填表組成請求、送出，並把那一行複製到程式裡。',
  ],
  lead: [
    'Fill the form, get the request and its rows; the request works in a program as it stands.',
    '填表得到請求與資料；請求照抄到程式裡就能用。',
  ],
  request: ['Request', '請求'],
  inWords: ['Say it in words', '改用一句話'],
  dataset: ['Dataset', '資料集'],
  choose: ['Choose a dataset', '選擇資料集'],
  changeDataset: ['Show its fields', '顯示其欄位'],
  about: ['Columns, units and notes', '欄位、單位與說明'],
  byDefault: (value: string) => [
    value === '' ? 'not set' : `not set (${value})`,
    value === '' ? '未指定' : `未指定（${value}）`,
  ],
  size: ['Size before running', '執行前看大小'],
  sizeOf: (rows: string, bytes: string, pages: string) => [
    `${rows} rows, ${bytes}, ${pages} pages at this limit`,
    `${rows} 列，${bytes}，以此列數上限共 ${pages} 頁`,
  ],
  keyFree: ['These rows need no key.', '這些資料列不需金鑰。'],
  keyNeeded: (tier: string) => [`These rows need a key of the ${tier} plan.`, `這些資料列需要 ${tier} 方案的金鑰。`],
  copyLine: ['Copy the line to a terminal, with your key in `KEY`.', '把這一行貼到終端機，金鑰放在 `KEY`。'],
  firstPage: ['First page', '第一頁'],
  previousPage: ['Previous page', '上一頁'],
  nextPage: ['Next page', '下一頁'],
  lastRows: ['These are the last rows.', '這是最後的資料列。'],
  download: ['Download this page', '下載這一頁'],
  csvExcel: ['CSV for Excel', 'Excel 用 CSV'],
  shortcut: ['Ctrl Enter', 'Ctrl Enter'],
})
