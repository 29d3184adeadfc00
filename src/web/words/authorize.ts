import { inBoth } from './inBoth.ts'

/** Texts of the pages on which a user lets a program act for the account. */
export const authorize = inBoth({
  title: ['Connect an application', '連結應用程式'],
  question: (client: string) => [
    `Let “${client}” read with your account?`,
    `是否允許「${client}」以您的帳號讀取資料？`,
  ],
  account: ['Your account', '您的帳號'],
  target: ['The answer goes to', '回應將送至'],
  targetNote: [
    'Applications choose their own names: refuse unless you know this address and have started the connection yourself.',
    '應用程式的名稱由其自訂：若不認識此位址，或並非由您發起連結，請拒絕。',
  ],
  local: ['a program on your own computer', '您電腦上的程式'],
  may: ['It may', '它可以'],
  mayRead: (tier: string, calls: string) => [
    `call every tool of /mcp that your plan covers (${tier}, ${calls} calls an hour, counted with those of your keys)`,
    `使用您方案所含的 /mcp 工具（${tier}，每小時 ${calls} 次，與金鑰合併計算）`,
  ],
  mayStay: [
    'go on until you revoke it: it is listed with your keys on the account page',
    '持續使用至您撤銷為止：帳戶頁的金鑰清單會列出它',
  ],
  mayNot: ['It cannot see your password, make keys, or change the account.', '它無法得知密碼、建立金鑰或變更帳號。'],
  allow: ['Allow', '允許'],
  refuse: ['Refuse', '拒絕'],
})
