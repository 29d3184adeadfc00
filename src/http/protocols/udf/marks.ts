import type { ExplainedAction } from '../../../derive/explained.ts'
import { DamagedFile, ifMissing } from '../../../disk.ts'
import type { Language } from '../../../errors.ts'
import type { Services } from '../../services.ts'
import { type Bar, periodStart, type Resolution } from './bars.ts'
import type { Source } from './symbols.ts'

/** An event at a bar of a chart. */
export type Mark = {
  readonly id: string
  readonly time: number
  readonly label: string
  readonly color: string
  readonly text: string
}

/** The letter, the colour and the words of each kind of action. */
const kinds: Readonly<Record<string, readonly [label: string, color: string, en: string, zh: string]>> = {
  cash_dividend: ['D', '#2e7d32', 'Cash dividend', '除息'],
  stock_dividend: ['S', '#1565c0', 'Stock dividend', '股票股利'],
  rights_issue: ['R', '#6a1b9a', 'Rights issue', '現金增資'],
  rights: ['R', '#6a1b9a', 'Rights', '除權'],
  capital_reduction: ['C', '#c62828', 'Capital reduction', '減資'],
  split: ['X', '#ef6c00', 'Split', '分割'],
  reverse_split: ['X', '#ef6c00', 'Reverse split', '反分割'],
  par_value_change: ['P', '#ef6c00', 'Change of par value', '變更面額'],
}

/** The corporate actions of a security from the ledger of adjusted prices, each at the bar of its day. */
export function marksOf(
  { library, ledger, onDamage }: Services,
  { kind, id }: Source,
  bars: readonly Bar[],
  resolution: Resolution,
  language: Language,
): Mark[] {
  const version = library.current()
  if (kind !== 'security' || !version) return []
  const byPeriod = new Map(
    bars.map(({ time }) => [periodStart(new Date(time * 1_000).toISOString().slice(0, 10), resolution), time]),
  )
  const read = (): string => {
    try {
      return ledger(version.version, id)?.entries ?? '[]'
    } catch (error) {
      // The bars are served without the ledger.
      if (!(error instanceof DamagedFile)) return ifMissing('[]')(error as Error)
      onDamage(error)
      return '[]'
    }
  }
  return (JSON.parse(read()) as ExplainedAction[]).flatMap(
    ({ event_date, effective_date, actions, factor, close_before, reference_price }) => {
      const time = effective_date === null ? undefined : byPeriod.get(periodStart(effective_date, resolution))
      const [first] = actions
      if (time === undefined || first === undefined) return []
      const [label, color] = kinds[first]!
      const words = actions
        .map((action) => kinds[action]![language === 'zh' ? 3 : 2])
        .join(language === 'zh' ? '、' : ', ')
      const text = `${event_date} ${words}: ${Number(close_before)} → ${Number(reference_price)}${factor === null ? '' : ` (× ${Number(factor).toFixed(6)})`}`
      return [{ id: `${id}-${event_date}-${first}`, time, label, color, text }]
    },
  )
}
