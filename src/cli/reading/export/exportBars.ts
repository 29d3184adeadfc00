import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { explainWrite, makeFolder } from '../../../disk.ts'
import { MissingError, OperatorError } from '../../../errors.ts'
import type { Run } from '../../command.ts'
import { dateOf, oneOf } from '../../flags.ts'
import { notice } from '../../output.ts'
import { createProgress } from '../../progress.ts'
import { remoteError } from '../../remote.ts'
import { openSource, type Range } from './bars.ts'
import { type ExportFile, type Span, type Target, targets } from './targets.ts'

const names = Object.keys(targets) as (keyof typeof targets)[]

function write(folder: string, [path, content]: ExportFile): void {
  const file = join(folder, path)
  makeFolder(dirname(file))
  writeFileSync(file, content)
}

/** Writes files for a backtesting tool; the folder appears when all are in it. */
export const exportBars: Run = async (context, flags, [tool, given]) => {
  const target: Target = targets[oneOf('TOOL', tool, names)]
  const folder = resolve(given!)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new OperatorError(`${folder} is not empty: name another folder, or empty it.`)
  const ids = flags.stock === undefined ? null : flags.stock.split(',').map((id) => id.trim())
  const range: Range = { ids, from: dateOf('from', flags.from) ?? null, to: dateOf('to', flags.to) ?? null }
  const source = await openSource(context)
  const part = `${folder}.part`
  try {
    rmSync(part, { recursive: true, force: true })
    const known = await source.securities()
    const missing = ids?.filter((id) => !known.some((one) => one.id === id)) ?? []
    if (missing.length > 0) throw new MissingError(`There is no security ${missing.join(', ')}.`)
    const chosen = known.filter(({ id }) => ids === null || ids.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
    const byId = new Map(chosen.map((security) => [security.id, security]))
    const onStep = createProgress('Exporting', context.log)
    const calendar = await source.calendar(range)
    const spans: Span[] = []
    let done = 0
    for await (const [id, bars] of source.bars([...byId.keys()], range)) {
      onStep({ done: done++, of: chosen.length, what: id })
      if (bars.length === 0) continue
      const security = byId.get(id)!
      for (const file of target.each({ security, bars }, calendar)) write(part, file)
      spans.push({ security, first: bars[0]!.date, last: bars.at(-1)!.date })
    }
    if (spans.length === 0) throw new MissingError('No security has a price in this range.')
    for (const file of target.all(spans, calendar)) write(part, file)
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
    onStep({ done: chosen.length, of: chosen.length, what: 'all securities' })
    const without = chosen.length - spans.length
    notice(
      `${spans.length} securities, ${calendar[0]} to ${calendar.at(-1)}, in ${folder}.${without > 0 ? ` ${without} have no price in this range.` : ''}`,
    )
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw explainWrite(remoteError(error) as Error, folder)
  } finally {
    source.close()
  }
}
