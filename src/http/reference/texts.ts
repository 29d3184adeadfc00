import type { Label } from '../../fields.ts'
import { sampleIds } from '../admission/samples.ts'
import type { Route } from '../route.ts'
import { countedText } from './costs.ts'
import type { Section } from './sections.ts'

/** The codes of `X-Warning` and their meanings. */
export const warningCodes: Readonly<Record<string, Label>> = {
  not_applicable: {
    en: 'The parameter does not apply to this dataset and had no effect; with `Prefer: handling=strict` this is a 422.',
    zh: '此參數不適用於該資料集，沒有作用；加上 `Prefer: handling=strict` 則回傳 422。',
  },
  one_day: {
    en: "At FinMind's address `start_date` without `data_id` and `end_date` means that one day, as it does there: give `end_date` for more days.",
    zh: '在 FinMind 相容網址中，未指定 `data_id` 與 `end_date` 時，`start_date` 僅代表該日（與 FinMind 相同）；查詢多日請加上 `end_date`。',
  },
  unknown_id: {
    en: 'The dataset has no rows of these ids at all. `try`, where it stands, names for each of them in turn what to ask for instead: an id of the dataset, or `dataset?stock_id=id` where another dataset has it.',
    zh: '該資料集完全沒有這些代號的資料。若附有 `try`，則依序列出各代號可改用的寫法：該資料集的代號，或由其他資料集提供時的 `dataset?stock_id=代號`。',
  },
  not_expected: {
    en: 'These securities are listed, and the dataset has no rows of their kind, which is `kind`: there are no ETFs among the P/E ratios of companies.',
    zh: '這些證券有掛牌，但此資料集沒有此類證券（`kind`）的資料，例如本益比資料中沒有 ETF。',
  },
  not_in_period: {
    en: 'The dataset has rows of these ids, but none of this `period`. Without `values` it has none of any id.',
    zh: '該資料集有這些代號的資料，但沒有此 `period` 的資料；未列 `values` 時，所有代號皆無。',
  },
  outside_coverage: {
    en: 'Some of the requested days are before `first` or after `last`, the days that the dataset has rows of; where one id alone is asked for, those of the id. Rows that are no longer kept are outside as well. `/gaps` gives the reason.',
    zh: '所查日期有部分早於 `first` 或晚於 `last`（資料集涵蓋的日期；僅查詢一個代號時為該代號的日期），包含已不再保存的日期。原因請見 `/gaps`。',
  },
  event_missing: {
    en: 'A corporate action that took effect on the day `before` is missing or has no factor, so that all earlier adjusted prices of the stock are null.',
    zh: '缺少於 `before` 當日生效的權益事件或其還原係數，該證券此日之前的還原價皆為 null。',
  },
  date_filter: {
    en: 'No row lies between the requested days. They are compared with the date in `column`, and the rows have other dates too: `date` chooses one of them.',
    zh: '所查日期內沒有資料。日期條件比對的是 `column` 欄位；資料列另有其他日期欄位，可用 `date` 指定。',
  },
  before_known: {
    en: 'No row of the dataset was known at `as_of`; the first was at `from`.',
    zh: '`as_of` 當時此資料集尚無任何已知資料；最早為 `from`。',
  },
  inactive_hidden: {
    en: 'Rows of delisted securities are left out: `rows` is their number (not counted with filters), with `as_of` `securities` that of the securities which were delisted then. `include_inactive=true` brings them.',
    zh: '結果未列入已下市（櫃）證券的資料：`rows` 為筆數（有篩選時不計），使用 `as_of` 時 `securities` 為當時已下市（櫃）的證券檔數。加上 `include_inactive=true` 即可取得。',
  },
  expired_hidden: {
    en: 'Rows of bonds that matured or were terminated are left out: `rows` is their number (not counted with filters). `include_expired=true` brings them.',
    zh: '結果未列入已到期或終止債券的資料：`rows` 為筆數（有篩選時不計）。加上 `include_expired=true` 即可取得。',
  },
  inactive_id: {
    en: 'These ids are delisted and were left out; `include_inactive=true` brings them.',
    zh: '這些代號已下市（櫃）而未列入；加上 `include_inactive=true` 即可取得。',
  },
  expired_id: {
    en: 'These bonds matured or were terminated and were left out; `include_expired=true` brings them.',
    zh: '這些債券已到期或終止而未列入；加上 `include_expired=true` 即可取得。',
  },
  missing_key: {
    en: 'The header `Authorization` was empty on an endpoint that needs no key: it was answered as to nobody.',
    zh: '不需要金鑰的端點收到空的 `Authorization` 標頭，視為未附金鑰而回應。',
  },
  malformed_key: {
    en: 'What was sent to an endpoint that needs no key is not a key: it was answered as to nobody.',
    zh: '不需要金鑰的端點收到格式不符的金鑰，視為未附金鑰而回應。',
  },
  invalid_key: {
    en: 'The key sent to an endpoint that needs none is not known: it was answered as to nobody.',
    zh: '不需要金鑰的端點收到不存在的金鑰，視為未附金鑰而回應。',
  },
  revoked_key: {
    en: 'The key sent to an endpoint that needs none was revoked: it was answered as to nobody.',
    zh: '不需要金鑰的端點收到已撤銷的金鑰，視為未附金鑰而回應。',
  },
  no_rows: {
    en: 'These ids exist, and the dataset has no row of them; of a question, no row that matches it. Without `values` the dataset has no row of any id yet; `/gaps` gives the reason.',
    zh: '這些代號存在，但資料集沒有它們的資料列；提問時則為沒有符合問題的資料列。未列 `values` 時，該資料集尚無任何資料列，原因請見 `/gaps`。',
  },
  no_value: {
    en: 'No row of the requested ids and days has one of these values in the column `param`.',
    zh: '所查代號與日期的資料列中，`param` 欄位沒有這些值。',
  },
  short_page: {
    en: 'The page has fewer rows than `limit` although more may follow: few rows match the filters, and a request compares at most so many (`looked`), or a page of a wide frame has at most so many `cells`. Read on with the cursor, or give `stock_id` or fewer days.',
    zh: '此頁少於 `limit` 列，後續可能仍有資料：符合篩選條件的資料列稀少，而單次請求最多比對 `looked` 列；或寬表格單頁最多 `cells` 格。請以 cursor 繼續，或指定 `stock_id` 或縮短日期範圍。',
  },
  model_unavailable: {
    en: 'The language model of this installation gave no answer, so that the embedded engine alone read the question.',
    zh: '本服務的語言模型沒有回應，因此僅由內建引擎解讀問題。',
  },
  quota_unknown: {
    en: 'The counter of calls does not answer now, so that the rate-limit headers are missing from this answer.',
    zh: '呼叫次數計數器目前沒有回應，因此缺少額度標頭。',
  },
}

/** The paragraphs of the guide that concern no single route; words between backticks are code. */
const generalTexts: Partial<Record<Section, readonly Label[]>> = {
  start: [
    {
      en: `Put the address of this page, without \`/docs\`, into \`FORMOSA\` and your key into \`FORMOSA_KEY\`. The catalogue is open to all. Rows of ${sampleIds.join(', ')} in datasets of the free tier need no key, within the limit per address; all others need one, which you get by signing up (see below).`,
      zh: `將本頁網址（去掉 \`/docs\`）放入 \`FORMOSA\`，您的金鑰放入 \`FORMOSA_KEY\`。目錄對所有人開放；免費方案資料集中 ${sampleIds.join('、')} 的資料列不需金鑰，僅受位址限制；其餘皆需金鑰，註冊後即可取得（見下文）。`,
    },
    {
      en: 'Decimals are exact and travel as text padded to their scale, such as `"543.0000"`. `null` means unknown, never 0. Dates are Taipei dates, `YYYY-MM-DD`; instants carry an offset.',
      zh: '小數為精確值，以補足位數的文字傳送，例如 `"543.0000"`。`null` 代表未知，絕不以 0 代替。日期為台北日期 `YYYY-MM-DD`，時刻一律帶有時差。',
    },
  ],
  authentication: [
    {
      en: 'Send the key in the header `Authorization: Bearer <API_KEY>`; a key in the query string or in another header is not accepted. A key belongs to a user, whose tier decides the datasets it reads and the calls per hour.',
      zh: '請將金鑰放在標頭 `Authorization: Bearer <API_KEY>`；放在查詢字串或其他標頭皆不接受。金鑰屬於使用者，使用者的方案決定可讀取的資料集與每小時呼叫次數。',
    },
    {
      en: 'Rows of `/v1/data` are read and questions of `/v1/ask` asked with a key alone; `/v1/agent/{dataset}` takes a payment instead (see below). `/v1/me`, `/v1/key/*` and `GET /v1/keys` accept a key or the cookie of a browser session, and the key wins if both are sent; what makes or revokes keys, changes the password or buys a plan needs the session, so that whoever finds a key cannot make it last.',
      zh: '讀取 `/v1/data` 的資料列與 `/v1/ask` 提問只接受金鑰；`/v1/agent/{dataset}` 則以付款取代（見下文）。`/v1/me`、`/v1/key/*` 與 `GET /v1/keys` 接受金鑰或瀏覽器工作階段的 cookie，兩者皆有時以金鑰為準；建立或撤銷金鑰、變更密碼、購買方案則需要登入，拾得金鑰的人無法藉此延長使用。',
    },
  ],
  warnings: [
    {
      en: 'A part of the request that had no effect, and anything else that an answer leaves out, is named in the response header `X-Warning`, one line a warning: `code; param=...; values=...`, or `code; name=value`, percent-encoded. `include=warnings` puts them into a JSON body too, as `warnings`: a list of objects with `code`, `param`, `values` and their meaning in `detail`. The headers take 2 KB at most, and less where the head of an answer has other long headers; what is left out is counted as `more=N`. An endpoint that needs no key names a bad one in the same way by the code of its error.',
      zh: '沒有作用的要求，以及回應未列入的內容，會列在回應標頭 `X-Warning`，一則一行：`code; param=...; values=...` 或 `code; 名稱=值`，以百分號編碼。加上 `include=warnings`，JSON 內容亦含 `warnings`：以物件列出 `code`、`param`、`values` 與說明 `detail`。標頭合計最多 2 KB，回應標頭已有其他較長內容時更少；未列出的以 `more=N` 計數。不需要金鑰的端點若收到無效的金鑰，亦以其錯誤代碼列在此處。',
    },
  ],
  errors: [
    {
      en: 'An error body is `{ "detail", "code", ... }`: `detail` is one sentence that names the fix, `code` is for programs. A 422 adds `errors`, a list of `{ "param", "reason" }`; `tier_required` adds `required_tier` and `current_tier`; an unknown dataset adds `suggestions`; a question that is declined adds `understood`, `not_understood`, `candidates` and `suggestions`, `query_too_expensive` its `sql`; `payment_required`, `payment_refused` and `invalid_payment` add the terms of x402 (`x402Version`, `error`, `accepts`).',
      zh: '錯誤內容為 `{ "detail", "code", ... }`：`detail` 以一句話說明如何修正，`code` 供程式判斷。422 另有 `errors`（`{ "param", "reason" }` 清單）；`tier_required` 另有 `required_tier` 與 `current_tier`；未知的資料集另有 `suggestions`；未回答的問題另有 `understood`、`not_understood`、`candidates` 與 `suggestions`，`query_too_expensive` 另有 `sql`；`payment_required`、`payment_refused` 與 `invalid_payment` 另有 x402 的付款條件（`x402Version`、`error`、`accepts`）。',
    },
    {
      en: 'Two kinds differ. A 429 is exactly `{ "detail", "retry_after_seconds" }`, without a code; the sentence of a rate limit is in English always. Every other body but those of 402 and 403 ends in the `request_id` to quote. A 503 says in `Retry-After` when to try again. The header `X-Error-Code` names the failure of a 429 or a 503 too.',
      zh: '有兩種例外。429 僅有 `{ "detail", "retry_after_seconds" }`，沒有代碼；頻率限制的說明一律為英文。除 402 與 403 外，其他錯誤內容皆附上回報用的 `request_id`；503 以 `Retry-After` 告知何時再試。429 與 503 另以標頭 `X-Error-Code` 列出錯誤名稱。',
    },
  ],
  endpoints: [
    {
      en: 'Answers are JSON, rows of other formats and the texts of pages aside (see Formats). `Accept` that allows nothing there is is refused with 406 `not_acceptable`, which names what there is. A browser, which asks for `text/html` before anything else, gets errors as a page with the same status and headers.',
      zh: '除資料列的其他格式與網頁外，回應皆為 JSON（見「格式」）。若 `Accept` 不允許任何可用格式，則回傳 406 `not_acceptable` 並列出可用的格式。瀏覽器優先要求 `text/html`，因此錯誤以網頁顯示，狀態碼與標頭不變。',
    },
    {
      en: 'Every path also answers under `/api`, and every GET answers HEAD. Scripts of any web page may read and ask (CORS); what changes an account is refused to pages of other sites with 403 `cross_site`. Bodies are JSON objects with `Content-Type: application/json`.',
      zh: '每個路徑亦可加上 `/api` 前綴，每個 GET 皆支援 HEAD。任何網頁的程式皆可讀取與提問（CORS）；變更帳號的請求若來自其他網站，則以 403 `cross_site` 拒絕。內容一律為 JSON 物件，並附上 `Content-Type: application/json`。',
    },
  ],
}

/** The paragraphs of a section: the general ones, then those of the routes in their order. */
export const paragraphsOf = (section: Section | 'paymentSteps', routes: readonly Route[]): readonly Label[] => [
  ...(section === 'paymentSteps' ? [] : (generalTexts[section] ?? [])),
  ...(section === 'quota' ? [countedText(routes)] : []),
  ...routes.flatMap(({ guide }) => guide?.[section] ?? []),
]
