import { passwordLength } from '../../access/sessions.ts'
import type { Label } from '../../fields.ts'

const { min, max } = passwordLength

type Words = Readonly<Record<string, Label>>

/** The texts of the account page. */
export const accountWords = {
  verify: {
    title: { en: 'Confirm your address', zh: '確認電子郵件' },
    ask: {
      en: 'Press the button to confirm your e-mail address. If the account has no API key yet, you get the first one here.',
      zh: '請按下按鈕以確認您的電子郵件。若帳號尚無 API 金鑰，將在此取得第一把。',
    },
    button: { en: 'Confirm', zh: '確認' },
    done: { en: 'Your address is confirmed.', zh: '您的電子郵件已確認。' },
    next: {
      en: 'Your account already has an API key; log in to make another.',
      zh: '您的帳號已有 API 金鑰；登入後可建立新的金鑰。',
    },
  },
  reset: {
    title: { en: 'Set a new password', zh: '設定新密碼' },
    ask: {
      en: `Choose a new password of ${min} to ${max} characters. Every session ends; your API keys go on working.`,
      zh: `請設定 ${min} 到 ${max} 個字元的新密碼。所有工作階段將結束，API 金鑰不受影響。`,
    },
    button: { en: 'Set the password', zh: '設定密碼' },
    done: { en: 'Your password is changed.', zh: '密碼已變更。' },
    next: { en: 'Log in with the new one.', zh: '請以新密碼登入。' },
  },
  paid: {
    title: { en: 'Thank you', zh: '感謝您' },
    text: {
      en: 'Your plan begins as soon as the payment is reported to us, most often within seconds. Your API keys stay the same; GET /v1/me shows your tier.',
      zh: '付款通知送達後方案即生效，通常只需數秒。API 金鑰不變；GET /v1/me 可查詢您的方案。',
    },
  },
  none: {
    title: { en: 'Your account', zh: '您的帳號' },
    text: {
      en: 'Accounts, keys and plans are managed through the API; the reference shows how.',
      zh: '帳號、金鑰與方案皆透過 API 管理，請見參考文件。',
    },
  },
  keyed: {
    en: 'This is your API key. It is shown only now: copy it and keep it safe.',
    zh: '這是您的 API 金鑰，僅在此刻顯示：請複製並妥善保存。',
  },
  password: { en: 'New password', zh: '新密碼' },
  incomplete: {
    en: 'This link is not whole: open it again from the message, or ask for a new one.',
    zh: '此連結不完整：請由信件重新開啟，或重新申請。',
  },
  lost: {
    en: 'The service did not answer: check your connection and try again.',
    zh: '服務沒有回應：請檢查網路連線後再試。',
  },
  noScript: {
    en: 'This page needs JavaScript. The message also holds a command that does the same.',
    zh: '此頁面需要 JavaScript；信件中亦附有相同作用的命令。',
  },
  docs: { en: 'API reference', zh: 'API 參考文件' },
} as const satisfies Readonly<Record<string, Words | Label>>
