/** Whether every part of the service is in order; a degraded one still serves rows. */
export const isReady = (checks: Readonly<Record<string, string>>): boolean =>
  Object.values(checks).every((state) => /^(ok|degraded|running)\b/.test(state))
