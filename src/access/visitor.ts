import type { Actor } from '../store/actor.ts'

/** The parts of a request that accounts need. */
export type Visitor = {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly address: string
  readonly isSecure: boolean
  readonly requestId: string
}

/** The actor in the audit trail: a user with a session or key, or a visitor. */
export const actorOf = ({ address, requestId }: Visitor, name: 'user' | 'visitor', now: Date): Actor => ({
  name,
  at: now.toISOString(),
  address,
  requestId,
})

/** The headers that the session library reads. */
export const headersFor = ({ cookie, userAgent, address }: Visitor): Headers =>
  new Headers({
    ...(cookie === undefined ? {} : { cookie }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    'x-formosa-address': address,
  })
