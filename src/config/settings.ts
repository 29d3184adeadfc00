import type { Field, Fields, Label, Values } from '../fields.ts'
import {
  amount,
  amounts,
  contact,
  decimal,
  instant,
  integer,
  location,
  memory,
  oneOf,
  retired,
  subnets,
  text,
  url,
  web,
} from './values.ts'

const section = <const F extends Fields>(en: string, zh: string, fields: F) => ({ title: { en, zh }, fields })

/**
 * Every setting: an environment variable, the same with the prefix FORMOSA_, and a flag of the same name in lower case
 * without the prefix. The section says which commands read it; `serve` reads all. Validation, help and docs/config.md
 * derive from this table.
 */
const every = section('Every command', '所有指令', {
  FORMOSA_HOME: text('Folder for everything the service writes', '服務寫入所有資料的資料夾', './data'),
  LOG_LEVEL: oneOf(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'Least important kind of log line to write',
    '記錄檔的最低等級',
    'info',
  ),
  FORMOSA_NOW: instant(
    'Instant the clock starts at (demo, or publishers on this machine), e.g. 2026-11-13T18:00:00+08:00',
    '時鐘的起始時刻（僅限模擬資料）',
  ),
  FORMOSA_CLOCK_FILE: text(
    'File with the present instant, read at each look (tests; demo, or publishers on this machine)',
    '記載目前時刻的檔案，每次讀取（測試用）',
  ),
})

const service = section('Service', '服務', {
  FORMOSA_ROLE: oneOf(
    ['all', 'writer', 'reader'],
    'Part of the work this process does: all of it; writing for others, one process at a time; or serving the versions of an object store',
    '此行程的角色：全部；寫入並發布（同時僅一個）；或僅讀取物件儲存中的版本並提供服務',
    'all',
  ),
  HOST: text('Address the service listens on', '服務監聽的位址', '127.0.0.1'),
  PORT: integer('Port the service listens on; 0 picks a free one', '服務監聽的連接埠，0 表示自動挑選', {
    min: 0,
    max: 65_535,
    default: 8080,
  }),
  PUBLIC_URL: url(
    web,
    'Address under which users reach the service, e.g. https://data.example.com; used in links and for cookies',
    '使用者連線的公開網址，用於連結與 cookie',
  ),
  WORKERS: integer(
    'Threads that answer requests; as many as there are cores when left out',
    '處理請求的執行緒數，預設為核心數',
    { min: 1, max: 64 },
  ),
  ACCESS_LOG: oneOf(
    ['off', 'sampled', 'full'],
    'A log line a request: none, one in a hundred and every fault of ours, or all',
    '請求記錄：關閉、抽樣（每百筆一筆及所有伺服器錯誤）、或全部',
    'off',
  ),
  METRICS_PORT: integer(
    'Port of GET /metrics for Prometheus, on METRICS_HOST; 0 picks a free one; off when left out',
    'Prometheus 指標 GET /metrics 的連接埠；0 表示任選；未設定則關閉',
    { min: 0, max: 65_535 },
  ),
  METRICS_HOST: text(
    'Address that METRICS_PORT listens on; whoever reaches it can read it',
    '指標監聽的位址；能連上者皆可讀取',
    '127.0.0.1',
  ),
  TRUSTED_PROXIES: subnets(
    'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses or subnets, separated by commas',
    '可信任的代理伺服器位址或網段，以逗號分隔',
  ),
  ADDRESS_LIMIT: integer(
    'Requests a minute that one address may send without a valid key; 0 for no limit',
    '每個位址每分鐘可送出的無金鑰請求數，0 表示不限',
    { min: 0, max: 1_000_000, default: 1_200 },
  ),
  REDIS_URL: url(
    ['redis:', 'rediss:'],
    'Redis that counts calls for several machines together, e.g. redis://host:6379; shared memory when left out',
    '供多台機器共同計算呼叫次數的 Redis，未設定則使用共享記憶體',
  ),
  QUOTA_WITHOUT_REDIS: oneOf(
    ['refuse', 'local'],
    'While Redis is down: refuse with 503, or count on this machine alone',
    'Redis 中斷時：以 503 拒絕，或僅在本機計數',
    'refuse',
  ),
  FORMOSA_CACHE: memory(
    'Disk that a reader may use for parts of files of the object store, e.g. 5GB; more is used only while requests need it',
    '讀取角色可用於快取物件儲存內容的磁碟空間，例如 5GB',
    '5GB',
  ),
  FORMOSA_DRAIN: integer(
    'Seconds between SIGTERM and the end of new requests, in which /readyz answers 503 so that a proxy turns elsewhere',
    '收到 SIGTERM 後仍接受請求的秒數；期間 /readyz 回應 503，讓代理伺服器改送他處',
    { min: 0, max: 300, default: 0 },
  ),
  FORMOSA_SCRUB: integer(
    'Megabytes a second that are read to find damage in pages and Parquet files; 0 reads none',
    '每秒讀取並檢查頁面與 Parquet 檔案的 MB 數，0 表示不檢查',
    { min: 0, max: 10_000, default: 4 },
  ),
  AUDIT_DAYS: integer('Days that lines of the audit trail are kept', '稽核紀錄保留天數', {
    min: 1,
    max: 36_500,
    default: 365,
  }),
  AUDIT_ADDRESS_DAYS: integer(
    'Days that internet addresses in the audit trail are kept',
    '稽核紀錄中網路位址的保留天數',
    {
      min: 1,
      max: 36_500,
      default: 90,
    },
  ),
  FORMOSA_WEBHOOK_PRIVATE: oneOf(
    ['off', 'on'],
    'Let webhooks lead to private addresses and to http, on a copy that its users run themselves',
    '允許 webhook 傳送至私有位址與 http（僅限自行架設）',
    'off',
  ),
  SECURITY_CONTACT: contact(
    'Whom to tell of a security problem, for /.well-known/security.txt: an e-mail address or an https page',
    '資安問題的聯絡方式（電子郵件或 https 網頁），公布於 /.well-known/security.txt',
  ),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'Server for outgoing mail, e.g. smtp://user:password@host:587; without it links are printed on the console',
    '寄信伺服器；未設定則將連結印在主控台',
  ),
  MAIL_FROM: text('Sender of outgoing mail', '寄件人', 'Formosa <formosa@localhost>'),
  STRIPE_SECRET_KEY: text('Secret key of the Stripe account that sells plans', 'Stripe 密鑰'),
  STRIPE_WEBHOOK_SECRET: text('Signing secret of the Stripe webhook endpoint', 'Stripe webhook 簽章密鑰'),
  STRIPE_PRICE_LITE: text('Stripe price of the Lite plan (149 TWD a month)', 'Lite 方案的 Stripe 價格代號'),
  STRIPE_PRICE_PLUS: text('Stripe price of the Plus plan (299 TWD a month)', 'Plus 方案的 Stripe 價格代號'),
  STRIPE_API: url(web, 'Address of the Stripe API', 'Stripe API 位址', 'https://api.stripe.com'),
})

const origin = section('Origin', '資料來源', {
  FORMOSA_ORIGIN: oneOf(
    ['demo', 'live'],
    'Where rows come from: the market in a box, or the exchanges',
    '資料來源：模擬市場或交易所',
    'demo',
  ),
})

const lake = section('Files', '檔案', {
  FORMOSA_MEMORY: memory(
    'Memory the lake may use while it writes, e.g. 1GB',
    '寫入資料湖時可用的記憶體，例如 1GB',
    '512MB',
  ),
  FORMOSA_RESERVE: memory(
    'Room on the disk that is kept for accounts, e.g. 64MB: as a file in the home folder, and as much again that no build uses; 0MB for none',
    '為帳號保留的磁碟空間，例如 64MB；0MB 表示不保留',
    '64MB',
  ),
})

const objects = section('Object store', '物件儲存空間', {
  FORMOSA_OBJECTS: location(
    'Object store that every version is published to, as s3://bucket/prefix; none when left out',
    '發布每個版本的物件儲存空間，格式為 s3://bucket/prefix；未設定則不發布',
  ),
  AWS_ENDPOINT_URL_S3: text(
    'Address of an S3-compatible store, before AWS_ENDPOINT_URL; Amazon S3 when both are left out',
    '相容 S3 之儲存空間的網址，優先於 AWS_ENDPOINT_URL；皆未設定則為 Amazon S3',
  ),
  AWS_ENDPOINT_URL: text('Address of an S3-compatible store, e.g. http://127.0.0.1:9000', '相容 S3 之儲存空間的網址'),
  AWS_REGION: text('Region of the bucket', 'bucket 所在區域', 'us-east-1'),
  AWS_ACCESS_KEY_ID: text(
    'Access key for the store; a profile of the AWS tools, or the role of the machine, when left out',
    '儲存空間的存取金鑰；未設定則使用 AWS 設定檔或機器的角色',
  ),
  AWS_SECRET_ACCESS_KEY: text('Secret of AWS_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID 的密鑰'),
  AWS_SESSION_TOKEN: text('Session token of temporary access keys', '臨時存取金鑰的 session token'),
})

const market = section('Market in a box', '模擬市場', {
  FORMOSA_SEED: integer('Seed of the market in a box; another seed is another market', '模擬市場的亂數種子', {
    min: 0,
    max: 2_147_483_647,
    default: 1,
  }),
})

const publishers = section('Publishers', '資料發布者', {
  FORMOSA_ACCEPT_TERMS: text(
    'Publishers whose site terms the operator accepts, by id and separated by commas, or all; docs/sources.md has the terms',
    '營運者接受其網站條款的資料發布者代號，以逗號分隔，或 all',
  ),
  FORMOSA_SOURCES_URL: url(
    web,
    'Address below which every publisher is asked instead of at its own, by its id (mirrors, tests)',
    '取代所有發布者網址的位址（鏡像、測試用）',
  ),
  FORMOSA_PACE: decimal(
    'Stretches the pause between two questions to a publisher; 2 asks half as often',
    '詢問間隔的倍數',
    '1.00',
  ),
  FORMOSA_US_STOCKS: text(
    'US symbols to ask for, separated by commas',
    '要抓取的美股代號，以逗號分隔',
    '^GSPC,^DJI,^IXIC,^SOX,^VIX,SPY,QQQ,DIA,TSM,UMC,ASX,AAPL,MSFT,NVDA,AVGO,AMD,GOOGL,AMZN,META,TSLA,MU,INTC,QCOM,TXN,AMAT,ASML,LRCX,KLAC',
  ),
  FORMOSA_RAW_DAYS: integer(
    'Days that raw answers are kept whose rows are published; all of them for ever when left out',
    '已發布的原始回應保留天數（未設定則永久保留）',
    { min: 7, max: 36_500 },
  ),
})

const accounts = section('Accounts', '帳號', {
  FORMOSA_SECRET: text(
    'Secret that keys, cursors and sessions derive from; made in the home folder when left out',
    '金鑰、cursor 與工作階段所依據的密鑰',
  ),
  FORMOSA_OTHER_SECRET: text(
    'A second secret whose keys, cursors, links and sessions are accepted too, while one replaces the other',
    '更換密鑰期間一併接受的另一組密鑰：其金鑰、cursor、連結與工作階段仍有效',
  ),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'PostgreSQL for accounts, keys and payments, e.g. postgres://user@host/formosa; a file when left out',
    '存放帳號、金鑰與付款的 PostgreSQL，未設定則使用檔案',
  ),
})

const backups = section('Backups', '備份', {
  FORMOSA_BACKUP_PASSPHRASE: text(
    'Passphrase that backups are encrypted with and read by; they are not encrypted when left out',
    '備份加密與讀取所用的密碼片語，未設定則不加密',
  ),
})

const questions = section('Questions', '問答', {
  ASK_ENGINE: oneOf(
    ['embedded', 'llm', 'auto'],
    'Who reads questions: the embedded engine, a language model, or the model where the engine does not understand',
    '由誰解讀問題：內建引擎、語言模型，或內建引擎看不懂時才用語言模型',
    'embedded',
  ),
  ASK_MODEL_PROVIDER: oneOf(['openai', 'anthropic'], 'Protocol the model speaks', '語言模型的通訊協定', 'openai'),
  ASK_MODEL_URL: url(
    web,
    'Address of the model, e.g. http://127.0.0.1:11434 for Ollama or https://api.anthropic.com',
    '語言模型的位址，例如 Ollama 的 http://127.0.0.1:11434',
  ),
  ASK_MODEL: text('Name of the model', '模型名稱'),
  ASK_MODEL_KEY: text('Key for the model, where it asks for one', '語言模型的金鑰'),
  ASK_MODEL_TIMEOUT: integer('Seconds one exchange with the model may take', '與模型單次往返的秒數上限', {
    min: 1,
    max: 600,
    default: 30,
  }),
  ASK_MODEL_AT_ONCE: integer('Questions that are with the model at once', '同時交給模型的問題數', {
    min: 1,
    max: 1_000,
    default: 4,
  }),
  ASK_MODEL_CAP: amount(
    'Most the model may cost in an hour: tokens (2000000 when left out), or dollars where ASK_MODEL_PRICE is set (1)',
    '模型每小時的花費上限：token 數（預設 2000000），或設定 ASK_MODEL_PRICE 時為美元（預設 1）',
  ),
  ASK_MODEL_PRICE: amounts(
    'Dollars for a million tokens read and written, e.g. 0.25,1.25',
    '每百萬 token 讀取與產生的價格',
  ),
  ASK_AT_ONCE: integer('Questions whose SQL runs at once', '同時執行的問題數', { min: 1, max: 64, default: 2 }),
  ASK_WARM_UP: oneOf(
    ['on', 'off'],
    'Prepare for questions when a version is opened; off waits for the first question and saves memory until then',
    '開啟新版本時即為提問預先準備；off 則等到第一個提問，之前可節省記憶體',
    'on',
  ),
  ASK_LOG_DECLINED: oneOf(
    ['on', 'off'],
    'Log the text of questions that were not understood, without who asked, to grow the corpus from them',
    '記錄未能理解的問題文字（不含提問者），供擴充語料',
    'off',
  ),
  ASK_QUEUE: integer('Questions of one sender that may wait for their turn', '每位提問者可排隊等候的問題數', {
    min: 0,
    max: 10_000,
    default: 32,
  }),
  ASK_MEMORY: memory('Memory one question may use, e.g. 1GB', '單一問題可用的記憶體，例如 1GB', '1GB', '256MB'),
  ASK_DEADLINE: integer('Seconds to read a question and run its SQL', '讀取單一問題並執行其 SQL 的秒數', {
    min: 1,
    max: 600,
    default: 3,
  }),
})

const payments = section('Payments of agents', '代理程式付款', {
  AGENT_PAY_MODE: retired(
    oneOf(
      ['off', 'verify-only', 'onchain', 'facilitator'],
      'How agents pay per call; verify-only (no money moves) with demo data and off with live data when left out',
      '代理程式的付款方式；未設定時模擬資料為 verify-only，真實資料為 off',
    ),
    'devchain',
    {
      en: 'is no longer devchain: start the chain for play money with npm run devchain, and use the settings that it prints',
      zh: '不再支援 devchain：請以 npm run devchain 啟動試用鏈，並使用其印出的設定',
    },
  ),
  AGENT_PAY_NETWORK: text('Network agents pay on, as CAIP-2 writes it', '付款網路（CAIP-2）', 'eip155:84532'),
  AGENT_PAY_ASSET: text('Token contract; USDC of the network when left out', '代幣合約，預設為該網路的 USDC'),
  AGENT_PAY_ASSET_NAME: text("The token's EIP-712 name, with AGENT_PAY_ASSET", '代幣的 EIP-712 名稱'),
  AGENT_PAY_ASSET_VERSION: text("The token's EIP-712 version, with AGENT_PAY_ASSET", '代幣的 EIP-712 版本'),
  AGENT_PAY_TO: text(
    'Address that is paid; with demo data and verify-only one is made in the home folder',
    '收款位址；模擬資料且為 verify-only 時自動產生',
  ),
  AGENT_PAY_PRICE: text('Price of a call in atomic units; 1000 is 0.001 USDC', '每次呼叫的價格（最小單位）', '1000'),
  AGENT_PAY_PRICES: text(
    'Other prices by tier or dataset, and of a question (ask; the highest price when left out), e.g. plus=5000,TaiwanStockPrice=2000,ask=6000',
    '依方案或資料集的其他價格，以及提問（ask）的價格；未設定 ask 時為其中最高價',
  ),
  AGENT_PAY_TIMEOUT: integer('Seconds an agent is told to let its authorization hold', '授權的有效秒數', {
    min: 10,
    max: 3_600,
    default: 60,
  }),
  AGENT_PAY_RPC_URL: text('Node of the network, for onchain and facilitator', '區塊鏈節點位址'),
  AGENT_PAY_KEY_FILE: text('File with the key that pays the gas, for onchain', '支付手續費的金鑰檔'),
  AGENT_PAY_FACILITATOR_URL: text('x402 facilitator, for the mode of that name', 'x402 facilitator 位址'),
  AGENT_PAY_BAD_LIMIT: integer(
    'Bad payments a minute from one address before it has to wait',
    '每個位址每分鐘的無效付款上限',
    {
      min: 1,
      max: 100_000,
      default: 60,
    },
  ),
})

const address = section('Reading from a service', '讀取服務資料', {
  FORMOSA_URL: url(
    web,
    'Service to read from, e.g. https://data.example.com; this machine at port 8080 when left out',
    '要讀取的服務網址，未設定則為本機 8080 埠',
  ),
})

const credentials = section('Key of a reader', '讀取者的金鑰', {
  FORMOSA_KEY: text(
    'API key to read with; other users of the machine can see a flag',
    '讀取用的 API 金鑰；同機使用者可看到旗標內容',
  ),
  FORMOSA_PROFILE: text(
    'File with lines FORMOSA_URL=… and FORMOSA_KEY=…, for what is not set otherwise',
    '記載 FORMOSA_URL=… 與 FORMOSA_KEY=… 的檔案，用於未另行設定者',
  ),
})

const sections = {
  ...{ every, service, origin, lake, objects, market, publishers },
  ...{ accounts, backups, questions, payments, address, credentials },
}

export type SectionName = keyof typeof sections

/** One type with the members of all types of a union. */
type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never

export const settings = Object.assign({}, ...Object.values(sections).map(({ fields }) => fields)) as Joined<
  (typeof sections)[SectionName]['fields']
>
export type SettingName = keyof typeof settings
export type SettingValues = Values<typeof settings>

export const settingNames = Object.keys(settings) as SettingName[]
export const settingOf = (name: SettingName): Field => settings[name]

/** Settings of tests, which the help of each command leaves out. */
export const testSettings: readonly SettingName[] = ['FORMOSA_CLOCK_FILE']

/** The settings that `serve` reads: all but those of readers. */
export const serviceSettings = settingNames.filter((name) => !(name in address.fields || name in credentials.fields))

/** The settings by section, for documents. */
export const settingSections: readonly { readonly title: Label; readonly names: readonly SettingName[] }[] =
  Object.values(sections).map(({ title, fields }) => ({ title, names: Object.keys(fields) as SettingName[] }))

/** The settings of some sections, and those that every command reads. */
export const settingsOf = (...names: readonly SectionName[]): readonly SettingName[] =>
  ['every' as const, ...names].flatMap((name) => Object.keys(sections[name].fields) as SettingName[])

/** The second name of a setting: `PORT` is `FORMOSA_PORT` too, which no other program reads. */
export const longNameOf = (name: SettingName): string => (name.startsWith('FORMOSA_') ? name : `FORMOSA_${name}`)

/** `FORMOSA_HOME` is `--home`, `LOG_LEVEL` is `--log-level`. */
export const flagOf = (name: SettingName): string =>
  name
    .replace(/^FORMOSA_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
