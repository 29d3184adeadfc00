import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../errors.ts'
import { headingsOf } from '../../web/markdown.ts'
import type { Entry } from '../../web/search.ts'
import type { DocumentGroup } from '../../web/views/documents.ts'
import { wordsOf } from '../../web/words/words.ts'
import type { Route } from '../route.ts'
import { sectionText } from './guide.ts'
import { operationsText, type Tag, tagNames } from './operations.ts'
import { type Section, sectionNames, sections } from './sections.ts'

const folder = join(import.meta.dirname, '../../../docs')

/** The address that the documents name, where the reader's own is put in. */
const documentedAddress = 'http://127.0.0.1:8080'

/** The guides: the documents of the repository. */
export const guideNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3))

const guideTexts = new Map<string, string>()

function guideText(name: string): string {
  let text = guideTexts.get(name)
  if (text === undefined) {
    text = readFileSync(join(folder, `${name}.md`), 'utf8')
    guideTexts.set(name, text)
  }
  return text
}

/** Words of a section that the search knows; longer sections are tables of names that have pages of their own. */
const mostWords = 150

export type LibraryText = { readonly title: string; readonly markdown: string; readonly isEnglishOnly: boolean }

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)

/** A document by its path below `/docs/`; null where there is none. */
export function textOf(
  path: string,
  routes: readonly Route[],
  siteUrl: string,
  language: Language,
): LibraryText | null {
  const [folderName, name] = path.split('/')
  const { documents } = wordsOf(language)
  if (folderName === 'reference' && name !== undefined && isOneOf<Section>(sectionNames, name))
    return {
      title: sections[name][language],
      markdown: sectionText(name, routes, siteUrl, language),
      isEnglishOnly: false,
    }
  if (folderName === 'api' && name !== undefined && isOneOf<Tag>(tagNames, name))
    return { title: documents.tags[name], markdown: operationsText(name, routes, language), isEnglishOnly: false }
  if (name !== undefined || !guideNames.includes(path)) return null
  return {
    title: { ...documents.guideTitles.guides, ...documents.guideTitles.operation }[path]?.[0] ?? path,
    markdown: guideText(path).replaceAll(documentedAddress, siteUrl),
    isEnglishOnly: true,
  }
}

/** Every document in the order of the list. */
export function groupsOf(language: Language): readonly DocumentGroup[] {
  const { documents } = wordsOf(language)
  const guides = (group: 'guides' | 'operation') =>
    Object.entries(documents.guideTitles[group]).map(([path, [title, about]]) => ({ path, title, about }))
  return [
    {
      title: documents.reference,
      entries: sectionNames.map((name) => ({ path: `reference/${name}`, title: sections[name][language], about: '' })),
    },
    {
      title: documents.api,
      entries: tagNames.map((name) => ({ path: `api/${name}`, title: documents.tags[name], about: '' })),
    },
    { title: documents.guides, entries: guides('guides') },
    { title: documents.operation, entries: guides('operation') },
  ]
}

/** The different words of a section: enough to find it, and a fraction of its text. */
const wordsIn = (content: string): string =>
  [...new Set(content.toLowerCase().match(/[\p{L}\p{N}_-]{2,40}/gu) ?? [])].slice(0, mostWords).join(' ')

/** Every heading of every document, for the search. */
export function headingEntries(routes: readonly Route[], siteUrl: string, language: Language): readonly Entry[] {
  return groupsOf(language).flatMap(({ title: group, entries }) =>
    entries.flatMap(({ path, title }) => {
      const found = textOf(path, routes, siteUrl, language)!
      return headingsOf(found.markdown).map(({ level, text, anchor, content }) => ({
        name: level === 1 ? path : `${path}#${anchor}`,
        title: level === 1 ? title : text,
        tier: group,
        words: `${title} ${text} ${path} ${wordsIn(content)}`.toLowerCase(),
      }))
    }),
  )
}
