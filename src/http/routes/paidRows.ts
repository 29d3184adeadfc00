import { replayMs } from '../../pay/ledger/maintenance.ts'
import { parameters } from '../../query/parameters.ts'
import { paidUses } from '../openapi/headers.ts'
import { datasetParameter, paymentParameters, preferHeader } from '../openapi/parameters.ts'
import { paymentFailures } from '../openapi/payments.ts'
import { otherRowTypes, rowHeaders, rowsResponse } from '../openapi/rows.ts'
import { route } from '../route.ts'
import { sellRows } from '../rows/soldRows.ts'

const minutes = replayMs / 60_000

/** The rows of a dataset for a payment instead of a key; `agent.ts` sells it. */
export const payForDataset = route('GET /v1/agent/{dataset}', 'payForDataset', {
  tag: 'agents',
  about: {
    en: 'The rows of GET /v1/data/{dataset}, paid for by the call (x402) instead of with a key; dry_run=true is free.',
    zh: '與 GET /v1/data/{dataset} 相同的資料列，以逐次付費（x402）取代金鑰；dry_run=true 免費。',
  },
  description:
    'Without a payment the response is 402 with the terms, whatever the parameters; they are checked (422) before a payment is taken. HEAD buys nothing: it is answered like a request without a payment. With dry_run=true the size of the result is free.',
  guide: {
    agents: [
      {
        en: 'A program without an account pays for each call with x402, a signed payment in a header. Official clients of x402, such as `@x402/fetch`, do the steps below by themselves.',
        zh: '沒有帳號的程式可用 x402 逐次付費，付款為標頭中的簽章。x402 官方用戶端（如 `@x402/fetch`）會自動完成下列步驟。',
      },
      {
        en: '`GET /v1/agent` is the price list: mode, network, token, address to pay, the price of a page of every dataset in atomic units of the token (6 decimals, so 1000 is 0.001), and the key of the receipts. Every dataset is sold, whatever its tier. `dry_run=true` is free and needs no payment: it tells rows, bytes and pages before you buy.',
        zh: '`GET /v1/agent` 為價目表：模式、網路、代幣、收款地址、各資料集每頁價格（代幣最小單位，6 位小數，1000 即 0.001），以及收據公鑰。所有資料集不分方案皆可購買。`dry_run=true` 免費且無需付款，可於購買前得知列數、位元組數與頁數。',
      },
      {
        en: 'Nobody is charged for what fails: parameters are checked and the page is made before the money moves, and a 402 or 400 says why a payment was refused. You are never charged twice for one authorization: on 503, or when the connection broke, send the same request with the same payment again.',
        zh: '失敗的請求不會扣款：參數檢查與資料產生皆在款項移轉之前，402 或 400 會說明付款遭拒的原因。同一授權絕不重複扣款：收到 503 或連線中斷時，以相同付款重送相同請求即可。',
      },
      {
        en: `A replay, the same payment with the same request, gets the stored answer with \`X-Payment-Replayed: true\` for ${minutes} minutes after it was delivered (then 410 \`replay_expired\`), and an answer that never left is kept for a day. It must come from the same address, unless the payment carries a \`payment-identifier\`, a name of your own; under that name even a new signature is not charged again. With another request the payment is 409 \`payment_used\`.`,
        zh: `以相同付款重送相同請求，在送達後 ${minutes} 分鐘內會取得已保存的回應，並附 \`X-Payment-Replayed: true\`（之後為 410 \`replay_expired\`）；從未送出的回應保留一天。重送須來自相同位址，除非付款帶有自訂名稱 \`payment-identifier\`；以同一名稱重新簽署亦不會再次扣款。將付款用於其他請求則為 409 \`payment_used\`。`,
      },
      {
        en: 'A receipt is a compact JWS (EdDSA) that names payer, amount, transaction, address, data version and the SHA-256 of the body before compression; where no money moves, token, recipient and nonce stand in place of the transaction. Check it with `receipt_key` of `GET /v1/agent`, or with its `kid`, which is a `did:key`.',
        zh: '收據為 JWS（EdDSA），載明付款人、金額、交易、網址、資料版本，以及壓縮前內容的 SHA-256；未實際結算時，以代幣、收款地址與 nonce 取代交易。以 `GET /v1/agent` 的 `receipt_key` 查驗，或使用其 `kid`（`did:key`）。',
      },
      {
        en: 'The operator chooses the mode: `verify-only` checks signatures and moves no money (`X-Payment-Settlement: none`); `onchain` and `facilitator` settle payments before the data is served, on a test network with money that is worth nothing (`X-Payment-Settlement: test`); `off` answers 404 `agent_disabled`.',
        zh: '模式由營運者決定：`verify-only` 僅查驗簽章，不移轉款項（`X-Payment-Settlement: none`）；`onchain` 與 `facilitator` 在提供資料前完成結算，測試網路上的代幣沒有價值（`X-Payment-Settlement: test`）；`off` 則回應 404 `agent_disabled`。',
      },
      {
        en: 'Requests without a payment fall under the limit per address; who sends many bad payments within a minute, or repeats one payment more than a few times, has to wait (429). HEAD buys nothing.',
        zh: '未附付款的請求受位址限制；一分鐘內送出過多無效付款，或重複送出同一付款過多次者須等待（429）。HEAD 不會購買任何內容。',
      },
    ],
    paymentSteps: [
      {
        en: 'Ask: `GET /v1/agent/{dataset}` with the parameters of `/v1/data/{dataset}`, without a payment and without a key.',
        zh: '詢問：以 `/v1/data/{dataset}` 的參數呼叫 `GET /v1/agent/{dataset}`，不附付款，也不需金鑰。',
      },
      {
        en: 'Read the terms: the answer is 402, with the terms in the header `PAYMENT-REQUIRED` (x402 version 2, JSON in base64) and in the body (version 1). They name the amount, the token, the network and the address to pay; `eip712` in both is the message to sign.',
        zh: '讀取條件：回應為 402，條件在標頭 `PAYMENT-REQUIRED`（x402 第 2 版，base64 編碼的 JSON）與內容（第 1 版）中，包括金額、代幣、網路與收款地址；兩處的 `eip712` 即待簽署的訊息。',
      },
      {
        en: 'Sign: an EIP-3009 `TransferWithAuthorization` for exactly that amount, with a random nonce, from an ordinary account. It may be valid for a day at most; nobody can take more than it says.',
        zh: '簽署：以一般帳戶簽署金額完全相符的 EIP-3009 `TransferWithAuthorization`，nonce 為隨機值，有效期最長一天；任何人都無法取走超過所簽的金額。',
      },
      {
        en: 'Send the same request again with the payment, JSON in base64, in `PAYMENT-SIGNATURE` (version 2) or `X-PAYMENT` (version 1); either header takes either version.',
        zh: '重送相同請求，並將付款（base64 編碼的 JSON）放在 `PAYMENT-SIGNATURE`（第 2 版）或 `X-PAYMENT`（第 1 版）；兩個標頭皆接受兩種版本。',
      },
      {
        en: 'Read: the answer is 200 with the page, the receipt in `X-Receipt` and, where money moves, the settlement in `PAYMENT-RESPONSE`. Each page is a call of its own: pay for the next one with its `cursor`.',
        zh: '讀取：回應為 200 與該頁資料，收據在 `X-Receipt`；若實際結算，結果在 `PAYMENT-RESPONSE`。每頁為一次呼叫：以 `cursor` 取得下一頁時另行付費。',
      },
    ],
  },
  auth: 'payment',
  head: [datasetParameter, preferHeader, ...paymentParameters],
  query: parameters,
  responses: {
    200: {
      description: 'The page that was paid for; or, free of charge, the size of the result with dry_run=true',
      schema: rowsResponse,
      otherTypes: otherRowTypes,
      headers: [...rowHeaders, ...paidUses],
    },
  },
  etag: 'never',
  fails: [
    'agent_disabled',
    'unknown_dataset',
    ...paymentFailures,
    'not_acceptable',
    'unread_answers',
    'invalid_cursor',
    'cursor_expired',
    'too_busy',
    'unavailable',
    'not_ready',
  ],
  reply: ({ request, params }, services) => sellRows(request, params.dataset!, services),
})
