import { inBoth } from './inBoth.ts'

/** Texts of the page for programs that pay by the call. */
export const agents = inBoth({
  title: ['For agents', '給代理程式'],
  lead: [
    'No account: a program pays for each call. A request without a payment gets 402 and its price; a signed one gets rows.',
    '不用註冊，程式按次付費。未付款的請求得到 402 與價格，簽章付款後得到資料列。',
  ],
  steps: ['The handshake', '付款流程'],
  prices: ['Prices', '價格'],
  page: ['A page of rows', '一頁資料列'],
  question: ['A question', '一個問題'],
  mode: ['Mode', '模式'],
  network: ['Network', '網路'],
  token: ['Token', '代幣'],
  payTo: ['Paid to', '收款地址'],
  everyPrice: (count: string) => [`The price of each of ${count} datasets`, `${count} 個資料集各自的價格`],
  dataset: ['Dataset', '資料集'],
  plan: ['Plan', '方案'],
  price: ['Price of a page', '每頁價格'],
  trace: ['A real exchange', '一次真實的往返'],
  traceReal: ['made by this service with itself; no money moves', '由本服務對自己完成；不移轉款項'],
  traceUnpaid: [
    'the answer to a request without a payment; money moves here, so this page pays nothing',
    '未付款請求的回應；這裡會移轉款項，因此本頁不付款',
  ],
  ask: ['Request without a payment', '未付款的請求'],
  terms: ['the terms', '付款條件'],
  decoded: ['decoded', '解碼後'],
  sign: ['Sign the authorization', '簽署授權'],
  again: ['The same request with the payment', '相同的請求，附上付款'],
  paid: ['rows and a receipt', '資料列與收據'],
  refused: ['refused', '遭拒'],
  clients: ['Clients', '用戶端'],
  clientsMeta: [
    'KEY_FILE is a file with the private key of a wallet; keep little money in it',
    'KEY_FILE 為存放錢包私鑰的檔案；錢包裡只放少量款項',
  ],
  commandLine: ['Command line', '命令列'],
  mcp: [
    'Claude, Cursor, VS Code and other clients of the Model Context Protocol use `/mcp`. Without a key, `query_rows` and `ask` answer with the same terms and take the payment in `_meta["x402/payment"]`.',
    'Claude、Cursor、VS Code 等 Model Context Protocol 用戶端使用 `/mcp`。沒有金鑰時，`query_rows` 與 `ask` 會回傳相同的付款條件，付款放在 `_meta["x402/payment"]`。',
  ],
})
