import { inBoth } from './inBoth.ts'

type Guides = Readonly<Record<string, ReturnType<typeof guide>>>

/** A document by its title and what it is about, in English and in Chinese. */
const guide = (title: string, about: string, zhTitle: string, zhAbout: string) =>
  [
    [title, about],
    [zhTitle, zhAbout],
  ] as const

const guides: Guides = {
  site: guide(
    'The web site',
    'Its pages, and where the browser keeps your key',
    '網站',
    '各頁內容，以及瀏覽器如何保管金鑰',
  ),
  curl: guide('curl', 'Requests from a terminal', 'curl', '在終端機送出請求'),
  python: guide('Python', 'Rows, pandas and polars', 'Python', '資料列、pandas 與 polars'),
  pandas: guide('pandas', 'Frames with the right types', 'pandas', '型別正確的 DataFrame'),
  polars: guide('polars', 'Frames, and lazy scans of files', 'polars', 'DataFrame，以及檔案的延遲掃描'),
  typescript: guide(
    'TypeScript',
    'The client for Node, Deno, Bun and browsers',
    'TypeScript',
    '供 Node、Deno、Bun 與瀏覽器使用',
  ),
  duckdb: guide('DuckDB', 'SQL over the files of a service', 'DuckDB', '以 SQL 讀取服務的檔案'),
  excel: guide('Excel', 'Power Query and CSV', 'Excel', 'Power Query 與 CSV'),
  sheets: guide('Google Sheets', 'IMPORTDATA with a link', 'Google 試算表', '以連結使用 IMPORTDATA'),
  r: guide('R', 'Rows and files in R', 'R', '在 R 讀取資料列與檔案'),
  filters: guide(
    'Filters',
    'Rows by the values of columns, by any date, and the newest of each id',
    '篩選',
    '依欄位值、任一日期欄位篩選，或取各代號最新資料',
  ),
  formats: guide(
    'Formats',
    'JSON, NDJSON, CSV, Parquet and Arrow under one address',
    '格式',
    '同一網址的 JSON、NDJSON、CSV、Parquet 與 Arrow',
  ),
  bulk: guide(
    'Bulk files and links',
    'Parquet files by range requests; links without a header',
    '整批檔案與連結',
    '以範圍請求讀取 Parquet；不需標頭的連結',
  ),
  cli: guide('Command line', 'get, sync, describe and every other command', '命令列', 'get、sync、describe 與其他指令'),
  mcp: guide(
    'Assistants (MCP)',
    'Tools for Claude, Cursor, VS Code and others',
    'AI 助理（MCP）',
    '供 Claude、Cursor、VS Code 等使用的工具',
  ),
  agents: guide('Agents', 'Pay per call with x402', '代理程式', '以 x402 逐次付費'),
  events: guide(
    'Events and webhooks',
    'Streams of what happened, and webhooks that are signed',
    '事件與 webhook',
    '事件串流，以及經簽章的 webhook',
  ),
  ask: guide(
    'Questions',
    'How questions are read, and how to add a language model',
    '提問',
    '問題如何解讀，以及如何加上語言模型',
  ),
  accounts: guide(
    'Accounts and keys',
    'Sign-up, keys, quota, mail, Stripe, several machines',
    '帳號與金鑰',
    '註冊、金鑰、額度、郵件、Stripe、多台主機',
  ),
  finmind: guide(
    'Coming from FinMind',
    'Dataset by dataset, parameter by parameter',
    '從 FinMind 轉來',
    '逐一對照資料集與參數',
  ),
  datasets: guide('All datasets on one page', 'Columns, keys, units, sources', '全部資料集', '欄位、鍵、單位、來源'),
  statements: guide(
    'Accounts of statements',
    'The codes of financial statements',
    '財報會計項目',
    '財務報表的項目代碼',
  ),
  errors: guide('Errors', 'Every code, its cause and its fix', '錯誤', '每個代碼的原因與處理方式'),
  deprecation: guide(
    'Changes of the API',
    'What may change, and how a removal is announced',
    'API 的變更',
    '哪些內容可能變更，以及移除前如何公告',
  ),
  adjustments: guide(
    'Adjusted prices',
    'The ledger of corporate actions and its factors',
    '還原股價',
    '除權息等事件與係數',
  ),
  'point-in-time': guide(
    'What was known on a day',
    'Rows without look-ahead: as_of, known_at, known_by',
    '當時所知',
    '避免未來資料：as_of、known_at、known_by',
  ),
  sources: guide('Sources and licences', 'Publishers, feeds and terms', '資料來源與授權', '發布單位、來源與條款'),
}

const operation: Guides = {
  market: guide('The market in a box', 'The simulated data of a new installation', '模擬市場', '新安裝時的示範資料'),
  live: guide('Live data', 'Fetching from the exchanges every day', '真實資料', '每日向交易所取得資料'),
  import: guide('Import', 'Loading your own CSV and Parquet files', '匯入', '載入自己的 CSV 與 Parquet'),
  config: guide('Settings', 'Every setting with its default', '設定', '每項設定與預設值'),
  operate: guide('Operation', 'Steps for production', '維運', '正式上線的步驟'),
  storage: guide('Storage', 'Full disks and damaged files', '儲存', '磁碟已滿與檔案損壞'),
  format: guide('How rows are stored', 'Files, names, order and checksums', '儲存格式', '檔案、名稱、順序與校驗'),
  lake: guide(
    'Iceberg tables',
    'The lake in DuckDB, Spark, Trino, ClickHouse and polars',
    'Iceberg 資料表',
    '以 DuckDB、Spark、Trino、ClickHouse、polars 讀取資料湖',
  ),
  objects: guide(
    'Object store',
    'Versions in an S3-compatible bucket',
    '物件儲存空間',
    '將版本發布到 S3 相容的 bucket',
  ),
  scale: guide('Many machines', 'A writer, readers and an object store', '多台機器', '寫入端、讀取端與物件儲存'),
  performance: guide('Performance', 'What an answer costs, measured', '效能', '一個回應的成本，實測'),
  torture: guide(
    'Long tests',
    'Kills, attacks and soaks, with results',
    '長時間測試',
    '強制終止、攻擊與長時間運行的結果',
  ),
  decisions: guide('Decisions', 'What was chosen, and why', '決策', '選擇與理由'),
}

/** Texts of the documents: titles of the guides in the order of the list, and of the frame around them. */
export const documents = inBoth({
  title: ['Documents', '文件'],
  lead: [
    'The reference of every endpoint, and a guide for every way in. Each page also has a plain form for programs: add .md to its address.',
    '每個端點的參考，以及每種使用方式的指南。網址加上 .md 即為供程式閱讀的純文字。',
  ],
  search: ['Search the documents', '搜尋文件'],
  searchHint: ['Search: cursor, quota, 429, DuckDB…', '搜尋：cursor、額度、429、DuckDB…'],
  reference: ['Reference', '參考'],
  api: ['Endpoints', '端點'],
  guides: ['Guides', '指南'],
  operation: ['Running your own', '自行架設'],
  all: ['All documents', '所有文件'],
  asText: ['This page as Markdown', '本頁的 Markdown'],
  onlyEnglish: ['', '本頁以英文撰寫。'],
  guideTitles: { guides, operation },
  tags: {
    data: ['Datasets and rows', '資料集與資料列'],
    ask: ['Questions', '提問'],
    sql: ['SQL', 'SQL'],
    agents: ['Paid calls', '逐次付費'],
    accounts: ['Accounts', '帳號'],
    keys: ['Keys and quota', '金鑰與額度'],
    plans: ['Plans', '方案'],
    events: ['Events and webhooks', '事件與 webhook'],
    mcp: ['Tools for language models', '語言模型工具'],
    service: ['The service', '服務'],
  },
  credentials: ['Credentials', '憑證'],
  auth: {
    none: ['none', '不需'],
    open: ['none needed; a key or a session adds the rate-limit headers', '不需；附上金鑰或登入則回應額度標頭'],
    caller: ['a key or a session', '金鑰或登入'],
    session: ['a session', '登入'],
    key: ['a key', '金鑰'],
    link: ['none but the address', '僅需網址'],
    payment: ['a payment', '付款'],
  },
  parameters: ['Parameters', '參數'],
  body: ['Body (JSON)', '內容（JSON）'],
  responses: ['Responses', '回應'],
  failures: ['Failures', '錯誤'],
  name: ['Name', '名稱'],
  place: ['In', '位置'],
  type: ['Type', '型別'],
  meaning: ['Meaning', '說明'],
  status: ['Status', '狀態碼'],
  code: ['Code', '代碼'],
  needed: ['needed', '必填'],
  fields: ['Fields of the response', '回應欄位'],
  common: (path: string) => [
    `Any request may also fail as [Errors](${path}) says: one that cannot be read, too many at once, a part of the service that is down.`,
    `任何請求另可能如[錯誤](${path})所述失敗：無法讀取、過於頻繁，或服務的一部分暫停。`,
  ],
})
