import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue, contractDatasets, series } from '../../catalogue/index.ts'
import { publishers, type Source } from '../../catalogue/publishers.ts'
import { type CodeRule, codeRules, codeSources } from '../../sources/exchange/securityCodes.ts'
import { type Feed, needsTerms } from '../../sources/feed.ts'
import { feeds } from '../../sources/index.ts'
import { termsOf } from './terms.ts'

/** Where the rows of real markets come from, under which terms, and the evidence that feeds read them correctly. */

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (titles: readonly string[], rows: readonly string[]): string =>
  [row(...titles), row(...titles.map(() => '---')), ...rows].join('\n')
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const code = (text: string): string => `\`${text}\``

const feedsOf = (dataset: Dataset): Feed[] => feeds.filter((feed) => feed.dataset.name === dataset.name)
const isMaker = ({ role }: Feed): boolean => role !== 'witness'

/** The feeds that rows are made from: feeds of one id at a time only where no feed covers the whole market. */
function makersOf(dataset: Dataset): Feed[] {
  const makers = feedsOf(dataset).filter(isMaker)
  const whole = makers.filter(({ each }) => each === 'market')
  return whole.length > 0 ? whole : makers
}

const filledBy = (list: readonly Feed[]): Set<string> => new Set(list.flatMap(({ fills }) => fills))

/** Whether open data alone makes whole rows. */
const isWhole = (dataset: Dataset, open: readonly Feed[]): boolean => {
  const filled = filledBy(open)
  return columnsOf(dataset).every(([name, { nullable }]) => nullable || filled.has(name))
}

/** An answer without a date may hold the newest day, or everything since the first one. */
const isHistory = ({ span, since }: Feed): boolean => span === 'latest' && since !== null

/** What comes without accepting any terms: which markets, which columns are missing, and whether there is a past. */
function byDefault(dataset: Dataset): string {
  const makers = makersOf(dataset)
  const markets = unique(makers.map(({ market }) => market)).map((market) => {
    const all = makers.filter((feed) => feed.market === market)
    return { market, all, open: all.filter((feed) => !needsTerms(feed)) }
  })
  const covered = markets.filter(({ open }) => open.length > 0 && isWhole(dataset, open))
  if (covered.length === 0) return dataset.derived ? 'as far as what it is computed from' : 'no'
  const lacking = unique(
    covered.flatMap(({ all, open }) => {
      const filled = filledBy(open)
      return [...filledBy(all)].filter((name) => !filled.has(name))
    }),
  )
  const isNewest = covered.every(({ open }) => open.every((feed) => feed.span === 'latest' && !isHistory(feed)))
  return [
    covered.length === markets.length ? 'yes' : `only ${covered.map(({ market }) => market ?? 'the rest').join(', ')}`,
    ...(lacking.length > 0 ? [`without ${lacking.map(code).join(', ')}`] : []),
    ...(isNewest ? ['the newest only'] : []),
  ].join('; ')
}

/** Makers by publisher: `twse` MI_INDEX, STOCK_DAY. */
function madeFrom(dataset: Dataset): string {
  const makers = feedsOf(dataset).filter(isMaker)
  const byPublisher = Map.groupBy(makers, ({ publisher }) => publisher.id)
  const published = [...byPublisher].map(
    ([id, own]) => `${code(id)} ${unique(own.map(({ endpoint }) => endpoint)).join(', ')}`,
  )
  const computed = dataset.derived ? [`computed from ${dataset.derived.from.join(', ')}`] : []
  return [...computed, ...published].join('<br>')
}

const licencesOf = (dataset: Dataset): string => {
  const makers = feedsOf(dataset).filter(isMaker)
  const own: readonly Source[] = dataset.derived ? [publishers.computed] : dataset.sources
  const sources = makers.length > 0 ? makers.map(({ publisher }) => publisher) : own
  return unique(sources.map(({ licence }) => licence)).join('<br>')
}

const recordingsOf = (list: readonly Feed[]): string[] => unique(list.flatMap(({ recording }) => recording ?? []))

/** The recorded answers that its feeds were tried on, how many feeds were not, and those that rows are compared with. */
function verified(dataset: Dataset): string {
  const all = feedsOf(dataset)
  const makers = all.filter(isMaker)
  const compared = recordingsOf(all.filter((feed) => !isMaker(feed))).map((file) => `compared: ${code(file)}`)
  if (makers.length === 0) return ['computed: its rule is tested', ...compared].join('<br>')
  const files = recordingsOf(makers).map(code)
  const left = makers.filter((feed) => feed.recording === null).length
  const rest = left === makers.length ? ['not verified'] : left > 0 ? [`${left} of ${makers.length} not verified`] : []
  return [...files, ...rest, ...compared].join('<br>')
}

const spans: Readonly<Record<Feed['span'], string>> = {
  day: 'a day',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
  range: 'any days',
  latest: 'the newest',
}
const roles: Readonly<Record<Feed['role'], string>> = {
  rows: 'rows',
  part: 'part of rows',
  cumulative: 'sums from 1 January',
  witness: 'compared with',
}

const feedRow = (feed: Feed) =>
  row(
    feed.dataset.name,
    code(feed.publisher.id),
    feed.endpoint,
    feed.market ?? '',
    feed.importFor === null ? roles[feed.role] : `${roles[feed.role]}, by import: ${feed.importFor}`,
    `${isHistory(feed) ? 'all of it' : spans[feed.span]}${feed.each === 'id' ? ', one id' : ''}`,
    feed.since ?? '',
    feed.publisher.terms === 'site' ? 'accept' : feed.publisher.terms,
    feed.recording === null ? 'not verified' : code(feed.recording),
  )

const publisherRow = (id: keyof typeof publishers): string => {
  const { publisher, terms, base, pace, licence } = publishers[id]
  const own = feeds.filter((feed) => feed.publisher.id === id)
  return row(
    code(id),
    publisher,
    base === '' ? '' : code(base),
    terms === 'open' ? 'yes' : terms === 'site' ? 'no' : '',
    own.length === 0 ? '0' : `${own.length}`,
    own.length === 0 || pace.seconds === 0 ? '' : `${pace.requests} in ${pace.seconds} s`,
    licence,
    termsOf[id],
  )
}

/** When codes were given by a rule. */
const givenIn = ({ since, until }: CodeRule): string =>
  [since && `from ${since}`, until && `until ${until}`].filter(Boolean).join(' ')

const codeRow = (rule: CodeRule): string =>
  row(
    code(rule.form),
    rule.type,
    `${rule.kind}; ${rule.name}`,
    rule.markets.join(', '),
    givenIn(rule),
    rule.source,
    rule.note ?? '',
  )

export const printSources = (): string => {
  const checked = feeds.filter((feed) => feed.recording !== null)
  return `${[
    '# Sources',
    '<!-- Printed from the feeds by `npm run docs`; do not edit. -->',
    `${feeds.length} feeds of ${unique(feeds.map(({ publisher }) => publisher.id)).length} publishers make the rows of real markets (\`FORMOSA_ORIGIN=live\`). Each is tried on an answer of our own making, and ${checked.length} of them on an answer that the publisher really gave: those are named under *verified*. Where no such answer was at hand it says *not verified*: the feed was written from descriptions, and a first real answer that it cannot read is worth sending in ([live.md](live.md#a-sample-for-the-maintainers)). A feed that tells its rows *by import* is asked by no plan: it reads responses that you saved (\`formosa import --feed\`).`,
    'Feeds under an open licence are asked from the start. Those whose publisher’s terms forbid automated download, or say nothing of it, are asked only once you accepted the terms: `formosa refresh --accept-terms <publisher>`, or the setting `FORMOSA_ACCEPT_TERMS` with the ids of publishers or `all`. Whether you may is between you and the publisher. Attribution is in the catalogue (`sources` of each dataset) and has to be kept where rows are passed on.',
    '## Publishers and their terms',
    table(
      ['id', 'publisher', 'address', 'asked by default', 'feeds', 'at most', 'licence', 'what it means'],
      (Object.keys(publishers) as (keyof typeof publishers)[]).map(publisherRow),
    ),
    '## Datasets',
    `${contractDatasets.length} datasets, and ${series.length} series computed from them. *By default* says what comes without accepting terms: for which markets, which columns are missing then, and where there is no past to ask for. Files under *verified* are recorded answers.`,
    table(
      ['dataset', 'feeds', 'by default', 'licence', 'verified'],
      catalogue.map((dataset) =>
        row(dataset.name, madeFrom(dataset), byDefault(dataset), licencesOf(dataset), verified(dataset)),
      ),
    ),
    '## Feeds',
    'Every feed: what it tells, how much one answer covers, since when the publisher answers, and what it was verified against.',
    table(
      ['dataset', 'publisher', 'endpoint', 'market', 'tells', 'one answer', 'since', 'terms', 'verified'],
      catalogue.flatMap((dataset) => feedsOf(dataset).map(feedRow)),
    ),
    '## Codes of securities',
    'What the code of a security tells about it. In a form `#` is a digit, `@` a digit or a letter, and the rest reads as in a regular expression; of two rules that cover a code the first holds. A row whose code no rule covers gets no type: feeds that need one keep it out of the lake, and report and quarantine name it (`unknown_code`). The rules come from',
    Object.entries(codeSources)
      .map(([id, text]) => `- *${id}*: ${text}`)
      .join('\n'),
    table(['form', 'type', 'what it is', 'market', 'given', 'source', 'remarks'], codeRules.map(codeRow)),
  ].join('\n\n')}\n`
}
