import type { Label } from '../../fields.ts'

/** The sections of the guide, in order, with their titles. */
export const sections = {
  start: { en: 'Quick start', zh: '快速開始' },
  authentication: { en: 'Authentication', zh: '驗證' },
  accounts: { en: 'Accounts', zh: '帳號' },
  keys: { en: 'API keys', zh: 'API 金鑰' },
  quota: { en: 'Quota', zh: '額度' },
  plans: { en: 'Plans', zh: '方案' },
  ask: { en: 'Ask: questions in Chinese or English', zh: '提問：中文或英文' },
  sql: { en: 'SQL', zh: 'SQL' },
  agents: { en: 'Agents: pay per call', zh: '代理程式：逐次付費' },
  mcp: { en: 'MCP: tools for language models', zh: 'MCP：語言模型工具' },
  parameters: { en: 'Parameters', zh: '查詢參數' },
  formats: { en: 'Formats', zh: '格式' },
  paging: { en: 'Paging', zh: '分頁' },
  bulk: { en: 'Bulk files', zh: '整批檔案' },
  events: { en: 'Events and webhooks', zh: '事件與 webhook' },
  gaps: { en: 'Gaps', zh: '缺漏' },
  warnings: { en: 'Warnings', zh: '警告' },
  errors: { en: 'Errors', zh: '錯誤' },
  endpoints: { en: 'Endpoints', zh: '端點' },
} as const satisfies Record<string, Label>

export type Section = keyof typeof sections
export const sectionNames = Object.keys(sections) as Section[]
