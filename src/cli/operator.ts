import { userInfo } from 'node:os'
import type { Actor } from '../store/actor.ts'

/** The name of the operating-system user who runs a command. */
export function operatorAt(now: Date): Actor {
  return { name: `operator ${machineName()}`, at: now.toISOString(), address: null, requestId: null }
}

function machineName(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without a name, as in some containers.
    return String(process.getuid?.() ?? 'unknown')
  }
}
