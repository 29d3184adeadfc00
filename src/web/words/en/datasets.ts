/** Texts of the list of datasets. */
export const datasets = {
  title: 'Datasets',
  description: (count: number) =>
    `${count} datasets of the Taiwan market: prices, flows, fundamentals, derivatives, with coverage and plan.`,
  path: 'Each name is a path:',
  search: 'Search by name, title, column or synonym',
  hint: 'foreign, 融資, revenue, close…',
  category: 'Category',
  all: 'All',
  plan: 'Plan',
  anyPlan: 'Any plan',
  shown: 'shown',
  opens: (free: number, lite: number, plus: number) =>
    `A Free key opens ${free} datasets, Lite ${lite}, Plus ${plus}: a plan reads those below it too.`,
  dataset: 'Dataset',
  content: 'Content',
  coverage: 'Coverage',
  rows: 'Rows',
  none: 'No dataset has all of these words.',
  noneWays: 'Use fewer words or another one; Chinese and English both work.',
  near: 'Similar names:',
  clear: 'Show all datasets',
  ask: 'Ask it as a question',
  empty: 'no rows yet',
}
