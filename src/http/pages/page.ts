import type { Caller } from '../../access/guard.ts'
import { dayMs } from '../../days.ts'
import type { Language } from '../../errors.ts'
import { notReady } from '../../errors.ts'
import { type Field, type Fields, optional, type Values } from '../../fields.ts'
import { RecentMap } from '../../recent.ts'
import { createAssets } from '../../web/assets.ts'
import type { Age, Context } from '../../web/context.ts'
import type { Document } from '../../web/document.ts'
import { escaped } from '../../web/html.ts'
import { printDocument } from '../../web/layout.ts'
import { wordsOf } from '../../web/words/words.ts'
import { string } from '../openapi/schema.ts'
import { type Route, type RouteRequest, type RouteResponse, route } from '../route.ts'
import type { InternalClient, Services } from '../services.ts'
import { chosenLanguage, languageCookie, pageHeaders, pageLanguage } from './language.ts'

/** Files that pages load; every thread reads them once. */
export const assets = createAssets()

/** A page may load its own scripts and styles, and call this service; nothing comes from another host. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** No page is this deep; a longer path would make every link of an error page long. */
const mostSteps = 20

/** The relative path from a requested path, as the browser resolves it, to the root of the service. */
export function rootOf(path: string): string {
  const steps = path.split('/').length - 2
  return steps < 1 ? './' : steps > mostSteps ? '/' : '../'.repeat(steps)
}

/** Days after the newest one until the data counts as late: a week-end with a holiday on either side. */
const lateDays = 5

function ageOf({ manifest, now }: Pick<Services, 'manifest' | 'now'>): Age | null {
  const version = manifest()
  if (!version) return null
  const { through, written_at, origin } = version
  const isLate = now().getTime() - Date.parse(`${through}T18:00:00+08:00`) > lateDays * dayMs
  return { isSimulated: origin === 'demo', through, writtenAt: written_at, isLate }
}

/** The part of a context that follows from the address of a page, with the parameters that the page knows, and its language. */
export function frameOf(
  path: string,
  query: string,
  language: Language,
  known?: readonly string[],
): Omit<Context, 'siteUrl' | 'age'> {
  const root = rootOf(path)
  // One pass: a long query may have thousands of names, and each removal by name would look at all of them.
  const kept = [...new URLSearchParams(query)].filter(([name]) => name !== 'lang' && known?.includes(name) !== false)
  const text = new URLSearchParams(kept).toString()
  return {
    language,
    words: wordsOf(language),
    root,
    // Behind the root "/" a path that begins with a slash would be the address of another host.
    path: root === '/' ? '' : path.slice(1) + (text === '' ? '' : `?${text}`),
    asset: (name) => `${root}assets/${assets().digest}/${name}`,
  }
}

type PageAddress = Pick<RouteRequest<Fields, Fields, 'open'>, 'request' | 'siteUrl' | 'visitor' | 'language'> & {
  readonly query: Readonly<Record<string, unknown>> & { readonly lang?: 'en' | 'zh-TW' | undefined }
}

/** The language and the context of a page, and its response, which remembers the language that the reader chose. */
export function openPage(
  services: Pick<Services, 'manifest' | 'now'>,
  { request, siteUrl, visitor, language: preferred, query }: PageAddress,
  secrets: readonly string[] = [],
) {
  const { lang } = query
  const language = chosenLanguage(lang, visitor.cookie, preferred)
  const known = Object.keys(query).filter((name) => !secrets.includes(name))
  const context: Context = { ...frameOf(request.path, request.query, language, known), siteUrl, age: ageOf(services) }
  const respond = ({ status, text }: Printed): RouteResponse => ({
    status,
    headers: pageHeaders(language, policy),
    ...(lang === undefined ? {} : { cookies: [languageCookie(lang, visitor.isSecure)] }),
    body: text,
  })
  return { language, context, respond }
}

/** The placeholder for the address of the service in a kept page: readers reach it under different ones. */
const site = 'http://site.invalid'

/** Pages that are the same for every reader are kept: so many, until a new version stands. */
const mostKept = 150

type Printed = { readonly status: number; readonly text: string }

/** Keeps printed pages of the current version; one that names something unknown is not kept. */
function createKeeper() {
  const kept = new RecentMap<string, Promise<Printed>>(mostKept)
  let version: string | null = null
  return (current: string, name: string, print: (forget: () => void) => Promise<Printed>): Promise<Printed> => {
    if (current !== version) kept.clear()
    version = current
    const found = kept.get(name) ?? print(() => forget())
    const forget = (): boolean => kept.get(name) === found && kept.delete(name)
    found.then(({ status }) => status !== 200 && forget(), forget)
    kept.set(name, found)
    return found
  }
}

const keep = createKeeper()

export type PageRequest<Q extends Fields> = {
  /** The reader, where a key or a session identifies one. Only a page that is not kept may depend on it. */
  readonly caller: Caller | null
  readonly language: Language
  readonly params: Readonly<Record<string, string>>
  readonly query: Values<Q>
  readonly internal: InternalClient
  readonly services: Services
}

type PageDefinition<Q extends Fields, D> = {
  /** Parameters of the page beside its language. */
  readonly query?: Q
  /** Parameters with secrets: no link of the page repeats them. */
  readonly secrets?: readonly (keyof Q & string)[]
  /** True for a page that is printed for each request: it shows the present moment, or depends on the reader. */
  readonly isFresh?: true
  /** Reads the data that the page shows; throws a problem where there is no such page. */
  readonly load: (request: PageRequest<Q>, context: Context) => Promise<D>
  readonly view: (context: Context, data: D) => Document
  /** False if the data holds an answer that failed: the page is not kept for the next reader. */
  readonly isLasting?: (data: D) => boolean
}

const printed = (context: Context, document: Document): Printed => ({
  status: document.status ?? 200,
  text: printDocument(context, document),
})

/** Prints a page for a request; it is kept until the data changes, unless it must be fresh. */
export async function printPage<Q extends Fields, D>(
  { load, view, isLasting, isFresh }: Omit<PageDefinition<Q, D>, 'query' | 'secrets'>,
  context: Context,
  request: PageRequest<Q>,
): Promise<Printed> {
  if (isFresh) return printed(context, view(context, await load(request, context)))
  const version = request.services.manifest()
  if (!version) throw notReady()
  const { language, path, root, age } = context
  const name = [language, root, path, age?.isLate].join(' ')
  const kept = { ...context, siteUrl: site }
  const { status, text } = await keep(`${version.version} ${version.number}`, name, async (forget) => {
    const data = await load(request, kept)
    if (isLasting?.(data) === false) forget()
    return printed(kept, view(kept, data))
  })
  return { status, text: text.replaceAll(site, () => escaped(context.siteUrl)) }
}

/** Waits for every member of an object. */
export const allOf = async <T extends object>(members: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> =>
  Object.fromEntries(await Promise.all(Object.entries(members).map(async ([name, member]) => [name, await member])))

/** A field of a form, which sends the names of all its fields: one that is left blank is as if it was not sent. */
export const orBlank = <T>(field: Field<T>): Field<T | undefined> => {
  const inner = optional(field)
  return { ...inner, parse: (raw) => (raw === '' ? undefined : inner.parse(raw)) }
}

/** A page for people: rendered from the data of the service, in the language of the reader. */
export const page = <const Q extends Fields, D>(path: string, definition: PageDefinition<Q, D>): Route => {
  const { query = {} as Q, secrets } = definition
  const fields = { ...query, lang: pageLanguage }
  return route(`GET ${path}`, path, {
    tag: 'service',
    about: { en: 'A page for people.', zh: '供人閱讀的網頁。' },
    auth: 'open',
    // Pages read as the service, not as their reader.
    cost: 'request',
    types: ['text/html'],
    query: fields,
    responses: { 200: { type: 'text/html', schema: string() } },
    async handle(request, services) {
      const { params, caller } = request
      const { language, context, respond } = openPage(services, request as PageAddress, secrets)
      const { internal } = services
      const own = { params, query: request.query as Values<Q>, caller, language, internal, services }
      return respond(await printPage(definition, context, own))
    },
  })
}
