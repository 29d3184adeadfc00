/** The exit codes of the command line by cause; `docs/cli.md` and `formosa help exit-codes` print them. */
export const exitCodes = {
  ok: { code: 0, about: 'Done; also for help and the version.' },
  refused: {
    code: 1,
    about:
      'The command ran and its result is negative: `verify` found damage, `payments reconcile` found a difference, a question was declined, no row of a file was imported, or existing data is in the way.',
  },
  usage: { code: 2, about: 'An unknown command or flag, or a wrong or missing operand or flag value.' },
  setting: { code: 3, about: 'A setting is invalid.' },
  missing: { code: 4, about: 'The named user, key, payment, dataset, run, file or market does not exist.' },
  busy: {
    code: 5,
    about: 'Another process holds the port, the home folder, the lake or a database, or has published first.',
  },
  network: {
    code: 6,
    about:
      'A server does not answer, or refuses: PostgreSQL, the object store, a node of the chain, the service that `agent get` pays.',
  },
  disk: { code: 7, about: 'The disk is full or read-only, or permission was denied.' },
  damaged: { code: 8, about: 'A file is damaged, cut short, or written by a newer release.' },
  internal: { code: 70, about: 'An error in Formosa itself; LOG_LEVEL=debug prints the stack.' },
  interrupted: {
    code: 130,
    about: 'Stopped by SIGINT or SIGTERM before the end. For another signal the code is 128 plus its number.',
  },
} as const

/** An error that the operator can fix: the command line prints its message without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: number

  constructor(
    message: string,
    { exitCode = exitCodes.refused.code, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Wrong operands or flags of a command. */
export class UsageError extends OperatorError {
  override readonly exitCode = exitCodes.usage.code
}

export class SettingError extends OperatorError {
  override readonly exitCode = exitCodes.setting.code
}

/** A named thing does not exist. */
export class MissingError extends OperatorError {
  override readonly exitCode = exitCodes.missing.code
}

/** Another process holds a resource. */
export class BusyError extends OperatorError {
  override readonly exitCode = exitCodes.busy.code
}

/** A server does not answer, or refuses. */
export class NetworkError extends OperatorError {
  override readonly exitCode = exitCodes.network.code
}

export class DiskError extends OperatorError {
  override readonly exitCode = exitCodes.disk.code
}

export class DamagedError extends OperatorError {
  override readonly exitCode = exitCodes.damaged.code
}

const diskFaults: readonly (readonly [RegExp, string])[] = [
  [
    /ENOSPC|EDQUOT|No space left|disk is full|Disk quota exceeded|max_temp_directory_size/i,
    'the disk is full: free some room and run it again',
  ],
  [/disk I\/O error/i, 'the disk is full or cannot be read: free some room and check it'],
  [/EROFS|Read-only file system/i, 'the folder is on a read-only file system'],
  [/ENOENT: no such file or directory, mkdir/i, 'the system makes no folders there'],
  [/EACCES|EPERM|Permission denied|readonly database/i, 'permission was denied'],
  [/unable to open database file/i, 'the file cannot be opened: check that its folder may be read and written'],
  [/EMFILE|Too many open files/i, 'too many files are open'],
  [/ENOTDIR|EEXIST: file already exists, mkdir|Not a directory/i, 'a part of the path is not a folder'],
  [/EISDIR/, 'it is a folder'],
  [/ENAMETOOLONG/, 'the name is too long'],
  [/ELOOP/, 'the symbolic links of the path lead in a circle'],
  [/EFBIG/, 'the file would be too large'],
  [/\bEIO\b/, 'the disk cannot be read or written: check it'],
]

/** Explains a failed read or write whose cause is the machine, not the program. */
export function explain(error: unknown, action: string): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const { message, code } = error as NodeJS.ErrnoException
  if (/file is not a database|disk image is malformed/.test(message))
    return new DamagedError(`Cannot ${action}: the file is damaged; restore it from a backup.`, { cause: error })
  const fault = diskFaults.find(([pattern]) => pattern.test(`${code ?? ''} ${message}`))
  return fault ? new DiskError(`Cannot ${action}: ${fault[1]}.`, { cause: error }) : error
}

/** A part of a sentence in both languages. */
type Bilingual = { readonly en: string; readonly zh: string }

type Sentences<A extends readonly unknown[]> = {
  readonly status: number
  readonly en: (...args: A) => string
  readonly zh: (...args: A) => string
}
const failure = <A extends readonly unknown[]>(
  status: number,
  en: (...args: A) => string,
  zh: (...args: A) => string,
): Sentences<A> => ({ status, en, zh })

/** The engine's own sentence, in the language of the question; documents print the general one. */
const sentenceOr = (sentence: unknown, general: string): string => (typeof sentence === 'string' ? sentence : general)

/** Every failure of a request; `docs/errors.md` and the OpenAPI document are printed from this table. */
export const failures = {
  bad_request: failure(
    400,
    (why: Bilingual) => `The request cannot be read: ${why.en}.`,
    (why: Bilingual) => `無法讀取這個請求：${why.zh}。`,
  ),
  invalid_cursor: failure(
    400,
    (why: Bilingual) => `The cursor cannot be used: ${why.en}.`,
    (why: Bilingual) => `cursor 無法使用：${why.zh}。`,
  ),
  authorization_pending: failure(
    400,
    (seconds: number) => `The user has not decided yet: ask again in ${seconds} seconds.`,
    (seconds: number) => `使用者尚未決定：請在 ${seconds} 秒後再次詢問。`,
  ),
  slow_down: failure(
    400,
    (seconds: number) => `You ask too often: wait ${seconds} seconds between two requests.`,
    (seconds: number) => `詢問過於頻繁：兩次請求之間請等待 ${seconds} 秒。`,
  ),
  access_denied: failure(
    400,
    () => 'The user has refused this log-in: start again if that was a mistake.',
    () => '使用者已拒絕此登入：若為誤按請重新開始。',
  ),
  expired_device_code: failure(
    400,
    () => 'This code has expired or was already used: start the log-in again.',
    () => '此代碼已過期或已使用：請重新開始登入。',
  ),
  invalid_token: failure(
    400,
    () => 'This link is invalid or was already used: request a new one.',
    () => '此連結無效或已使用過：請重新申請。',
  ),
  invalid_signature: failure(
    400,
    () => 'The signature of this event does not match: check the webhook secret.',
    () => '事件簽章不符：請檢查 webhook 密鑰。',
  ),
  invalid_payment: failure(
    400,
    (why: Bilingual) => `The payment header cannot be read: ${why.en}.`,
    (why: Bilingual) => `無法讀取付款標頭：${why.zh}。`,
  ),
  missing_key: failure(
    401,
    (hint: Bilingual | undefined = undefined) =>
      `An API key is required: send it in the header Authorization: Bearer <API_KEY>${hint ? `, ${hint.en}` : ''}.`,
    (hint: Bilingual | undefined = undefined) =>
      `需要 API 金鑰：請放在標頭 Authorization: Bearer <API_KEY>${hint ? `，${hint.zh}` : ''}。`,
  ),
  malformed_key: failure(
    401,
    (place: Bilingual | undefined = undefined) =>
      place
        ? `Your API key was found ${place.en}, where it is not read: send it in the header Authorization: Bearer <API_KEY>.`
        : 'This is not an API key of this service: send the complete key as Authorization: Bearer fmsa_live_….',
    (place: Bilingual | undefined = undefined) =>
      place
        ? `您的 API 金鑰放在${place.zh}，此處不會讀取：請改放在標頭 Authorization: Bearer <API_KEY>。`
        : '這不是本服務的 API 金鑰：請將完整金鑰放在標頭 Authorization: Bearer fmsa_live_…。',
  ),
  invalid_key: failure(
    401,
    () => 'This API key is unknown: check it for typing errors, or create a new one.',
    () => '查無此 API 金鑰：請檢查是否輸入錯誤，或建立新的金鑰。',
  ),
  revoked_key: failure(
    401,
    () => 'This API key was revoked: create a new one.',
    () => '此 API 金鑰已撤銷：請建立新的金鑰。',
  ),
  invalid_access_token: failure(
    401,
    () => 'This access token has expired or was revoked: refresh it, or connect the application again.',
    () => '此存取權杖已到期或已撤銷：請更新權杖，或重新連結應用程式。',
  ),
  access_token_elsewhere: failure(
    401,
    (resources: string) => `This access token is for ${resources} alone: send an API key here.`,
    (resources: string) => `此存取權杖僅適用於 ${resources}：此處請使用 API 金鑰。`,
  ),
  session_required: failure(
    401,
    () => 'This request needs a session: log in with POST /v1/auth/log-in and send the cookie.',
    () => '此操作需要登入：請以 POST /v1/auth/log-in 登入並帶上 cookie。',
  ),
  invalid_login: failure(
    401,
    () => 'The e-mail address or the password is wrong: try again, or reset the password.',
    () => '電子郵件或密碼錯誤：請重試或重設密碼。',
  ),
  not_verified: failure(
    403,
    () => 'This e-mail address is not verified yet: open the link in the message we sent.',
    () => '電子郵件尚未驗證：請開啟驗證信中的連結。',
  ),
  account_disabled: failure(
    403,
    () => 'This account is disabled: contact the operator of this service.',
    () => '此帳號已停用：請聯絡服務營運者。',
  ),
  cross_site: failure(
    403,
    () => 'This request comes from another site: send it from a page of this service.',
    () => '此請求來自其他網站：請由本服務的頁面送出。',
  ),
  payment_required: failure(
    402,
    (amount: string) =>
      `This call costs ${amount} atomic units of the token named in PAYMENT-REQUIRED: sign the payment and send the request again with it in X-PAYMENT.`,
    (amount: string) =>
      `此呼叫需支付 ${amount} 個最小單位的代幣（見 PAYMENT-REQUIRED）：請簽署付款並放在 X-PAYMENT 標頭後重送。`,
  ),
  payment_refused: failure(
    402,
    (why: Bilingual) => `The payment was refused and nothing was charged: ${why.en}.`,
    (why: Bilingual) => `付款遭拒，未扣款：${why.zh}。`,
  ),
  tier_required: failure(
    403,
    (needed: string, current: string) =>
      `This request needs the ${needed} tier and your tier is ${current}: upgrade to use it.`,
    (needed: string, current: string) => `此請求需要 ${needed} 方案，您目前為 ${current} 方案：請升級後再使用。`,
  ),
  unknown_dataset: failure(
    404,
    (name: string, hint: Bilingual | undefined = undefined) =>
      `There is no dataset named ${name}: ${hint?.en ?? 'GET /v1/data lists all datasets, and names are case-sensitive'}.`,
    (name: string, hint: Bilingual | undefined = undefined) =>
      `沒有名為 ${name} 的資料集：${hint?.zh ?? 'GET /v1/data 可列出所有資料集，名稱區分大小寫'}。`,
  ),
  unknown_key: failure(
    404,
    () => 'You have no key with this number: GET /v1/keys lists your keys.',
    () => '您沒有這個編號的金鑰：GET /v1/keys 可列出您的金鑰。',
  ),
  unknown_file: failure(
    404,
    (dataset: string) =>
      `${dataset} has no such file, or its version was removed after 24 hours: GET /v1/bulk/${dataset} lists the files there are.`,
    (dataset: string) =>
      `${dataset} 沒有這個檔案，或其版本超過 24 小時已移除：GET /v1/bulk/${dataset} 可列出現有檔案。`,
  ),
  unknown_link: failure(
    404,
    () => 'There is no such link: POST /v1/links makes one, and GET /v1/links lists yours.',
    () => '沒有這個連結：以 POST /v1/links 建立，GET /v1/links 可列出您的連結。',
  ),
  unknown_webhook: failure(
    404,
    () => 'You have no webhook with this number: GET /v1/webhooks lists yours.',
    () => '您沒有這個編號的 webhook：GET /v1/webhooks 可列出您的 webhook。',
  ),
  billing_disabled: failure(
    404,
    () => 'This installation sells no plans: ask its operator for another tier.',
    () => '此服務未開放購買方案：請向營運者申請其他方案。',
  ),
  agent_disabled: failure(
    404,
    () => 'This installation takes no payments from agents: sign up for a key with POST /v1/auth/sign-up.',
    () => '此服務未開放代理程式付款：請註冊取得金鑰（POST /v1/auth/sign-up）。',
  ),
  no_security_contact: failure(
    404,
    () => 'The operator of this installation has published no security contact: contact the provider of your account.',
    () => '此服務的營運者尚未公布資安聯絡方式：請洽提供帳號的單位。',
  ),
  not_found: failure(
    404,
    (path: string, hint: Bilingual | undefined = undefined) =>
      `There is no endpoint at ${path}: ${hint?.en ?? 'GET /llms.txt lists every endpoint'}.`,
    (path: string, hint: Bilingual | undefined = undefined) =>
      `找不到 ${path}：${hint?.zh ?? 'GET /llms.txt 可列出所有端點'}。`,
  ),
  method_not_allowed: failure(
    405,
    (method: string, allowed: Bilingual) => `${method} is not allowed here: use ${allowed.en}.`,
    (method: string, allowed: Bilingual) => `此處不支援 ${method}：請使用 ${allowed.zh}。`,
  ),
  not_acceptable: failure(
    406,
    (types: Bilingual) => `No type in the Accept header is available here: request ${types.en}.`,
    (types: Bilingual) => `此處不提供 Accept 標頭所列的格式，僅提供 ${types.zh}。`,
  ),
  request_timeout: failure(
    408,
    () => 'The request did not arrive completely in time: send it again.',
    () => '請求逾時，未能完整收到：請重新送出。',
  ),
  email_taken: failure(
    409,
    () => 'There is already an account with this e-mail address: log in, or reset the password.',
    () => '此電子郵件已有帳號：請登入或重設密碼。',
  ),
  too_many_keys: failure(
    409,
    (most: number) => `An account has at most ${most} working keys: revoke one first.`,
    (most: number) => `每個帳號最多 ${most} 把有效金鑰：請先撤銷一把。`,
  ),
  too_many_links: failure(
    409,
    (most: number) => `An account has at most ${most} working links: revoke one, or wait until one expires.`,
    (most: number) => `每個帳號最多 ${most} 個有效連結：請先撤銷一個，或等待其到期。`,
  ),
  too_many_webhooks: failure(
    409,
    (most: number) => `An account has at most ${most} webhooks: remove one first.`,
    (most: number) => `每個帳號最多 ${most} 個 webhook：請先移除一個。`,
  ),
  idempotency_pending: failure(
    409,
    () =>
      'The first request with this Idempotency-Key has no answer yet: try again. If that lasts, look whether it was carried out, and use another key.',
    () =>
      '相同 Idempotency-Key 的第一個請求尚無回應：請稍後再試。若持續如此，請先確認該請求是否已執行，再改用其他鍵值。',
  ),
  idempotency_key_reused: failure(
    422,
    () => 'This Idempotency-Key came with another body: use a new key for each request.',
    () => '此 Idempotency-Key 曾用於內容不同的請求：每個請求請使用新的鍵值。',
  ),
  key_not_live: failure(
    409,
    () => 'This key is already revoked or rotated: rotate its successor instead.',
    () => '此金鑰已撤銷或已輪替：請改為輪替其後繼金鑰。',
  ),
  already_subscribed: failure(
    409,
    () => 'You already have a subscription: change it in the portal, POST /v1/billing/portal.',
    () => '您已有訂閱：請在管理頁面變更（POST /v1/billing/portal）。',
  ),
  payment_used: failure(
    409,
    () =>
      'This authorization was already used for another request or in another form: sign a new one, or repeat the first request unchanged.',
    () => '此授權已用於其他請求或以其他形式送出：請重新簽署，或原樣重送第一次的請求。',
  ),
  cursor_expired: failure(
    410,
    () => 'The data version of this cursor was removed after 24 hours: send the query again without a cursor.',
    () => '此 cursor 的資料版本超過 24 小時，已移除：請不帶 cursor 重新查詢。',
  ),
  events_gone: failure(
    410,
    () => 'The events behind this place are no longer kept, or it is none: leave out `after` for the oldest there are.',
    () => '此位置之後的事件已逾保留期限，或位置不存在：請省略 `after`，由現存最早的事件讀起。',
  ),
  link_expired: failure(
    410,
    () => 'This link has expired: ask its owner for a new one.',
    () => '此連結已到期：請向擁有者索取新的連結。',
  ),
  link_revoked: failure(
    410,
    () => 'This link, or the key that made it, was revoked: ask its owner for a new one.',
    () => '此連結或建立它的金鑰已撤銷：請向擁有者索取新的連結。',
  ),
  too_large: failure(
    413,
    (most: number) => `The body is limited to ${most} bytes: send a smaller one.`,
    (most: number) => `請求內容上限為 ${most} 位元組：請減少內容。`,
  ),
  wrong_type: failure(
    415,
    () => 'The body must be JSON: send Content-Type: application/json.',
    () => '請求內容必須為 JSON：請加上標頭 Content-Type: application/json。',
  ),
  replay_expired: failure(
    410,
    () => 'This payment was used and its response is no longer kept: sign a new payment.',
    () => '此付款已使用，其回應已不再保留：請重新簽署付款。',
  ),
  range_not_satisfiable: failure(
    416,
    (bytes: number) => `The file has ${bytes} bytes and the range begins after them: request a range inside the file.`,
    (bytes: number) => `檔案共 ${bytes} 位元組，要求的範圍在其之後：請要求檔案內的範圍。`,
  ),
  expectation_failed: failure(
    417,
    () => 'Only Expect: 100-continue is supported: remove the Expect header.',
    () => '僅支援 Expect: 100-continue：請移除 Expect 標頭。',
  ),
  unknown_parameter: failure(
    422,
    (faults: Bilingual) => `Unknown parameter: ${faults.en}.`,
    (faults: Bilingual) => `未知的參數：${faults.zh}。`,
  ),
  invalid_parameter: failure(
    422,
    (faults: Bilingual) => `Invalid parameter: ${faults.en}.`,
    (faults: Bilingual) => `參數錯誤：${faults.zh}。`,
  ),
  not_understood: failure(
    422,
    (sentence: unknown) =>
      sentenceOr(sentence, 'Part of the question was not understood: rephrase it or leave it out.'),
    (sentence: unknown) => sentenceOr(sentence, '無法理解問題的一部分：請換個說法或省略。'),
  ),
  ambiguous: failure(
    422,
    (sentence: unknown) => sentenceOr(sentence, 'The question has several meanings: choose one of the candidates.'),
    (sentence: unknown) => sentenceOr(sentence, '問題有多種可能的意思：請從候選項目中擇一。'),
  ),
  out_of_scope: failure(
    422,
    (sentence: unknown) => sentenceOr(sentence, 'The data cannot answer this question: ask about figures of the past.'),
    (sentence: unknown) => sentenceOr(sentence, '資料無法回答這個問題：請詢問市場的歷史數據。'),
  ),
  not_allowed: failure(
    422,
    (sentence: unknown) => sentenceOr(sentence, 'Only market data can be queried here: ask for rows of the datasets.'),
    (sentence: unknown) => sentenceOr(sentence, '這裡只能查詢市場資料：請詢問資料集中的內容。'),
  ),
  query_too_expensive: failure(
    422,
    () =>
      'This question needs more time or memory than a question may use: ask about fewer stocks or a shorter period.',
    () => '回答此問題所需的時間或記憶體超過上限：請縮小股票範圍或期間。',
  ),
  sql_not_allowed: failure(
    422,
    (reason: Bilingual) => `This SQL may not be run: ${reason.en}.`,
    (reason: Bilingual) => `此 SQL 不可執行：${reason.zh}。`,
  ),
  sql_invalid: failure(
    422,
    (reason: Bilingual) => `This SQL cannot be run: ${reason.en}.`,
    (reason: Bilingual) => `此 SQL 無法執行：${reason.zh}。`,
  ),
  quota_exceeded: failure(
    429,
    (used: number, limit: number, tier: string) => `rate limit exceeded (${used}/${limit} per hour for ${tier} tier)`,
    (used: number, limit: number, tier: string) => `rate limit exceeded (${used}/${limit} per hour for ${tier} tier)`,
  ),
  address_limited: failure(
    429,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} per minute for this address)`,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} per minute for this address)`,
  ),
  attempts_limited: failure(
    429,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} attempts per 15 minutes)`,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} attempts per 15 minutes)`,
  ),
  checks_limited: failure(
    429,
    () => 'rate limit exceeded (too many password checks wait for this address)',
    () => 'rate limit exceeded (too many password checks wait for this address)',
  ),
  too_many_bad_payments: failure(
    429,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} bad payments per minute for this address)`,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} bad payments per minute for this address)`,
  ),
  too_many_replays: failure(
    429,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} replays of a payment per minute)`,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} replays of a payment per minute)`,
  ),
  too_many_streams: failure(
    429,
    (open: number, most: number) => `rate limit exceeded (${open}/${most} open streams of events)`,
    (open: number, most: number) => `rate limit exceeded (${open}/${most} open streams of events)`,
  ),
  unread_answers: failure(
    429,
    () =>
      'Too many responses to you have not been read yet: read them, or close their connections, before you send more requests.',
    () => '尚有過多回應未讀取：請先讀完或關閉其連線，再送出新的請求。',
  ),
  header_too_large: failure(
    431,
    () => 'The URL and the headers together are limited to 16 KB: send fewer ids or a shorter cursor.',
    () => '網址與標頭合計上限為 16 KB：請減少代號數量或縮短 cursor。',
  ),
  too_busy: failure(
    503,
    () => 'Too many responses are being sent at once: try again in a moment.',
    () => '目前傳送中的回應過多：請稍候再試。',
  ),
  too_many_questions: failure(
    503,
    () => 'Too many of your questions wait already: wait for an answer before you ask the next one.',
    () => '您等候中的問題過多：請等前一個問題回答後再問下一個。',
  ),
  internal: failure(
    500,
    () => 'Something went wrong on our side: quote the request id when you report it.',
    () => '伺服器發生錯誤：回報時請附上 request_id。',
  ),
  unavailable: failure(
    503,
    (part: Bilingual) => `A part of the service is down (${part.en}): try again in a few seconds.`,
    (part: Bilingual) => `部分服務暫時無法使用（${part.zh}）：請稍候幾秒再試。`,
  ),
  settlement_pending: failure(
    503,
    () => 'The settlement is pending: send this request again with the same payment; you will not be charged twice.',
    () => '付款處理中：請以相同付款重送此請求，不會重複扣款。',
  ),
  payment_unavailable: failure(
    503,
    () => 'Payments cannot be checked right now and nothing was charged: send this request again in a few seconds.',
    () => '目前無法查驗付款，未扣款：請稍候幾秒後重送此請求。',
  ),
  no_rows_yet: failure(
    503,
    (time: string) => `No rows yet: no publisher has answered. Next attempt at ${time} Taipei time.`,
    (time: string) => `尚無資料：沒有任何發布者回應。下次嘗試時間為台北時間 ${time}。`,
  ),
  not_ready: failure(
    503,
    () => 'The data is still being built: try again in a few seconds.',
    () => '資料仍在建立中：請稍候幾秒再試。',
  ),
} as const

export type Code = keyof typeof failures

/** The `code` in an error body: that of the failure; none for a 429, whose body is part of the contract. */
export const codeSaid = (code: Code): Code | null => (failures[code].status === 429 ? null : code)

/** The failure in the header `X-Error-Code`: of a 429, which has none in its body, and of a 503. */
export const codeInHeader = (code: Code): Code | null => ([429, 503].includes(failures[code].status) ? code : null)

export type Language = 'en' | 'zh'
type Arguments<C extends Code> = Parameters<(typeof failures)[C]['en']>

/** Fields of an error body beside `detail` and `code`; a function if their text depends on the language. */
type Extra = Readonly<Record<string, unknown>> | ((language: Language) => Readonly<Record<string, unknown>>)

/** A request that fails with one of the failures above. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: Code
  readonly args: readonly unknown[]
  readonly #extra: Extra
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: Code,
    args: readonly unknown[],
    { extra = {}, headers = {}, cause }: { extra?: Extra; headers?: Record<string, string>; cause?: unknown },
  ) {
    super(code, { cause })
    this.code = code
    this.args = args
    this.#extra = extra
    this.headers = headers
  }

  get status(): number {
    return failures[this.code].status
  }

  extra(language: Language): Readonly<Record<string, unknown>> {
    return typeof this.#extra === 'function' ? this.#extra(language) : this.#extra
  }

  detail(language: Language): string {
    return (failures[this.code][language] as (...args: readonly unknown[]) => string)(...this.args)
  }
}

/** `throw problem('not_found', '/v1/nothing')` */
export const problem = <C extends Code>(
  code: C,
  args: Arguments<C>,
  more: { extra?: Extra; headers?: Record<string, string>; cause?: unknown } = {},
): Problem => new Problem(code, args, more)

/** The refusal of a request for rows that are not there yet. */
export const notReady = (): Problem => problem('not_ready', [], { headers: { 'Retry-After': '5' } })
