import {
  checked,
  decimal,
  type Field,
  type Fields,
  integer,
  type Label,
  oneOf,
  optional,
  text,
  type Values,
  withDefault,
} from '../fields.ts'
import { amount, amounts, contact, instant, locationOf, memory, memoryBytesOf, subnets, url, web } from './values.ts'

/**
 * Every setting: an environment variable, and a flag of the same name in lower case without the prefix. The section
 * says which commands read it; `serve` reads all. Validation, help and docs/config.md derive from this table.
 */
const every = {
  FORMOSA_HOME: withDefault(text('Folder for everything the service writes', '服務寫入所有資料的資料夾'), './data'),
  LOG_LEVEL: withDefault(
    oneOf(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'Least important kind of log line to write',
      '記錄檔的最低等級',
    ),
    'info',
  ),
  FORMOSA_NOW: optional(
    instant(
      'Instant the clock starts at (demo, or publishers on this machine), e.g. 2026-11-13T18:00:00+08:00',
      '時鐘的起始時刻（僅限模擬資料）',
    ),
  ),
  FORMOSA_CLOCK_FILE: optional(
    text(
      'File with the present instant, read at each look (tests; demo, or publishers on this machine)',
      '記載目前時刻的檔案，每次讀取（測試用）',
    ),
  ),
} satisfies Fields

const service = {
  FORMOSA_ROLE: withDefault(
    oneOf(
      ['all', 'writer', 'reader'],
      'Part of the work this process does: all of it; writing for others, one process at a time; or serving the versions of an object store',
      '此行程的角色：全部；寫入並發布（同時僅一個）；或僅讀取物件儲存中的版本並提供服務',
    ),
    'all',
  ),
  HOST: withDefault(text('Address the service listens on', '服務監聽的位址'), '127.0.0.1'),
  PORT: withDefault(
    integer('Port the service listens on; 0 picks a free one', '服務監聽的連接埠，0 表示自動挑選', {
      min: 0,
      max: 65_535,
    }),
    8080,
  ),
  PUBLIC_URL: optional(
    url(
      web,
      'Address under which users reach the service, e.g. https://data.example.com; used in links and for cookies',
      '使用者連線的公開網址，用於連結與 cookie',
    ),
  ),
  WORKERS: optional(
    integer(
      'Threads that answer requests; as many as there are cores when left out',
      '處理請求的執行緒數，預設為核心數',
      { min: 1, max: 64 },
    ),
  ),
  ACCESS_LOG: withDefault(
    oneOf(
      ['off', 'sampled', 'full'],
      'A log line a request: none, one in a hundred and every fault of ours, or all',
      '請求記錄：關閉、抽樣（每百筆一筆及所有伺服器錯誤）、或全部',
    ),
    'off',
  ),
  METRICS_PORT: optional(
    integer(
      'Port of GET /metrics for Prometheus, on METRICS_HOST; 0 picks a free one; off when left out',
      'Prometheus 指標 GET /metrics 的連接埠；0 表示任選；未設定則關閉',
      { min: 0, max: 65_535 },
    ),
  ),
  METRICS_HOST: withDefault(
    text('Address that METRICS_PORT listens on; whoever reaches it can read it', '指標監聽的位址；能連上者皆可讀取'),
    '127.0.0.1',
  ),
  TRUSTED_PROXIES: optional(
    subnets(
      'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses or subnets, separated by commas',
      '可信任的代理伺服器位址或網段，以逗號分隔',
    ),
  ),
  ADDRESS_LIMIT: withDefault(
    integer(
      'Requests a minute that one address may send without a valid key; 0 for no limit',
      '每個位址每分鐘可送出的無金鑰請求數，0 表示不限',
      { min: 0, max: 1_000_000 },
    ),
    1_200,
  ),
  REDIS_URL: optional(
    url(
      ['redis:', 'rediss:'],
      'Redis that counts calls for several machines together, e.g. redis://host:6379; shared memory when left out',
      '供多台機器共同計算呼叫次數的 Redis，未設定則使用共享記憶體',
    ),
  ),
  QUOTA_WITHOUT_REDIS: withDefault(
    oneOf(
      ['refuse', 'local'],
      'While Redis is down: refuse with 503, or count on this machine alone',
      'Redis 中斷時：以 503 拒絕，或僅在本機計數',
    ),
    'refuse',
  ),
  FORMOSA_CACHE: withDefault(
    memory(
      'Disk that a reader may use for parts of files of the object store, e.g. 5GB; more is used only while requests need it',
      '讀取角色可用於快取物件儲存內容的磁碟空間，例如 5GB',
    ),
    '5GB',
  ),
  FORMOSA_DRAIN: withDefault(
    integer(
      'Seconds between SIGTERM and the end of new requests, in which /readyz answers 503 so that a proxy turns elsewhere',
      '收到 SIGTERM 後仍接受請求的秒數；期間 /readyz 回應 503，讓代理伺服器改送他處',
      { min: 0, max: 300 },
    ),
    0,
  ),
  FORMOSA_SCRUB: withDefault(
    integer(
      'Megabytes a second that are read to find damage in pages and Parquet files; 0 reads none',
      '每秒讀取並檢查頁面與 Parquet 檔案的 MB 數，0 表示不檢查',
      { min: 0, max: 10_000 },
    ),
    4,
  ),
  AUDIT_DAYS: withDefault(
    integer('Days that lines of the audit trail are kept', '稽核紀錄保留天數', { min: 1, max: 36_500 }),
    365,
  ),
  AUDIT_ADDRESS_DAYS: withDefault(
    integer('Days that internet addresses in the audit trail are kept', '稽核紀錄中網路位址的保留天數', {
      min: 1,
      max: 36_500,
    }),
    90,
  ),
  SECURITY_CONTACT: optional(
    contact(
      'Whom to tell of a security problem, for /.well-known/security.txt: an e-mail address or an https page',
      '資安問題的聯絡方式（電子郵件或 https 網頁），公布於 /.well-known/security.txt',
    ),
  ),
  SMTP_URL: optional(
    url(
      ['smtp:', 'smtps:'],
      'Server for outgoing mail, e.g. smtp://user:password@host:587; without it links are printed on the console',
      '寄信伺服器；未設定則將連結印在主控台',
    ),
  ),
  MAIL_FROM: withDefault(text('Sender of outgoing mail', '寄件人'), 'Formosa <formosa@localhost>'),
  STRIPE_SECRET_KEY: optional(text('Secret key of the Stripe account that sells plans', 'Stripe 密鑰')),
  STRIPE_WEBHOOK_SECRET: optional(text('Signing secret of the Stripe webhook endpoint', 'Stripe webhook 簽章密鑰')),
  STRIPE_PRICE_LITE: optional(text('Stripe price of the Lite plan (149 TWD a month)', 'Lite 方案的 Stripe 價格代號')),
  STRIPE_PRICE_PLUS: optional(text('Stripe price of the Plus plan (299 TWD a month)', 'Plus 方案的 Stripe 價格代號')),
  STRIPE_API: withDefault(url(web, 'Address of the Stripe API', 'Stripe API 位址'), 'https://api.stripe.com'),
} satisfies Fields

const origin = {
  FORMOSA_ORIGIN: withDefault(
    oneOf(
      ['demo', 'live'],
      'Where rows come from: the market in a box, or the exchanges',
      '資料來源：模擬市場或交易所',
    ),
    'demo',
  ),
} satisfies Fields

const lake = {
  FORMOSA_MEMORY: withDefault(
    memory('Memory the lake may use while it writes, e.g. 1GB', '寫入資料湖時可用的記憶體，例如 1GB'),
    '512MB',
  ),
  FORMOSA_RESERVE: withDefault(
    memory(
      'Room on the disk that is kept for accounts, e.g. 64MB: as a file in the home folder, and as much again that no build uses; 0MB for none',
      '為帳號保留的磁碟空間，例如 64MB；0MB 表示不保留',
    ),
    '64MB',
  ),
} satisfies Fields

const objects = {
  FORMOSA_OBJECTS: optional(
    checked(
      text(
        'Object store that every version is published to, as s3://bucket/prefix; none when left out',
        '發布每個版本的物件儲存空間，格式為 s3://bucket/prefix；未設定則不發布',
      ),
      (raw) => locationOf(raw) !== null,
      { en: 'must be s3://bucket or s3://bucket/prefix', zh: '必須為 s3://bucket 或 s3://bucket/prefix' },
    ),
  ),
  AWS_ENDPOINT_URL_S3: optional(
    text(
      'Address of an S3-compatible store, before AWS_ENDPOINT_URL; Amazon S3 when both are left out',
      '相容 S3 之儲存空間的網址，優先於 AWS_ENDPOINT_URL；皆未設定則為 Amazon S3',
    ),
  ),
  AWS_ENDPOINT_URL: optional(
    text('Address of an S3-compatible store, e.g. http://127.0.0.1:9000', '相容 S3 之儲存空間的網址'),
  ),
  AWS_REGION: withDefault(text('Region of the bucket', 'bucket 所在區域'), 'us-east-1'),
  AWS_ACCESS_KEY_ID: optional(
    text(
      'Access key for the store; a profile of the AWS tools, or the role of the machine, when left out',
      '儲存空間的存取金鑰；未設定則使用 AWS 設定檔或機器的角色',
    ),
  ),
  AWS_SECRET_ACCESS_KEY: optional(text('Secret of AWS_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID 的密鑰')),
  AWS_SESSION_TOKEN: optional(text('Session token of temporary access keys', '臨時存取金鑰的 session token')),
} satisfies Fields

const market = {
  FORMOSA_SEED: withDefault(
    integer('Seed of the market in a box; another seed is another market', '模擬市場的亂數種子', {
      min: 0,
      max: 2_147_483_647,
    }),
    1,
  ),
} satisfies Fields

const publishers = {
  FORMOSA_ACCEPT_TERMS: optional(
    text(
      'Publishers whose site terms the operator accepts, by id and separated by commas, or all; docs/sources.md has the terms',
      '營運者接受其網站條款的資料發布者代號，以逗號分隔，或 all',
    ),
  ),
  FORMOSA_SOURCES_URL: optional(
    url(
      web,
      'Address below which every publisher is asked instead of at its own, by its id (mirrors, tests)',
      '取代所有發布者網址的位址（鏡像、測試用）',
    ),
  ),
  FORMOSA_PACE: withDefault(
    decimal(2, 'Stretches the pause between two questions to a publisher; 2 asks half as often', '詢問間隔的倍數'),
    '1.00',
  ),
  FORMOSA_US_STOCKS: withDefault(
    text('US symbols to ask for, separated by commas', '要抓取的美股代號，以逗號分隔'),
    '^GSPC,^DJI,^IXIC,^SOX,^VIX,SPY,QQQ,DIA,TSM,UMC,ASX,AAPL,MSFT,NVDA,AVGO,AMD,GOOGL,AMZN,META,TSLA,MU,INTC,QCOM,TXN,AMAT,ASML,LRCX,KLAC',
  ),
  FORMOSA_RAW_DAYS: optional(
    integer(
      'Days that raw answers are kept whose rows are published; all of them for ever when left out',
      '已發布的原始回應保留天數（未設定則永久保留）',
      { min: 7, max: 36_500 },
    ),
  ),
} satisfies Fields

const accounts = {
  FORMOSA_SECRET: optional(
    text(
      'Secret that keys, cursors and sessions derive from; made in the home folder when left out',
      '金鑰、cursor 與工作階段所依據的密鑰',
    ),
  ),
  DATABASE_URL: optional(
    url(
      ['postgres:', 'postgresql:'],
      'PostgreSQL for accounts, keys and payments, e.g. postgres://user@host/formosa; a file when left out',
      '存放帳號、金鑰與付款的 PostgreSQL，未設定則使用檔案',
    ),
  ),
} satisfies Fields

const backups = {
  FORMOSA_BACKUP_PASSPHRASE: optional(
    text(
      'Passphrase that backups are encrypted with and read by; they are not encrypted when left out',
      '備份加密與讀取所用的密碼片語，未設定則不加密',
    ),
  ),
} satisfies Fields

const questions = {
  ASK_ENGINE: withDefault(
    oneOf(
      ['embedded', 'llm', 'auto'],
      'Who reads questions: the embedded engine, a language model, or the model where the engine does not understand',
      '由誰解讀問題：內建引擎、語言模型，或內建引擎看不懂時才用語言模型',
    ),
    'embedded',
  ),
  ASK_MODEL_PROVIDER: withDefault(
    oneOf(['openai', 'anthropic'], 'Protocol the model speaks', '語言模型的通訊協定'),
    'openai',
  ),
  ASK_MODEL_URL: optional(
    url(
      web,
      'Address of the model, e.g. http://127.0.0.1:11434 for Ollama or https://api.anthropic.com',
      '語言模型的位址，例如 Ollama 的 http://127.0.0.1:11434',
    ),
  ),
  ASK_MODEL: optional(text('Name of the model', '模型名稱')),
  ASK_MODEL_KEY: optional(text('Key for the model, where it asks for one', '語言模型的金鑰')),
  ASK_MODEL_TIMEOUT: withDefault(
    integer('Seconds one exchange with the model may take', '與模型單次往返的秒數上限', { min: 1, max: 600 }),
    30,
  ),
  ASK_MODEL_AT_ONCE: withDefault(
    integer('Questions that are with the model at once', '同時交給模型的問題數', { min: 1, max: 1_000 }),
    4,
  ),
  ASK_MODEL_CAP: optional(
    amount(
      'Most the model may cost in an hour: tokens (2000000 when left out), or dollars where ASK_MODEL_PRICE is set (1)',
      '模型每小時的花費上限：token 數（預設 2000000），或設定 ASK_MODEL_PRICE 時為美元（預設 1）',
    ),
  ),
  ASK_MODEL_PRICE: optional(
    amounts('Dollars for a million tokens read and written, e.g. 0.25,1.25', '每百萬 token 讀取與產生的價格'),
  ),
  ASK_AT_ONCE: withDefault(integer('Questions whose SQL runs at once', '同時執行的問題數', { min: 1, max: 64 }), 2),
  ASK_WARM_UP: withDefault(
    oneOf(
      ['on', 'off'],
      'Prepare for questions when a version is opened; off waits for the first question and saves memory until then',
      '開啟新版本時即為提問預先準備；off 則等到第一個提問，之前可節省記憶體',
    ),
    'on',
  ),
  ASK_LOG_DECLINED: withDefault(
    oneOf(
      ['on', 'off'],
      'Log the text of questions that were not understood, without who asked, to grow the corpus from them',
      '記錄未能理解的問題文字（不含提問者），供擴充語料',
    ),
    'off',
  ),
  ASK_QUEUE: withDefault(
    integer('Questions that may wait for their turn', '可排隊等候的問題數', { min: 0, max: 10_000 }),
    32,
  ),
  ASK_MEMORY: withDefault(
    checked(
      memory('Memory one question may use, e.g. 1GB', '單一問題可用的記憶體，例如 1GB'),
      (amount) => memoryBytesOf(amount) >= 256e6,
      { en: 'must be 256MB or more', zh: '必須為 256MB 以上' },
    ),
    '1GB',
  ),
  ASK_DEADLINE: withDefault(
    integer("Seconds a question's SQL may run", '單一問題的 SQL 可執行秒數', { min: 1, max: 600 }),
    10,
  ),
} satisfies Fields

const payments = {
  AGENT_PAY_MODE: optional(
    oneOf(
      ['off', 'verify-only', 'devchain', 'onchain', 'facilitator'],
      'How agents pay per call; verify-only (no money moves) with demo data and off with live data when left out',
      '代理程式的付款方式；未設定時模擬資料為 verify-only，真實資料為 off',
    ),
  ),
  AGENT_PAY_NETWORK: withDefault(
    text('Network agents pay on, as CAIP-2 writes it', '付款網路（CAIP-2）'),
    'eip155:84532',
  ),
  AGENT_PAY_ASSET: optional(text('Token contract; USDC of the network when left out', '代幣合約，預設為該網路的 USDC')),
  AGENT_PAY_ASSET_NAME: optional(text("The token's EIP-712 name, with AGENT_PAY_ASSET", '代幣的 EIP-712 名稱')),
  AGENT_PAY_ASSET_VERSION: optional(text("The token's EIP-712 version, with AGENT_PAY_ASSET", '代幣的 EIP-712 版本')),
  AGENT_PAY_TO: optional(
    text('Address that is paid; with demo data one is made in the home folder', '收款位址；模擬資料時自動產生'),
  ),
  AGENT_PAY_PRICE: withDefault(
    text('Price of a call in atomic units; 1000 is 0.001 USDC', '每次呼叫的價格（最小單位）'),
    '1000',
  ),
  AGENT_PAY_PRICES: optional(
    text(
      'Other prices by tier or dataset, and of a question (ask), e.g. plus=5000,TaiwanStockPrice=2000,ask=3000',
      '依方案或資料集的其他價格，以及提問（ask）的價格',
    ),
  ),
  AGENT_PAY_TIMEOUT: withDefault(
    integer('Seconds an agent is told to let its authorization hold', '授權的有效秒數', { min: 10, max: 3_600 }),
    60,
  ),
  AGENT_PAY_RPC_URL: optional(text('Node of the network, for onchain and facilitator', '區塊鏈節點位址')),
  AGENT_PAY_KEY_FILE: optional(text('File with the key that pays the gas, for onchain', '支付手續費的金鑰檔')),
  AGENT_PAY_FACILITATOR_URL: optional(text('x402 facilitator, for the mode of that name', 'x402 facilitator 位址')),
  AGENT_PAY_BAD_LIMIT: withDefault(
    integer('Bad payments a minute from one address before it has to wait', '每個位址每分鐘的無效付款上限', {
      min: 1,
      max: 100_000,
    }),
    60,
  ),
} satisfies Fields

const address = {
  FORMOSA_URL: optional(
    url(
      web,
      'Service to read from, e.g. https://data.example.com; this machine at port 8080 when left out',
      '要讀取的服務網址，未設定則為本機 8080 埠',
    ),
  ),
} satisfies Fields

const credentials = {
  FORMOSA_KEY: optional(
    text(
      'API key to read with; other users of the machine can see a flag',
      '讀取用的 API 金鑰；同機使用者可看到旗標內容',
    ),
  ),
  FORMOSA_PROFILE: optional(
    text(
      'File with lines FORMOSA_URL=… and FORMOSA_KEY=…, for what is not set otherwise',
      '記載 FORMOSA_URL=… 與 FORMOSA_KEY=… 的檔案，用於未另行設定者',
    ),
  ),
} satisfies Fields

const sections = {
  every: { title: { en: 'Every command', zh: '所有指令' }, fields: every },
  service: { title: { en: 'Service', zh: '服務' }, fields: service },
  origin: { title: { en: 'Origin', zh: '資料來源' }, fields: origin },
  lake: { title: { en: 'Files', zh: '檔案' }, fields: lake },
  objects: { title: { en: 'Object store', zh: '物件儲存空間' }, fields: objects },
  market: { title: { en: 'Market in a box', zh: '模擬市場' }, fields: market },
  publishers: { title: { en: 'Publishers', zh: '資料發布者' }, fields: publishers },
  accounts: { title: { en: 'Accounts', zh: '帳號' }, fields: accounts },
  backups: { title: { en: 'Backups', zh: '備份' }, fields: backups },
  questions: { title: { en: 'Questions', zh: '問答' }, fields: questions },
  payments: { title: { en: 'Payments of agents', zh: '代理程式付款' }, fields: payments },
  address: { title: { en: 'Reading from a service', zh: '讀取服務資料' }, fields: address },
  credentials: { title: { en: 'Key of a reader', zh: '讀取者的金鑰' }, fields: credentials },
}

export type SectionName = keyof typeof sections

export const settings = {
  ...every,
  ...service,
  ...origin,
  ...lake,
  ...objects,
  ...market,
  ...publishers,
  ...accounts,
  ...backups,
  ...questions,
  ...payments,
  ...address,
  ...credentials,
}
export type SettingName = keyof typeof settings
export type SettingValues = Values<typeof settings>

export const settingNames = Object.keys(settings) as SettingName[]
export const settingOf = (name: SettingName): Field => settings[name]

/** The settings that `serve` reads: all but those of readers. */
export const serviceSettings = settingNames.filter((name) => !(name in address || name in credentials))

/** The settings by section, for documents. */
export const settingSections: readonly { readonly title: Label; readonly names: readonly SettingName[] }[] =
  Object.values(sections).map(({ title, fields }) => ({ title, names: Object.keys(fields) as SettingName[] }))

/** The settings of some sections, and those that every command reads. */
export const settingsOf = (...names: readonly SectionName[]): readonly SettingName[] =>
  ['every' as const, ...names].flatMap((name) => Object.keys(sections[name].fields) as SettingName[])

/** `FORMOSA_HOME` is `--home`, `LOG_LEVEL` is `--log-level`. */
export const flagOf = (name: SettingName): string =>
  name
    .replace(/^FORMOSA_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
