import type { Label } from '../../fields.ts'

export const kindNames = {
  text: { en: 'text', zh: '文字' },
  date: { en: 'date', zh: '日期' },
  datetime: { en: 'instant', zh: '時刻' },
  integer: { en: 'integer', zh: '整數' },
  decimal: { en: 'decimal', zh: '小數' },
  boolean: { en: 'boolean', zh: '布林' },
} as const satisfies Record<string, Label>

export const words = {
  endpoint: { en: 'Endpoint', zh: '端點' },
  name: { en: 'Name', zh: '名稱' },
  type: { en: 'Type', zh: '型別' },
  meaning: { en: 'Meaning', zh: '說明' },
  status: { en: 'Status', zh: '狀態碼' },
  code: { en: 'Code', zh: '代碼' },
  tier: { en: 'Tier', zh: '方案' },
  header: { en: 'Response header', zh: '回應標頭' },
  requestHeader: { en: 'Request header', zh: '請求標頭' },
  noCode: { en: 'no code', zh: '無代碼' },
  price: { en: 'TWD a month', zh: '每月新臺幣' },
  calls: { en: 'Calls per hour', zh: '每小時呼叫次數' },
  reads: { en: 'Datasets it reads', zh: '可讀取的資料集數' },
} as const satisfies Record<string, Label>
