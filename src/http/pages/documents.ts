import { problem } from '../../errors.ts'
import { printDocument } from '../../web/layout.ts'
import { documentsView, documentView } from '../../web/views/documents.ts'
import { languageParameter } from '../../web/words/words.ts'
import { string } from '../openapi/schema.ts'
import { groupsOf, guideNames, textOf } from '../reference/library.ts'
import { type Route, route } from '../route.ts'
import { pageLanguage } from './language.ts'
import { openPage, rootOf } from './page.ts'

/** Links among the documents of the repository lead to their pages; those to its other files lead nowhere. */
const linkIn =
  (root: string) =>
  (target: string): string | null => {
    if (/^(https?:|#)/.test(target)) return target
    const [, name, anchor = ''] = /^(?:docs\/|\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
    return name !== undefined && guideNames.includes(name) ? `${root}docs/${name}${anchor}` : null
  }

const about = { en: 'The documents as web pages, and as Markdown.', zh: '文件網頁，亦可取得 Markdown。' }

const common = {
  tag: 'service',
  about,
  auth: 'open',
  cost: 'request',
  query: { lang: pageLanguage },
  responses: { 200: { type: 'text/html', schema: string() } },
} as const

/** A document by its path below `/docs/`; with `.md` at the end its text. */
const documentRoute = (id: string, path: string, routes: () => readonly Route[]): Route =>
  route(`GET ${path}`, id, {
    ...common,
    types: ['text/html', 'text/markdown'],
    async handle(request, services) {
      const { siteUrl } = request
      const { path } = request.request
      const { language, context, respond } = openPage(services, request)
      const name = path.slice('/docs/'.length)
      const isText = name.endsWith('.md')
      const found = textOf(isText ? name.slice(0, -3) : name, routes(), siteUrl, language)
      if (!found) throw problem('not_found', [path])
      if (isText)
        return {
          headers: {
            'Content-Type': 'text/markdown; charset=utf-8',
            'Content-Language': found.isEnglishOnly ? 'en' : languageParameter(language),
          },
          body: found.markdown,
        }
      const frame = { path: name, groups: groupsOf(language), linkOf: linkIn(rootOf(path)) }
      return respond({ status: 200, text: printDocument(context, documentView(context, { ...found, ...frame })) })
    },
  })

/** The documents: their list, and each of them. */
export const documentRoutes = (routes: () => readonly Route[]): readonly Route[] => [
  route('GET /docs', 'documents', {
    ...common,
    types: ['text/html'],
    async handle(request, services) {
      const { language, context, respond } = openPage(services, request)
      return respond({ status: 200, text: printDocument(context, documentsView(context, groupsOf(language))) })
    },
  }),
  documentRoute('document', '/docs/{document}', routes),
  documentRoute('documentInGroup', '/docs/{group}/{document}', routes),
]
