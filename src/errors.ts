/**
 * Something the operator can mend: the command line prints its sentence alone, without a stack, and ends with 1.
 * Everything else that is thrown is a fault of ours.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** The sentence for a failed write or read, where the cause is the machine and not the program. */
export function explain(error: unknown, what: string): unknown {
  const { message, code } = error as NodeJS.ErrnoException
  const text = `${code ?? ''} ${message}`
  const cause = [
    [/ENOSPC|No space left/i, 'the disk is full: free some room and run it again'],
    [/EROFS|Read-only file system/i, 'the folder is on a read-only file system'],
    [/EACCES|EPERM|Permission denied/i, 'permission was denied'],
    [/EMFILE|Too many open files/i, 'too many files are open'],
    [/ENOTDIR|Not a directory/i, 'a part of the path is not a folder'],
  ].find(([pattern]) => (pattern as RegExp).test(text))
  return cause ? new OperatorError(`Cannot ${what}: ${cause[1] as string}.`, { cause: error }) : error
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
  tier_required: failure(
    403,
    (needed: string, current: string) =>
      `This needs the ${needed} tier and your key is ${current}: upgrade to read it.`,
    (needed: string, current: string) => `此資料需要 ${needed} 方案，您的金鑰為 ${current}：請升級後再讀取。`,
  ),
  unknown_dataset: failure(
    404,
    (name: string) => `There is no dataset named ${name}: GET /v1/data lists them, names are case-sensitive.`,
    (name: string) => `沒有名為 ${name} 的資料集：GET /v1/data 列出全部，名稱區分大小寫。`,
  ),
  not_found: failure(
    404,
    (path: string) => `There is nothing at ${path}; GET /llms.txt lists every endpoint.`,
    (path: string) => `${path} 沒有內容；GET /llms.txt 列出所有端點。`,
  ),
  method_not_allowed: failure(
    405,
    (method: string, allowed: string) => `${method} is not allowed here; use ${allowed}.`,
    (method: string, allowed: string) => `此處不支援 ${method}，請使用 ${allowed}。`,
  ),
  request_timeout: failure(
    408,
    () => 'The request took too long to arrive: send it again in one go.',
    () => '請求傳送過久：請重新一次送出。',
  ),
  cursor_expired: failure(
    410,
    () =>
      'The data version of this cursor is gone after 24 hours: send the query again without a cursor to start anew.',
    () => '此 cursor 的資料版本已超過 24 小時而移除：請不帶 cursor 重新查詢。',
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
  header_too_large: failure(
    431,
    () => 'The address and the headers together are limited to 16 KB: send fewer ids or a shorter cursor.',
    () => '網址與標頭合計上限為 16 KB：請減少代號數量或縮短 cursor。',
  ),
  too_busy: failure(
    503,
    () => 'Too many answers are on their way at once; try again in a moment.',
    () => '同時傳送的回應過多，請稍候再試。',
  ),
  internal: failure(
    500,
    () => 'Something went wrong on our side; quote the request id when you report it.',
    () => '伺服器發生錯誤；回報時請附上 request_id。',
  ),
  not_ready: failure(
    503,
    () => 'The data is still being built; try again in a few seconds.',
    () => '資料仍在建立中，請稍候幾秒再試。',
  ),
} as const

export type Code = keyof typeof failures
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

  constructor(code: Code, args: readonly unknown[], extra: Extra, headers: Record<string, string>) {
    super(code)
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
  { extra = {}, headers = {} }: { extra?: Extra; headers?: Record<string, string> } = {},
): Problem => new Problem(code, args, extra, headers)
