import type { Context } from '../context.ts'
import type { Row } from '../fetched.ts'
import { heatOf } from '../figures/strips.ts'
import { number, percent } from '../format.ts'
import { type Html, html } from '../html.ts'
import { sectorsOf } from '../today.ts'

/** The steps of colour, beside the title of a heat map. */
export const ramp = html`<span class="small dim"><span>−3%</span><span class="ramp" aria-hidden="true"><i class="down-3"></i><i class="down-2"></i><i class="down-1"></i><i></i><i class="up-1"></i><i class="up-2"></i><i class="up-3"></i></span><span>+3%</span></span>`

/** Sectors as equal tiles in the order of their turnover. */
export const heatMap = ({ words }: Context, rows: readonly Row[], market: 'TWSE' | 'TPEX'): Html =>
  html`<ul class="heat">${sectorsOf(rows, market).map(({ id, name, percent: change, share }) => {
    const shown = words.names.sectors[id] ?? name
    return html`<li class="${heatOf(change)}"><span class="name" title="${shown}">${shown}</span><span>${percent(change)}</span><span>${number(share, 1)}</span></li>`
  })}</ul>`
