import type { Label } from '../../fields.ts'

/** The texts of the small pages. */
export const pageWords = {
  refused: { en: 'This request was not answered', zh: '無法完成這個請求' },
  failed: { en: 'Something went wrong', zh: '服務發生問題' },
  notFound: { en: 'There is nothing here', zh: '找不到這個頁面' },
  suggestions: { en: 'Did you mean', zh: '您要找的可能是' },
  status: { en: 'Status', zh: '狀態碼' },
  code: { en: 'Code', zh: '代碼' },
  requestId: { en: 'Request id', zh: '請求編號' },
  retryAfter: { en: 'Try again in', zh: '請稍候' },
  seconds: { en: 'seconds', zh: '秒' },
  home: { en: 'Home', zh: '首頁' },
  docs: { en: 'API reference', zh: 'API 參考文件' },
  account: { en: 'Account', zh: '帳號' },
  catalogue: { en: 'Datasets', zh: '資料集目錄' },
  about: {
    en: 'Taiwan market data over HTTP and JSON: prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and macro series.',
    zh: '以 HTTP 與 JSON 提供的台灣市場資料：行情、法人與信用交易、基本面、期貨與選擇權、可轉換公司債與總體經濟。',
  },
  first: { en: 'The first call needs no key:', zh: '第一次呼叫不需要金鑰：' },
  simulated: {
    en: 'The data served here is simulated; none of it is a real quotation.',
    zh: '此處的資料由模擬市場產生，並非真實行情。',
  },
} as const satisfies Record<string, Label>
