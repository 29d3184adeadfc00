import type { Scene } from '../answers/answer.ts'
import { rowsChart } from '../answers/rowsChart.ts'
import type { Row } from '../fetched.ts'
import type { Column } from '../figures/ofRows.ts'
import { drawFigures } from './figures.ts'

type Rows = { readonly columns: readonly Column[]; readonly rows: readonly Row[] }

/** Draws the chart of an answer again when the reader chooses another column. */
export function attachChartChoice(scene: Scene, place: HTMLElement, rowsShown: () => Promise<Rows | null>): void {
  place.addEventListener('change', async (event) => {
    const select = event.target as HTMLSelectElement
    if (!select.matches('[data-chart-column]')) return
    const chosen = select.value === '' ? null : select.value
    const shown = await rowsShown()
    const panel = place.querySelector<HTMLElement>('[data-chart]')
    if (!panel || !shown) return
    panel.innerHTML = rowsChart(scene, shown.columns, shown.rows, chosen).text
    panel.querySelector<HTMLSelectElement>('select')?.focus()
    void drawFigures(panel)
  })
}
