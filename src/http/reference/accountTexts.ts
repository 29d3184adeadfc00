import { callsPerHour } from '../../access/plans.ts'
import { passwordLength } from '../../access/sessions.ts'
import type { Label } from '../../fields.ts'
import { mostKeys } from '../routes/keys.ts'

const { min, max } = passwordLength

/** The prose of the sections on accounts, keys, quota and plans. */
export const accountTexts = {
  accounts: [
    {
      en: `\`POST /v1/auth/sign-up\` with an e-mail address and a password of ${min} to ${max} characters makes an account. Where this installation sends no mail, the answer (201) holds the first key, shown this once, and opens a session. Where it does, the answer (202) is the same for any address, and the key comes with \`POST /v1/auth/verify\` and the token of the link that was sent; the link is good for a day.`,
      zh: `以電子郵件與 ${min} 到 ${max} 個字元的密碼呼叫 \`POST /v1/auth/sign-up\` 即可註冊。未設定寄信時，回應（201）即含第一把金鑰，僅顯示一次，並同時登入；設有寄信時，任何電子郵件的回應（202）皆相同，以信中連結的 token 呼叫 \`POST /v1/auth/verify\` 後取得金鑰，連結一天內有效。`,
    },
    {
      en: '`POST /v1/auth/log-in` opens a session: a cookie that scripts cannot read (`HttpOnly`, `SameSite=Lax`, `Secure` behind https) and that lasts 30 days, counted anew when it is used. `POST /v1/auth/log-out` ends it. `POST /v1/auth/password` changes the password and ends every other session; `POST /v1/auth/reset` sends a link that is good for an hour, and `POST /v1/auth/reset/confirm` sets the new password and ends them all.',
      zh: '`POST /v1/auth/log-in` 開啟工作階段：其 cookie 無法由程式讀取（`HttpOnly`、`SameSite=Lax`，https 下為 `Secure`），有效 30 天，使用時重新起算。`POST /v1/auth/log-out` 登出。`POST /v1/auth/password` 變更密碼並結束其他工作階段；`POST /v1/auth/reset` 寄出一小時內有效的連結，`POST /v1/auth/reset/confirm` 設定新密碼並結束所有工作階段。',
    },
    {
      en: 'Log-in and reset never tell whether an address has an account. Guessing is slowed for each account and each address: too many attempts within 15 minutes are a 429.',
      zh: '登入與重設不會透露電子郵件是否有帳號。嘗試次數依帳號與位址限制：15 分鐘內過多嘗試會收到 429。',
    },
  ],
  keys: [
    {
      en: `A key is \`fmsa_live_\`, 22 letters and digits, and a checksum; it is shown once, when it is made, and cannot be shown again. An account has up to ${mostKeys} keys that work, each with a name and its last use; the quota is that of the user, whatever their number.`,
      zh: `金鑰由 \`fmsa_live_\`、22 個英數字元與檢查碼組成，只在建立時顯示一次。每個帳號最多 ${mostKeys} 把有效金鑰，各有名稱與最後使用時間；額度以使用者計算，與金鑰數量無關。`,
    },
    {
      en: '`POST /v1/keys` makes one, `DELETE /v1/keys/{id}` revokes one within a second everywhere, `POST /v1/keys/{id}/rotate` makes a successor while the old one goes on working for `overlap_seconds` (a day when left out, 0 to end it at once). An upgrade keeps every key.',
      zh: '`POST /v1/keys` 建立金鑰；`DELETE /v1/keys/{id}` 撤銷，一秒內在各處失效；`POST /v1/keys/{id}/rotate` 建立接替的金鑰，舊金鑰在 `overlap_seconds` 秒內仍有效（預設一天，0 表示立即失效）。升級方案時金鑰不變。',
    },
  ],
  quota: [
    {
      en: 'The quota is counted per user, over all keys, in a sliding hour: calls are kept in 60 buckets of 60 seconds, and each check sums the most recent 60. It does not reset on the hour; calls become free again minute by minute, an hour after they were made.',
      zh: '額度以使用者計算，合計所有金鑰，採滑動的一小時視窗：呼叫次數存放於 60 個 60 秒的區間，每次檢查加總最近 60 個。額度不會在整點歸零，而是在各次呼叫滿一小時後逐分鐘釋出。',
    },
    {
      en: 'Every call of `GET /v1/data/{dataset}` and of what stands below it with a valid key counts, HEAD too, whatever its answer, except `dry_run=true`, 304, 429 and 5xx. Nothing else counts: not the catalogue, `/v1/key/*`, `/v1/me` or anything about the account. Every answer to a request with a valid key or session has the headers listed below.',
      zh: '以有效金鑰呼叫 `GET /v1/data/{dataset}` 及其下的端點（含 HEAD）皆計入額度，不論回應為何，但 `dry_run=true`、304、429 與 5xx 除外。目錄、`/v1/key/*`、`/v1/me` 與帳號相關端點皆不計入。附有效金鑰或工作階段的請求，其回應皆含下列標頭。',
    },
    {
      en: 'Beyond the limit the answer is 429 `{ "detail", "retry_after_seconds" }`, with the same number in `Retry-After`: the seconds until the oldest calls leave the window. A refused call is not counted. `GET /v1/key/info` tells what is left, `GET /v1/key/usage` the 60 buckets and the last 30 days, `GET /v1/key/plan?calls=N` when N calls will be free.',
      zh: '超過上限時回應 429 `{ "detail", "retry_after_seconds" }`，`Retry-After` 為相同數字：最早的呼叫離開視窗所需的秒數。被拒絕的呼叫不計入。`GET /v1/key/info` 查詢剩餘次數，`GET /v1/key/usage` 查詢 60 個區間與最近 30 天，`GET /v1/key/plan?calls=N` 查詢何時可再呼叫 N 次。',
    },
    {
      en: 'Advice to clients: slow down when `X-RateLimit-Remaining` falls below 50. On 429 wait about `retry_after_seconds`, longer each time it happens again (exponential backoff), give or take 20 percent at random, so that many clients do not come back at once.',
      zh: '給用戶端的建議：`X-RateLimit-Remaining` 低於 50 時放慢速度。收到 429 時等待約 `retry_after_seconds` 秒，再次發生則加倍等待（指數退避），並加上約正負 20% 的隨機變動，以免眾多用戶端同時重試。',
    },
    {
      en: 'What carries no valid key is limited per address, 1,200 requests a minute unless the operator chose otherwise; `dry_run=true` falls under this limit too. Its 429 has the same body and no `X-RateLimit-*` headers unless the key is valid. `/healthz` and `/readyz` are not limited.',
      zh: '未附有效金鑰的請求依位址限制，預設每分鐘 1,200 次，營運者可調整；`dry_run=true` 亦受此限。其 429 內容格式相同，除非金鑰有效，否則不含 `X-RateLimit-*` 標頭。`/healthz` 與 `/readyz` 不受限制。',
    },
  ],
  plans: [
    {
      en: `Free is ${callsPerHour('free')} calls an hour, without a card. Lite and Plus are paid by the month in TWD; \`GET /v1/plans\` says whether they are sold here. If so, \`POST /v1/billing/checkout\` gives the address of a page of Stripe, and \`POST /v1/billing/portal\` that where a subscription is changed or cancelled. Otherwise the operator sets the tier.`,
      zh: `Free 每小時 ${callsPerHour('free')} 次，無需信用卡。Lite 與 Plus 按月以新臺幣付費；\`GET /v1/plans\` 說明此處是否開放購買。若有，\`POST /v1/billing/checkout\` 回傳 Stripe 付款頁面的網址，\`POST /v1/billing/portal\` 回傳變更或取消訂閱的網址；否則由營運者設定方案。`,
    },
    {
      en: 'An upgrade takes effect at once and keeps your keys. A subscription that is cancelled or not paid goes on to the end of the period that was paid for; then the account falls back to the tier it has without it, and its keys go on working.',
      zh: '升級立即生效，金鑰不變。取消或未付款的訂閱持續到已付款期間結束，之後帳號回到未訂閱時的方案，金鑰仍可使用。',
    },
  ],
} as const satisfies Record<string, readonly Label[]>
