import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Milliseconds of a tick in which Linux counts the time of processes. */
const tickMs = 10

/** The CPU time of a running process with its threads, in ms; on Linux alone. */
function processMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Its name, in brackets, may hold spaces; user and system time are the 12th and 13th field behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** The CPU time that everybody else on the machine has taken, in ms. */
export function othersMs(own: readonly number[]): number {
  const all = cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
  return all - own.reduce((sum, pid) => sum + processMs(pid), 0)
}
