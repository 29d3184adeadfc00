import { inBoth } from './inBoth.ts'

/** Texts of the page that shows a refused or failed request. */
export const failure = inBoth({
  titles: {
    401: ['A key is needed', '需要金鑰'],
    402: ['This answer is sold', '這個回應需付費'],
    403: ['Your plan does not open this', '您的方案未包含此資料'],
    404: ['There is nothing here', '找不到這個頁面'],
    422: ['This request cannot be read', '無法解讀這個請求'],
    429: ['Too many requests', '請求過於頻繁'],
    503: ['Not now', '暫時無法使用'],
  } as Readonly<Record<number, readonly [string, string]>>,
  refused: ['This request was not answered', '無法完成這個請求'],
  failed: ['Something went wrong here', '服務發生問題'],
  suggestions: ['Did you mean', '您要找的可能是'],
  faults: ['What is wrong', '問題所在'],
  status: ['Status', '狀態碼'],
  code: ['Code', '代碼'],
  requestId: ['Request id', '請求編號'],
  wait: ['Try again in', '請稍候'],
  seconds: (count: string) => [`${count} seconds`, `${count} 秒`],
  wayOut: ['Go on with', '接下來'],
  getKey: ['Get a free key, or sign in', '取得免費金鑰，或登入'],
  plans: ['Compare the plans', '比較方案'],
  allDatasets: ['Search all datasets', '搜尋所有資料集'],
  console: ['Build the request in a form', '用表單組成請求'],
  agents: ['How payment works', '付款如何運作'],
  usage: ['See what was used', '查看用量'],
  status503: ['See the state of the service', '查看服務狀態'],
  again: ['Load this page again', '重新載入本頁'],
  home: ['First page', '首頁'],
  docs: ['Documents', '文件'],
})
