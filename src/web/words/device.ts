import { inBoth } from './inBoth.ts'

/** Texts of the page on which a user lets a program on another machine have a key. */
export const device = inBoth({
  title: ['Log in a program', '登入程式'],
  enter: ['Code that the program shows', '程式顯示的代碼'],
  next: ['Next', '下一步'],
  unknown: [
    'No program waits for this code: it has expired, or it was mistyped.',
    '沒有程式在等候此代碼：可能已過期或輸入錯誤。',
  ],
  question: (client: string) => [`Give “${client}” a key of your account?`, `是否將您帳號的金鑰交給「${client}」？`],
  code: ['Code', '代碼'],
  asks: ['Asks from', '請求來源'],
  account: ['Your account', '您的帳號'],
  check: [
    'Allow it only if you have started this log-in yourself and your program shows the same code.',
    '僅在您自己發起此登入，且程式顯示相同代碼時才允許。',
  ],
  allowed: [
    'Done: the program gets its key. You can revoke it on the account page.',
    '完成：程式將取得金鑰，您可在帳戶頁撤銷。',
  ],
  refused: ['Refused: the program gets no key.', '已拒絕：程式不會取得金鑰。'],
})
