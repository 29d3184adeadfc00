import type { HeaderUse } from './headers.ts'
import type { Schema } from './rows.ts'

export const tags = {
  data: 'Datasets and their rows',
  ask: 'Questions in Chinese or English',
  agents: 'Rows paid for by the call',
  accounts: 'Sign-up, sessions, passwords',
  keys: 'API keys and what is left of the hour',
  plans: 'Tiers and what they cost',
  service: 'State and description of the service',
} as const

/** An answer that is not a failure. */
type Promised = {
  readonly description?: string
  readonly type?: string
  readonly schema: Schema
  /** True where a browser gets a page instead. */
  readonly isPageToo?: true
  readonly headers?: readonly HeaderUse[]
}

export type Detail = {
  readonly id: string
  readonly tag: keyof typeof tags
  /** What the endpoint is for, in Chinese. */
  readonly zh: string
  readonly answers: Readonly<Record<number, Promised>>
}
