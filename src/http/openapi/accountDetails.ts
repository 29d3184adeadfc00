import type { Detail } from './detail.ts'
import { exactly, refer } from './exactly.ts'

const status = (word: string, description: string) => exactly({ status: { const: word } }, description)
const sentIfKnown = {
  202: {
    description: 'The same for any address: a message is sent if there is somebody to send it to',
    schema: status('sent_if_known', 'Sent if known'),
  },
}

/** The endpoints of accounts, keys and plans. */
export const accountDetails: Readonly<Record<string, Detail>> = {
  'GET /v1/key/info': {
    id: 'keyInfo',
    tag: 'keys',
    zh: '您的方案與本小時剩餘次數。',
    answers: { 200: { schema: refer('KeyInfo') } },
  },
  'GET /v1/key/usage': {
    id: 'keyUsage',
    tag: 'keys',
    zh: '目前一小時的 60 個分鐘計數，以及最近 30 天各金鑰與各資料集的呼叫次數。',
    answers: { 200: { schema: refer('KeyUsage') } },
  },
  'GET /v1/key/plan': {
    id: 'keyPlan',
    tag: 'keys',
    zh: '若期間沒有其他呼叫，何時可再呼叫指定的次數。',
    answers: { 200: { schema: refer('KeyPlan') } },
  },
  'GET /v1/me': {
    id: 'me',
    tag: 'accounts',
    zh: '您的帳號，以金鑰或瀏覽器工作階段辨識；兩者皆有時以金鑰為準。',
    answers: { 200: { schema: refer('Account') } },
  },
  'POST /v1/auth/sign-up': {
    id: 'signUp',
    tag: 'accounts',
    zh: '註冊帳號並取得 Free 金鑰，僅顯示一次；若設有寄信服務，驗證電子郵件後才發給金鑰。',
    answers: {
      201: {
        description: 'The account with its first key and a session; where no mail is set up',
        schema: refer('SignedUp'),
        headers: ['Set-Cookie'],
      },
      202: {
        description: 'The same for any address: the key comes after the address is verified; where mail is set up',
        schema: status('verification_sent', 'A message was sent'),
      },
    },
  },
  'POST /v1/auth/log-in': {
    id: 'logIn',
    tag: 'accounts',
    zh: '開啟瀏覽器工作階段；cookie 為 HttpOnly 且 SameSite=Lax。',
    answers: { 200: { schema: refer('Account'), headers: ['Set-Cookie'] } },
  },
  'POST /v1/auth/log-out': {
    id: 'logOut',
    tag: 'accounts',
    zh: '結束瀏覽器工作階段。',
    answers: { 200: { schema: status('logged_out', 'Logged out'), headers: ['Set-Cookie'] } },
  },
  'POST /v1/auth/password': {
    id: 'changePassword',
    tag: 'accounts',
    zh: '變更密碼；其他工作階段全部結束。',
    answers: { 200: { schema: status('password_changed', 'Changed'), headers: ['Set-Cookie'] } },
  },
  'POST /v1/auth/reset': {
    id: 'requestReset',
    tag: 'accounts',
    zh: '申請重設密碼的連結；無論電子郵件是否有帳號，回應皆相同。',
    answers: sentIfKnown,
  },
  'POST /v1/auth/reset/confirm': {
    id: 'confirmReset',
    tag: 'accounts',
    zh: '以連結中的 token 設定新密碼；所有工作階段結束。',
    answers: { 200: { schema: status('password_changed', 'Changed') } },
  },
  'POST /v1/auth/verify': {
    id: 'verify',
    tag: 'accounts',
    zh: '以連結中的 token 確認電子郵件；若尚無金鑰則發給第一把，僅顯示一次。',
    answers: { 200: { schema: refer('Verified') } },
  },
  'POST /v1/auth/verify/send': {
    id: 'requestVerify',
    tag: 'accounts',
    zh: '重新申請確認電子郵件的連結；任何電子郵件的回應皆相同。',
    answers: sentIfKnown,
  },
  'GET /v1/keys': {
    id: 'listKeys',
    tag: 'keys',
    zh: '您的金鑰清單：名稱、開頭與結尾字元、最後使用時間；不含金鑰本身。',
    answers: { 200: { schema: refer('KeyList') } },
  },
  'POST /v1/keys': {
    id: 'createKey',
    tag: 'keys',
    zh: '建立金鑰，僅在此回應中顯示一次。',
    answers: { 201: { schema: refer('MadeKey') } },
  },
  'PATCH /v1/keys/{id}': {
    id: 'renameKey',
    tag: 'keys',
    zh: '變更金鑰名稱。',
    answers: { 200: { schema: refer('Key') } },
  },
  'DELETE /v1/keys/{id}': {
    id: 'revokeKey',
    tag: 'keys',
    zh: '撤銷金鑰；一秒內在各處失效。',
    answers: { 200: { schema: refer('Key') } },
  },
  'POST /v1/keys/{id}/rotate': {
    id: 'rotateKey',
    tag: 'keys',
    zh: '建立接替的新金鑰；舊金鑰在 overlap_seconds 秒內仍有效。',
    answers: { 201: { schema: refer('RotatedKey') } },
  },
  'GET /v1/plans': {
    id: 'listPlans',
    tag: 'plans',
    zh: '各方案的價格、每小時呼叫次數與資料集數，以及此處是否開放購買。',
    answers: { 200: { schema: refer('Plans') } },
  },
  'POST /v1/billing/checkout': {
    id: 'checkout',
    tag: 'plans',
    zh: '開始訂閱：回傳 Stripe 付款頁面的網址；金鑰不變。',
    answers: { 201: { schema: refer('Forward') } },
  },
  'POST /v1/billing/portal': {
    id: 'billingPortal',
    tag: 'plans',
    zh: '變更或取消訂閱：回傳 Stripe 管理頁面的網址。',
    answers: { 201: { schema: refer('Forward') } },
  },
  'POST /v1/billing/webhook': {
    id: 'billingWebhook',
    tag: 'plans',
    zh: '供 Stripe 使用：附簽章的訂閱事件。',
    answers: { 200: { schema: exactly({ received: { const: true } }, 'The event is on the disk') } },
  },
  'GET /account': {
    id: 'accountPage',
    tag: 'accounts',
    zh: '寄給使用者的連結所開啟的網頁：確認電子郵件或設定新密碼。',
    answers: { 200: { type: 'text/html', schema: { type: 'string' } } },
  },
}
