/** The author of a change to the database, and the request that made it. */
export type Actor = {
  readonly name: 'user' | 'visitor' | 'stripe' | 'service' | `operator${string}`
  readonly at: string
  readonly address: string | null
  readonly requestId: string | null
}
