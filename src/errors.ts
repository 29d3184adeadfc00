/** The exit codes of the command line by cause; `docs/cli.md` and `formosa help exit-codes` print them. */
export const exitCodes = {
  ok: { code: 0, about: 'Done; also for help and the version.' },
  refused: {
    code: 1,
    about:
      'The command ran and its result is negative: `verify` found damage, `payments reconcile` a difference, a question was declined, no row of a file was imported, or what is there already stands in the way.',
  },
  usage: { code: 2, about: 'An unknown command or flag, or a bad or missing word or value of a flag.' },
  setting: { code: 3, about: 'A setting cannot be used.' },
  missing: { code: 4, about: 'A user, key, payment, dataset, run, file or market that was named does not exist.' },
  busy: { code: 5, about: 'Another process holds what is needed: the port, the home folder, the lake, a database.' },
  network: {
    code: 6,
    about: 'A server does not answer or refuses: PostgreSQL, a node of the chain, the service that `agent get` pays.',
  },
  disk: { code: 7, about: 'The disk is full or read-only, or permission was denied.' },
  damaged: { code: 8, about: 'A file is damaged, cut short, or written by a newer release.' },
  internal: { code: 70, about: 'A fault of Formosa itself; LOG_LEVEL=debug prints its stack.' },
  interrupted: {
    code: 130,
    about: 'Stopped by SIGINT or SIGTERM before it was done; 128 and the number of any other signal.',
  },
} as const

/** Something the operator can mend: the command line prints its sentence alone, without a stack. */
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

/** The command line was not written as the command takes it. */
export class UsageError extends OperatorError {
  override readonly exitCode = exitCodes.usage.code
}

export class SettingError extends OperatorError {
  override readonly exitCode = exitCodes.setting.code
}

/** Something that was named does not exist. */
export class MissingError extends OperatorError {
  override readonly exitCode = exitCodes.missing.code
}

/** Another process holds what is needed. */
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

/** A file is not what it should be. */
export class DamagedError extends OperatorError {
  override readonly exitCode = exitCodes.damaged.code
}

const diskFaults: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|No space left|disk is full|max_temp_directory_size/i, 'the disk is full: free some room and run it again'],
  [/disk I\/O error/i, 'the disk is full or cannot be read: free some room and check it'],
  // Where folders above are missing too, Node calls a read-only disk a missing folder.
  [/EROFS|Read-only file system|ENOENT: no such file or directory, mkdir/i, 'the folder is on a read-only file system'],
  [/EACCES|EPERM|Permission denied|readonly database/i, 'permission was denied'],
  [/unable to open database file/i, 'the file cannot be opened: check that its folder may be read and written'],
  // What Node says where a folder and the one above it cannot be made on a read-only disk.
  [
    /ENOENT: no such file or directory, mkdir/,
    'the folder cannot be made: check that its disk may be read and written',
  ],
  [/EMFILE|Too many open files/i, 'too many files are open'],
  [/ENOTDIR|EEXIST: file already exists, mkdir|Not a directory/i, 'a part of the path is not a folder'],
]

/** The sentence for a failed write or read, where the cause is the machine and not the program. */
export function explain(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const { message, code } = error as NodeJS.ErrnoException
  if (/file is not a database|disk image is malformed/.test(message))
    return new DamagedError(`Cannot ${what}: the file is damaged; restore it from a backup.`, { cause: error })
  const fault = diskFaults.find(([pattern]) => pattern.test(`${code ?? ''} ${message}`))
  return fault ? new DiskError(`Cannot ${what}: ${fault[1]}.`, { cause: error }) : error
}

/** A part of a sentence in both languages. */
type Said = { readonly en: string; readonly zh: string }

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

/** The sentence of whoever read the question, in its language; the documents have the general one. */
const given = (said: unknown, general: string): string => (typeof said === 'string' ? said : general)

/** Every way a request can fail; `docs/errors.md` and the OpenAPI document are printed from it. */
export const failures = {
  bad_request: failure(
    400,
    (why: Said) => `The request cannot be read: ${why.en}.`,
    (why: Said) => `無法讀取這個請求：${why.zh}。`,
  ),
  invalid_cursor: failure(
    400,
    (why: Said) => `The cursor cannot be used: ${why.en}.`,
    (why: Said) => `cursor 無法使用：${why.zh}。`,
  ),
  invalid_token: failure(
    400,
    () => 'This link is not valid or was used before: ask for a new one.',
    () => '此連結無效或已使用過：請重新申請。',
  ),
  invalid_signature: failure(
    400,
    () => 'The signature of this event does not match: check the webhook secret.',
    () => '事件簽章不符：請檢查 webhook 密鑰。',
  ),
  invalid_payment: failure(
    400,
    (why: Said) => `The payment header cannot be read: ${why.en}.`,
    (why: Said) => `無法讀取付款標頭：${why.zh}。`,
  ),
  missing_key: failure(
    401,
    () => 'An API key is needed: send it in the header Authorization: Bearer <API_KEY>.',
    () => '需要 API 金鑰：請放在標頭 Authorization: Bearer <API_KEY>。',
  ),
  malformed_key: failure(
    401,
    () => 'That is not an API key of this service: send it whole, as Authorization: Bearer fmsa_live_….',
    () => '這不是本服務的 API 金鑰：請完整放在標頭 Authorization: Bearer fmsa_live_…。',
  ),
  invalid_key: failure(
    401,
    () => 'No such API key is known here: check it for a typing error or create a new one.',
    () => '查無此 API 金鑰：請檢查是否輸入錯誤，或建立新的金鑰。',
  ),
  revoked_key: failure(
    401,
    () => 'This API key was revoked: create a new one.',
    () => '此 API 金鑰已撤銷：請建立新的金鑰。',
  ),
  session_required: failure(
    401,
    () => 'This needs a browser session: log in with POST /v1/auth/log-in and send its cookie.',
    () => '此操作需要登入：請以 POST /v1/auth/log-in 登入並帶上 cookie。',
  ),
  invalid_login: failure(
    401,
    () => 'The address or the password is wrong: try again or reset the password.',
    () => '電子郵件或密碼錯誤：請重試或重設密碼。',
  ),
  not_verified: failure(
    403,
    () => 'This address is not verified yet: open the link in the message we sent.',
    () => '電子郵件尚未驗證：請開啟我們寄出的連結。',
  ),
  account_disabled: failure(
    403,
    () => 'This account was disabled: ask the operator of this service.',
    () => '此帳號已停用：請聯絡服務營運者。',
  ),
  cross_site: failure(
    403,
    () => 'This request comes from another site: send it from the page of this service itself.',
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
    (why: Said) => `The payment was refused and nothing was charged: ${why.en}.`,
    (why: Said) => `付款遭拒，未扣款：${why.zh}。`,
  ),
  tier_required: failure(
    403,
    (needed: string, current: string) =>
      `This needs the ${needed} tier and your key is ${current}: upgrade to read it.`,
    (needed: string, current: string) => `此項需要 ${needed} 方案，您目前為 ${current} 方案：請升級後再使用。`,
  ),
  unknown_dataset: failure(
    404,
    (name: string, hint: Said | undefined = undefined) =>
      `There is no dataset named ${name}: ${hint?.en ?? 'GET /v1/data lists them, names are case-sensitive'}.`,
    (name: string, hint: Said | undefined = undefined) =>
      `沒有名為 ${name} 的資料集：${hint?.zh ?? 'GET /v1/data 列出全部，名稱區分大小寫'}。`,
  ),
  unknown_key: failure(
    404,
    () => 'You have no key with this number: GET /v1/keys lists them.',
    () => '您沒有這個編號的金鑰：GET /v1/keys 列出全部。',
  ),
  billing_disabled: failure(
    404,
    () => 'This installation sells no plans: ask its operator for another tier.',
    () => '此服務未開放購買方案：請向營運者申請其他方案。',
  ),
  agent_disabled: failure(
    404,
    () => 'This installation takes no payments from agents: sign up for a key, POST /v1/auth/sign-up.',
    () => '此服務未開放代理程式付款：請註冊取得金鑰（POST /v1/auth/sign-up）。',
  ),
  no_security_contact: failure(
    404,
    () => 'The operator of this installation has named no security contact: ask where you got your account from.',
    () => '此服務的營運者尚未公布資安聯絡方式：請洽提供帳號的單位。',
  ),
  not_found: failure(
    404,
    (path: string) => `There is nothing at ${path}: GET /llms.txt lists every endpoint.`,
    (path: string) => `找不到 ${path}：GET /llms.txt 列出所有端點。`,
  ),
  method_not_allowed: failure(
    405,
    (method: string, allowed: Said) => `${method} is not allowed here: use ${allowed.en}.`,
    (method: string, allowed: Said) => `此處不支援 ${method}：請使用 ${allowed.zh}。`,
  ),
  not_acceptable: failure(
    406,
    (types: Said) => `Nothing that Accept names is offered here: this address answers with ${types.en}.`,
    (types: Said) => `此處不提供 Accept 標頭所列的格式，僅提供 ${types.zh}。`,
  ),
  request_timeout: failure(
    408,
    () => 'The request did not arrive whole in time: send it again.',
    () => '請求逾時，未能完整收到：請重新送出。',
  ),
  email_taken: failure(
    409,
    () => 'There is already an account with this address: log in or reset the password.',
    () => '此電子郵件已有帳號：請登入或重設密碼。',
  ),
  too_many_keys: failure(
    409,
    (most: number) => `An account has at most ${most} keys that work: revoke one first.`,
    (most: number) => `每個帳號最多 ${most} 把有效金鑰：請先撤銷一把。`,
  ),
  key_not_live: failure(
    409,
    () => 'This key was revoked or rotated before: rotate the one that took its place.',
    () => '此金鑰已撤銷或已輪替：請改為輪替接替它的金鑰。',
  ),
  already_subscribed: failure(
    409,
    () => 'You have a subscription: change it in the portal, POST /v1/billing/portal.',
    () => '您已有訂閱：請在管理頁面變更（POST /v1/billing/portal）。',
  ),
  payment_used: failure(
    409,
    () =>
      'This authorization was used before, for another request or in another form: sign a new one, or repeat the first request as it was.',
    () => '此授權已用於其他請求或以其他形式送出：請重新簽署，或原樣重送第一次的請求。',
  ),
  cursor_expired: failure(
    410,
    () =>
      'The data version of this cursor is gone after 24 hours: send the query again without a cursor to start anew.',
    () => '此 cursor 的資料版本已超過 24 小時而移除：請不帶 cursor 重新查詢。',
  ),
  too_large: failure(
    413,
    (most: number) => `The body is limited to ${most} bytes: send less.`,
    (most: number) => `請求內容上限為 ${most} 位元組：請減少內容。`,
  ),
  wrong_type: failure(
    415,
    () => 'The body must be JSON: send Content-Type: application/json.',
    () => '請求內容必須為 JSON：請加上標頭 Content-Type: application/json。',
  ),
  replay_expired: failure(
    410,
    () => 'This payment was used and its answer is no longer kept: sign a new payment.',
    () => '此付款已使用，其回應已不再保留：請重新簽署付款。',
  ),
  expectation_failed: failure(
    417,
    () => 'Only the expectation 100-continue can be met: leave the Expect header out.',
    () => '僅支援 Expect: 100-continue：請移除 Expect 標頭。',
  ),
  unknown_parameter: failure(
    422,
    (faults: Said) => `Unknown parameter: ${faults.en}.`,
    (faults: Said) => `未知的參數：${faults.zh}。`,
  ),
  invalid_parameter: failure(
    422,
    (faults: Said) => `Invalid parameter: ${faults.en}.`,
    (faults: Said) => `參數錯誤：${faults.zh}。`,
  ),
  not_understood: failure(
    422,
    (said: unknown) => given(said, 'A part of the question is not understood: say it otherwise or leave it out.'),
    (said: unknown) => given(said, '問題中有看不懂的部分：請換個說法或省略。'),
  ),
  ambiguous: failure(
    422,
    (said: unknown) => given(said, 'The question can mean several things: name one of the candidates.'),
    (said: unknown) => given(said, '問題有多種可能的意思：請從候選中擇一。'),
  ),
  out_of_scope: failure(
    422,
    (said: unknown) => given(said, 'The data cannot answer this: ask about what has happened in the market.'),
    (said: unknown) => given(said, '資料無法回答這個問題：請詢問市場上已發生的事。'),
  ),
  not_allowed: failure(
    422,
    (said: unknown) => given(said, 'Only market data can be read here: ask for rows of the datasets.'),
    (said: unknown) => given(said, '這裡只能查詢市場資料：請詢問資料集中的內容。'),
  ),
  query_too_expensive: failure(
    422,
    () => 'Answering this takes more time or memory than a question may: ask about fewer stocks or a shorter time.',
    () => '回答此問題所需的時間或記憶體超過上限：請縮小股票範圍或期間。',
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
  unread_answers: failure(
    429,
    () =>
      'Too many answers to you have not been read yet: read them, or close their connections, before you ask for more.',
    () => '尚有過多回應未讀取：請先讀完或關閉其連線，再送出新的請求。',
  ),
  header_too_large: failure(
    431,
    () => 'The address and the headers together are limited to 16 KB: send fewer ids or a shorter cursor.',
    () => '網址與標頭合計上限為 16 KB：請減少代號數量或縮短 cursor。',
  ),
  too_busy: failure(
    503,
    () => 'Too many answers are being sent at once: try again in a moment.',
    () => '目前傳送中的回應過多：請稍候再試。',
  ),
  internal: failure(
    500,
    () => 'Something went wrong on our side: quote the request id when you report it.',
    () => '伺服器發生錯誤：回報時請附上 request_id。',
  ),
  unavailable: failure(
    503,
    (what: Said) => `A part of the service is down (${what.en}): try again in a few seconds.`,
    (what: Said) => `部分服務暫時無法使用（${what.zh}）：請稍候幾秒再試。`,
  ),
  settlement_pending: failure(
    503,
    () => 'The payment is on its way: send this request again with the same payment; you will not be charged twice.',
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

/** The `code` a body carries: every fault of ours is `internal`, with a request id to quote; a 429 has none. */
export const codeSaid = (code: Code): string | null => {
  const { status } = failures[code]
  return status === 429 ? null : status >= 500 ? 'internal' : code
}

export type Language = 'en' | 'zh'
type Arguments<C extends Code> = Parameters<(typeof failures)[C]['en']>

/** Fields of an error body beside `detail` and `code`; a function where their text has a language. */
type Extra = Readonly<Record<string, unknown>> | ((language: Language) => Readonly<Record<string, unknown>>)

/** A request that cannot be answered as asked. */
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
