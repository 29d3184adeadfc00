import type { Language } from '../../errors.ts'
import { type Html, html } from './html.ts'
import { pageWords as words } from './pageWords.ts'
import { languageTag, printPlainPage } from './plainPage.ts'

const languages: readonly Language[] = ['zh', 'en']

const section = (language: Language, siteUrl: string, isSimulated: boolean): Html => {
  const lang = language === 'zh' ? 'zh-TW' : 'en'
  return html`<section lang="${languageTag(language)}">
<p>${words.about[language]}</p>
${isSimulated ? html`<p class="bad">${words.simulated[language]}</p>` : null}
<p>${words.first[language]}</p>
<pre><code>curl ${siteUrl}/v1/data</code></pre>
<ul>
<li><a href="docs?lang=${lang}">${words.docs[language]}</a></li>
<li><a href="v1/data">${words.catalogue[language]}</a></li>
<li><a href="account?lang=${lang}">${words.account[language]}</a></li>
</ul>
</section>`
}

/** The first page, in both languages: the service, the first call, and links. */
export const printHomePage = (siteUrl: string, isSimulated: boolean, language: Language): string =>
  printPlainPage(
    'Formosa',
    html`<h1>Formosa</h1>
${languages.toSorted((a) => (a === language ? -1 : 1)).map((each) => section(each, siteUrl, isSimulated))}
<footer><a href="openapi.json">OpenAPI 3.1</a><a href="llms.txt">llms.txt</a></footer>`,
    language,
  )
