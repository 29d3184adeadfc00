import type { Mail } from './mail.ts'

/** Messages to users, in both languages, since the user's language is unknown. */
const mail = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: lines.join('\n\n'),
})

/** An apostrophe, which an address may hold, would end the quotes of the shell. */
const command = (url: string, path: string, body: string): string =>
  `curl -X POST ${url}${path} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`

export const verifyMail = (to: string, url: string, token: string): Mail =>
  mail(to, 'Formosa: confirm your address / 確認電子郵件', [
    'Open this link within a day to confirm your address and get your API key:\n請在一天內開啟此連結以確認電子郵件並取得 API 金鑰：',
    `${url}/account?do=verify&token=${token}`,
    `Or on the command line / 或使用命令列：\n${command(url, '/v1/auth/verify', `{"token":"${token}"}`)}`,
    'If you did not sign up, ignore this message.\n若您沒有註冊，請忽略此信。',
  ])

export const resetMail = (to: string, url: string, token: string): Mail =>
  mail(to, 'Formosa: reset your password / 重設密碼', [
    'Open this link within an hour to set a new password:\n請在一小時內開啟此連結以設定新密碼：',
    `${url}/account?do=reset&token=${token}`,
    `Or on the command line / 或使用命令列：\n${command(url, '/v1/auth/reset/confirm', `{"token":"${token}","new_password":"…"}`)}`,
    'If you did not ask for this, ignore this message: your password stays as it is.\n若您沒有申請，請忽略此信，密碼不會變更。',
  ])

export const webhookMail = (
  to: string,
  url: string | null,
  { id, host, status, lastError }: { id: number; host: string; status: string; lastError: string | null },
): Mail =>
  mail(to, 'Formosa: a webhook is sent nothing more / webhook 已停止傳送', [
    `Webhook ${id} at ${host} is ${status}: ${lastError}. No event is lost: it goes on where it stopped when you set it to active.\n${host} 的 webhook ${id} 已停止（${status}）：${lastError}。事件不會遺失，重新啟用後由停止處繼續。`,
    command(url ?? '$FORMOSA', `/v1/webhooks/${id}`, '{"status":"active"}').replace(
      'POST',
      'PATCH -H "Authorization: Bearer $KEY"',
    ),
  ])

export const takenMail = (to: string, url: string): Mail =>
  mail(to, 'Formosa: you already have an account / 您已有帳號', [
    'Somebody, probably you, tried to sign up with this address, which already has an account. Log in or reset the password:\n有人（可能是您）嘗試以此電子郵件註冊，但已有帳號。請登入或重設密碼：',
    command(url, '/v1/auth/reset', `{"email":"${to}"}`),
  ])
