import { userInfo } from 'node:os'
import type { Actor } from '../store/actor.ts'

/** Whoever runs a command, by the name the machine knows them by. */
export function operatorAt(now: Date): Actor {
  return { name: `operator ${machineName()}`, at: now.toISOString(), address: null, requestId: null }
}

function machineName(): string {
  try {
    return userInfo().username
  } catch {
    // A number without a name, as in some containers.
    return String(process.getuid?.() ?? 'unknown')
  }
}
