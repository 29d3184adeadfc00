/** Who changes something through a database, and by which request. */
export type Actor = {
  readonly name: 'user' | 'visitor' | 'stripe' | 'service' | `operator${string}`
  readonly at: string
  readonly address: string | null
  readonly requestId: string | null
}
