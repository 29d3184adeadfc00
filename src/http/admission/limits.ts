import { limited } from '../../access/quota.ts'
import { type Taken, WindowsFull } from '../../access/windows/windows.ts'
import { type Problem, problem } from '../../errors.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { Services } from '../services.ts'

type Limited = Pick<Services, 'addressLimit'>
type Counted = Pick<ApiRequest, 'address' | 'isCounted'>

/** Counts in the window of an address, or only checks it; returns the refusal, if there is one. */
function take({ addressLimit }: Limited, { isCounted }: Counted, window: string, counts: boolean): Problem | null {
  if (!addressLimit || isCounted) return null
  const { windows, perMinute } = addressLimit
  try {
    const { isAllowed, used, resetSeconds } = windows.take(window, perMinute, counts) as Taken
    return isAllowed ? null : problem('address_limited', [used, perMinute], limited(resetSeconds))
  } catch (error) {
    // The table of addresses is full: only requests with a key are served.
    if (error instanceof WindowsFull) return problem('too_busy', [], { headers: { 'Retry-After': '1' } })
    throw error
  }
}

/** Counts a request against its address. */
export const addressRefusal = (services: Limited, request: Counted): Problem | null =>
  take(services, request, request.address, true)

/** The refusal of a request of an address that has none left; the request is not counted. */
export const spentAddressRefusal = (services: Limited, request: Counted): Problem | null =>
  take(services, request, request.address, false)

const wrongOf = ({ address }: Counted): string => `wrong credentials of ${address}`

/**
 * Refuses to look up a credential for an address that sent as many wrong ones within a minute as it may send requests.
 * They have a window of their own: requests without a credential do not keep the keys of an address from being read.
 */
export const wrongCredentialRefusal = (services: Limited, request: Counted): Problem | null =>
  take(services, request, wrongOf(request), false)

export const countWrongCredential = (services: Limited, request: Counted): void =>
  void take(services, request, wrongOf(request), true)
