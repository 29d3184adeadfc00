import { inBoth } from './inBoth.ts'

/** Texts of the page on which readers write and run SQL. */
export const sql = inBoth({
  title: ['SQL', 'SQL'],
  description: [
    'Write a SELECT over all datasets, run it, and share it by its address.',
    '對所有資料集撰寫 SELECT、執行，並以網址分享。',
  ],
  lead: [
    'One SELECT over all datasets. The address of the page has the SQL: whoever opens it runs it with a key of their own.',
    '對所有資料集執行一個 SELECT。網址含有 SQL：開啟的人以自己的金鑰執行。',
  ],
  views: ['Ways to query', '查詢方式'],
  form: ['Form', '表單'],
  guide: ['What may be written', '可用的語法'],
  editor: ['SELECT', 'SELECT'],
  keys: [
    'Names are completed while you type. Ctrl Space lists them, the arrow keys choose, Enter or Tab takes, Escape closes.',
    '輸入時提示名稱。Ctrl Space 列出，方向鍵選擇，Enter 或 Tab 採用，Escape 關閉。',
  ],
  completions: ['Names', '名稱'],
  kinds: { table: ['table', '資料表'], column: ['column', '欄位'], function: ['function', '函式'] },
  asOf: ['As it was known on a date or at an instant', '某日或某時點當時已知的內容'],
  maxRows: ['Most rows', '列數上限'],
  shortcut: ['Ctrl Enter', 'Ctrl Enter'],
  needsPlus: [
    'SQL runs with a key of the Plus plan. Put yours into the field for the key.',
    'SQL 需要 Plus 方案的金鑰，請填入金鑰欄位。',
  ],
  needsScripts: [
    'Without JavaScript the page does not run SQL: the button prints the line for a terminal.',
    '沒有 JavaScript 時，本頁不執行 SQL；按鈕會印出終端機可用的那一行。',
  ],
  cut: (count: string) => [
    `The result was cut after ${count} rows. Raise the limit or select fewer rows.`,
    `結果在 ${count} 列後截斷。請提高列數上限，或縮小查詢。`,
  ],
  place: (line: number, column: number) => [`Line ${line}, column ${column}`, `第 ${line} 行第 ${column} 字`],
  replaceBy: ['Replace with', '改為'],
  download: ['Run again as a file, counted again', '再次執行並下載，另計次數'],
  notShared: [
    'This SQL is too long for an address. It cannot be shared by the address of the page.',
    '這段 SQL 太長，無法放入網址分享。',
  ],
  open: ['Open as SQL', '以 SQL 開啟'],
})
