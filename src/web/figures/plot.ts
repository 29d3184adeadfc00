import type { Html } from '../html.ts'
import { figure } from './draw.ts'
import type { Series, SeriesFigure } from './spec.ts'

/** A series as a function of what is plotted. */
type SeriesOf<T> = Omit<Series, 'values'> & { readonly value: (item: T) => number | null }

/** Draws one or two series with a point for each item. */
export function plot<T>(
  label: string,
  items: readonly T[],
  point: (item: T) => string,
  [first, second]: readonly [SeriesOf<T>, SeriesOf<T>?],
  base?: SeriesFigure['base'],
): Html {
  const valuesOf = ({ value, ...series }: SeriesOf<T>): Series => ({ ...series, values: items.map(value) })
  return figure({
    kind: 'series',
    label,
    points: items.map(point),
    series: second ? [valuesOf(first), valuesOf(second)] : [valuesOf(first)],
    ...(base && { base }),
  })
}
