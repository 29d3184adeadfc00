import type { Context } from '../context.ts'
import { type Html, html } from '../html.ts'

/** The search for datasets: a form that opens the list, and hits while the reader types where scripts run. */
export const searchField = ({ words, root, language }: Context, count: number): Html =>
  html`<form class="find" action="${root}datasets" role="search"><label class="unseen" for="find">${words.home.search}</label><input id="find" name="q" type="search" data-find="hits" data-entries="${root}datasets.json?lang=${language === 'zh' ? 'zh-TW' : 'en'}" data-base="${root}datasets/" data-none="${words.home.noHits}" data-elsewhere="${root}stocks" data-elsewhere-label="${words.home.inStocks}" role="combobox" aria-controls="hits" aria-expanded="false" autocomplete="off" placeholder="${words.home.searchHint(count)}"><kbd aria-hidden="true">/</kbd><div id="hits" class="hits" role="listbox" aria-label="${words.home.search}" hidden></div></form>`
