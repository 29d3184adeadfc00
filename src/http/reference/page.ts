import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Manifest } from '../../lake/manifest.ts'
import { Html, html } from '../../web/html.ts'
import type { Route } from '../route.ts'
import { byCategory, datasetSections } from './datasets.ts'
import { guide } from './guide.ts'
import { languageTag } from './plainPage.ts'
import { sectionNames, sections } from './sections.ts'
import { style } from './style.ts'
import { categoryNames, words } from './words.ts'

/** The parts of the page that do not follow from the registry. */
export type ReferencePage = {
  readonly release: string
  readonly routes: readonly Route[]
  readonly manifest: Manifest | null
  readonly language: Language
  /** The address of the service in the examples. */
  readonly siteUrl: string
}

const contents = (language: Language): Html => html`<nav aria-label="${words.contents[language]}">
<strong>${words.guide[language]}</strong>
<ul>${sectionNames.map((name) => html`<li><a href="#${name}">${sections[name][language]}</a></li>\n`)}</ul>
<strong>${words.datasets[language]} (${catalogue.length})</strong>
${byCategory.map(
  ({ category, datasets }) => html`<details><summary>${categoryNames[category][language]} (${datasets.length})</summary>
<ul>${datasets.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></details>\n`,
)}
</nav>`

/** The API reference: one page that needs nothing but itself. */
export function printPage({ release, routes, manifest, language, siteUrl }: ReferencePage): string {
  const page = html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Formosa API</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip[language]}</a>
<header>
<h1>Formosa API</h1>
<p>${words.tagline[language]} ${release}.</p>
<p class="links">${
    language === 'zh'
      ? html`<a href="?lang=en" lang="en" hreflang="en">English</a>`
      : html`<a href="?lang=zh-TW" lang="zh-Hant-TW" hreflang="zh-TW">中文</a>`
  }<a href="openapi.json">OpenAPI 3.1</a><a href="llms.txt">llms.txt</a><a href="v1/data">GET /v1/data</a></p>
${manifest?.origin === 'demo' ? html`<p class="banner" role="note">${words.simulated[language]}</p>` : null}
</header>
<div class="page">
${contents(language)}
<main id="content">
${guide(routes, siteUrl, language)}${datasetSections(manifest, language)}</main>
</div>
</body>
</html>
`
  return page.text
}
