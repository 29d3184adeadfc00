import type { Run } from '../command.ts'
import { countOf } from '../flags.ts'
import { print, printJson } from '../output.ts'
import { openRemote, remoteError } from '../remote.ts'

export const quota: Run = async ({ config }, { calls, json }) => {
  const wanted = calls === undefined ? null : countOf('calls', calls, 1, 999_999)
  const client = openRemote(config)
  try {
    const info = await client.keyInfo()
    const plan = wanted === null ? null : await client.keyPlan(wanted)
    if (json !== undefined) return printJson(plan === null ? info : { ...info, plan }, 2)
    const { tier, rate_limit_per_hour: limit, remaining_this_hour: left, window_resets_in_seconds: seconds } = info
    const oldest = seconds === 0 ? '' : `; the oldest calls leave it in ${seconds} s`
    print(`${tier}: ${left} of ${limit} calls left in this hour${oldest}\n`)
    if (plan !== null)
      print(`${calls} calls are free ${plan.free_in_seconds === 0 ? 'now' : `in ${plan.free_in_seconds} s`}\n`)
  } catch (error) {
    throw remoteError(error)
  }
}
