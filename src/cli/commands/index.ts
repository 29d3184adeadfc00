import { accounts } from './accounts.ts'
import { data } from './data.ts'
import { live } from './live.ts'
import { payments } from './payments.ts'
import { reading } from './reading.ts'
import { service } from './service.ts'

/** Every command, in the order of the help. */
export const groups = [service, reading, data, live, accounts, payments] as const
export const commands = groups.flatMap((group) => group.commands)
