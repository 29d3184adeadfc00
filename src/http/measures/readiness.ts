/** The states of a service that has just started, before it has looked at its data. */
export const statesAtStart: Readonly<Record<string, string>> = { data: 'not built yet', refresh: 'running' }

/** Whether every part of the service is in order; a degraded one still serves rows. */
export const isReady = (checks: Readonly<Record<string, string>>): boolean =>
  Object.values(checks).every((state) => /^(ok|degraded|running)\b/.test(state))
