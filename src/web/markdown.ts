import { Marked, type Tokens } from 'marked'
import type { Context } from './context.ts'
import { escaped, Html } from './html.ts'

/** The words of a heading as the end of an address, as code hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The text of a heading without its marks. */
const plain = (text: string): string => text.replace(/[`*]|\]\([^)]*\)|\[/g, '')

/** The headings of a document, in order, with the text up to the next one; lines of code are no headings. */
export function headingsOf(markdown: string) {
  const found: { level: number; text: string; anchor: string; content: string }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, text] = (!isCode && /^(#{1,4}) (.+)$/.exec(line)) || []
    if (marks !== undefined)
      found.push({ level: marks.length, text: plain(text!), anchor: anchorOf(plain(text!)), content: '' })
    else if (found.length > 0) found.at(-1)!.content += `${line}\n`
  }
  return found
}

/** Where a link of a document leads on this site; null where the target is not served. */
export type LinkOf = (target: string) => string | null

/** A document as HTML: headings with anchors, code that can be copied, tables that scroll. */
export function renderMarkdown({ words, asset }: Context, markdown: string, linkOf: LinkOf): Html {
  let blocks = 0
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = anchorOf(plain(text))
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${anchor}" aria-label="#">#</a></h${depth}>\n`
      },
      code({ text }: Tokens.Code) {
        blocks++
        const id = `code-${blocks}`
        return `<div class="copied"><pre class="code" id="${id}" tabindex="0">${escaped(text)}</pre><button class="copy scripted" type="button" data-of="${id}" data-done="${escaped(words.frame.copied)}">${escaped(words.frame.copy)}</button></div>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (list: readonly Tokens.TableCell[], tag: string): string =>
          list.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const isNamed = header.some(({ text }) => text !== '')
        const head = isNamed
          ? `<thead><tr>${cells(header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead>`
          : ''
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('')
        return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(words.frame.table)}"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = linkOf(href)
        return target === null ? text : `<a href="${escaped(target)}">${text}</a>`
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escaped(asset(href))}" alt="${escaped(text)}">`
      },
      // Documents have no HTML of their own but comments for their writers.
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return text.startsWith('<!--') ? '' : escaped(text)
      },
    },
  })
  return new Html(renderer.parse(markdown, { async: false }))
}
