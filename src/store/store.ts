import type { Tier } from '../catalogue/dataset.ts'

export type User = { readonly id: number; readonly email: string; readonly tier: Tier; readonly createdAt: string }

export type ApiKey = {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** What may be shown of it: the beginning and the last four characters. */
  readonly prefix: string
  readonly last4: string
  readonly createdAt: string
  readonly revokedAt: string | null
}

export type NewKey = {
  readonly name: string
  readonly hash: Buffer
  readonly prefix: string
  readonly last4: string
}

/** The control plane: who may read, never what is read. */
export type Store = {
  /** Makes a user and a first key in one step; throws `OperatorError` where the address is taken. */
  readonly addUser: (user: { email: string; tier: Tier; at: string }, key: NewKey) => User
  readonly countUsers: () => number
  readonly findKey: (hash: Buffer) => { readonly key: ApiKey; readonly user: User } | null
  /** A number that differs after another process or thread changed anything. */
  readonly revision: () => number
  readonly close: () => void
}
