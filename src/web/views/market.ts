import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { html } from '../html.ts'
import { companyNames, movesOf } from '../today.ts'
import type { MarketData } from './market/data.ts'
import { institutionsModule, marginModule } from './market/flows.ts'
import { breadthModule, indexModule, turnoverModule } from './market/indices.ts'
import { exchangeModule, futuresModule, optionsModule, putCallModule } from './market/positions.ts'
import { fearGreedModule, moversModules, sectorsModule } from './market/sectors.ts'

export function marketView(context: Context, data: MarketData): Document {
  const { market } = context.words
  const names = companyNames(data.overview.rows)
  const moves = movesOf(data.prices.rows, names)
  return {
    title: market.title,
    description: market.description,
    section: 'market',
    body: html`<h1>${market.title}</h1>
<div class="grid">
${indexModule(context, 'taiex', data.taiex, data.taiexTicks)}
${indexModule(context, 'tpex', data.tpex, data.tpexTicks)}
${breadthModule(context, data, names, moves)}
${institutionsModule(context, data)}
${turnoverModule(context, data)}
${marginModule(context, data)}
${sectorsModule(context, data, 'TWSE')}
${sectorsModule(context, data, 'TPEX')}
${moversModules(context, data, moves)}
<div class="stack of-6">
${fearGreedModule(context, data)}
${futuresModule(context, data)}
</div>
<div class="stack of-6">
${putCallModule(context, data)}
${exchangeModule(context, data)}
${optionsModule(context, data)}
</div>
</div>`,
  }
}
