import { accountDetails } from './accountDetails.ts'
import type { Detail } from './detail.ts'
import { nameOf, payForDataset, queryDataset } from './endpoints.ts'
import { refer } from './exactly.ts'

const text = { type: 'string' }

/** What the table of routes does not say of an endpoint, by its method and path. */
export const details: Readonly<Record<string, Detail>> = {
  'GET /v1/data': {
    id: 'listDatasets',
    tag: 'data',
    zh: '資料集目錄：每個資料集的欄位、說明與資料期間。',
    answers: { 200: { schema: refer('Catalogue'), headers: ['X-Data-Version', 'X-Data-Origin'] } },
  },
  [nameOf(queryDataset)]: {
    id: 'queryDataset',
    tag: 'data',
    zh: '逐頁讀取資料集的資料列，由新到舊。金鑰的方案必須涵蓋該資料集。',
    answers: {
      200: {
        description: 'A page of rows, or the size of the answer with dry_run=true',
        schema: { anyOf: [refer('QueryResult'), refer('ProjectedResult'), refer('DryRun')] },
        headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?', 'Preference-Applied?'],
      },
    },
  },
  'GET /v1/data/{dataset}/gaps': {
    id: 'datasetGaps',
    tag: 'data',
    zh: '資料集缺少資料的日期，由新到舊，並說明原因：休市、暫停交易、未掛牌、未公布、來源失敗、尚未載入。金鑰的方案必須涵蓋該資料集。',
    answers: {
      200: {
        description: 'A page of gaps; an empty list where nothing is missing, or nothing is expected',
        schema: refer('GapsResult'),
        headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?', 'Preference-Applied?'],
      },
    },
  },
  'GET /v1/data/TaiwanStockPriceAdj/explain': {
    id: 'explainPrices',
    tag: 'data',
    zh: '一檔證券還原股價所依據的各項權益事件，由新到舊，附還原係數與來源資料列。需要 Lite 以上方案的金鑰。',
    answers: {
      200: { schema: refer('Explanation'), headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?'] },
    },
  },
  'POST /v1/ask': {
    id: 'ask',
    tag: 'ask',
    zh: '以中文或英文提問：問題轉為 SQL，在唯讀沙盒中執行並回傳資料列。Plus 方案。',
    answers: {
      200: {
        description: 'The rows, with the SQL they come from; its first lines tell the reading that was taken',
        schema: refer('AskResult'),
        headers: ['X-Data-Version', 'X-Data-Origin', 'X-Truncated?', 'X-Warning?'],
      },
    },
  },
  'POST /v1/ask/explain': {
    id: 'explainQuestion',
    tag: 'ask',
    zh: '問題如何被解讀：型別化的表示與 SQL，但不執行。Plus 方案。',
    answers: {
      200: { schema: refer('AskExplanation'), headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?'] },
    },
  },
  'GET /v1/agent': {
    id: 'agentPrices',
    tag: 'agents',
    zh: '代理程式付費的方式與價格：模式、網路、代幣、收款地址、各資料集價格，以及查驗收據的公鑰。',
    answers: { 200: { schema: refer('PriceList') } },
  },
  [nameOf(payForDataset)]: {
    id: 'payForDataset',
    tag: 'agents',
    zh: '與 GET /v1/data/{dataset} 相同的資料列，以逐次付費（x402）取代金鑰；dry_run=true 免費。',
    answers: {
      200: {
        description: 'The page that was paid for; or, for nothing, the size of the answer with dry_run=true',
        schema: { anyOf: [refer('QueryResult'), refer('ProjectedResult'), refer('DryRun')] },
        headers: [
          'X-Data-Version',
          'X-Data-Origin',
          'X-Warning?',
          'Preference-Applied?',
          'PAYMENT-RESPONSE?',
          'X-PAYMENT-RESPONSE?',
          'X-Receipt?',
          'X-Payment-Settlement?',
          'X-Payment-Replayed?',
        ],
      },
    },
  },
  ...accountDetails,
  'GET /': {
    id: 'home',
    tag: 'service',
    zh: '本服務的簡介與文件位置：瀏覽器取得網頁，程式取得 JSON。',
    answers: { 200: { schema: refer('Home'), isPageToo: true } },
  },
  'GET /healthz': {
    id: 'healthz',
    tag: 'service',
    zh: '存活檢查：行程有回應，不碰資料。',
    answers: { 200: { schema: refer('Health') } },
  },
  'GET /readyz': {
    id: 'readyz',
    tag: 'service',
    zh: '就緒檢查：一切正常為 200，否則為 503 並列出各部分狀態。',
    answers: {
      200: { schema: refer('Ready') },
      503: { description: 'A part is not in order', schema: refer('Ready'), headers: ['Retry-After'] },
    },
  },
  'GET /.well-known/security.txt': {
    id: 'securityTxt',
    tag: 'service',
    zh: '資安問題的聯絡方式（RFC 9116）；營運者未設定時為 404。',
    answers: { 200: { type: 'text/plain', schema: text } },
  },
  'GET /openapi.json': {
    id: 'openapi',
    tag: 'service',
    zh: '本 API 的 OpenAPI 3.1 文件。',
    answers: { 200: { schema: { type: 'object' } } },
  },
  'GET /docs': {
    id: 'docs',
    tag: 'service',
    zh: 'API 參考文件網頁。',
    answers: { 200: { type: 'text/html', schema: text } },
  },
  'GET /llms.txt': {
    id: 'llms',
    tag: 'service',
    zh: '供語言模型閱讀的純文字說明。',
    answers: { 200: { type: 'text/plain', schema: text } },
  },
}
