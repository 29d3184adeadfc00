import { categories, tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { oneOf, optional, text } from '../../fields.ts'
import { entriesOf } from '../../web/entries.ts'
import { holds } from '../../web/search.ts'
import { datasetListView } from '../../web/views/datasetList.ts'
import { nearest } from '../request/nearest.ts'
import { orBlank, page } from './page.ts'

const words = new Map(entriesOf(catalogue, 'en').map(({ name, words }) => [name, words]))
const names = catalogue.map(({ name }) => name)

/** Every dataset by category, those that a search or a filter leaves. */
export const datasetListPage = page('/datasets', {
  query: {
    q: optional(text('Words of either language', '任一語言的字詞')),
    category: orBlank(oneOf(categories, 'Datasets of one category', '類別')),
    tier: orBlank(oneOf(tiers, 'Datasets of one tier', '方案等級')),
  },
  async load({ query: { q = '', category, tier }, services }) {
    const { datasets: held } = services.manifest()!
    const found = catalogue.filter(
      (dataset) =>
        (category === undefined || dataset.category === category) &&
        (tier === undefined || dataset.tier === tier) &&
        holds(words.get(dataset.name)!, q),
    )
    return {
      datasets: catalogue,
      held: (name: string) => held[name],
      wanted: { q: q.trim(), category: category ?? null, tier: tier ?? null },
      found: new Set(found.map(({ name }) => name)),
      near: found.length === 0 ? nearest(q.trim(), names) : [],
    }
  },
  view: datasetListView,
})
