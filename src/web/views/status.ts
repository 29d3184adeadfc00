import type { Dataset } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { plot } from '../figures/plot.ts'
import { number, taipei } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { module } from '../parts/module.ts'
import { figureCell, figureHead, head, table } from '../parts/table.ts'
import { type Quality, qualityModules, type RuleState } from './quality.ts'

/** A run, as the service reports it. */
export type StatusRun = {
  readonly kind: string
  readonly started_at: string | null
  readonly ended_at: string | null
  readonly version: string | null
  readonly through: string | null
} & Readonly<Record<(typeof runCounts)[number], number>>

const runCounts = ['added', 'changed', 'removed', 'rejected', 'problems', 'missing'] as const

/** How a dataset stands against its promise, in the order of the table. */
const states = ['late', 'due', 'empty', 'unknown', 'on_time', 'no_promise'] as const

type DatasetState = {
  readonly dataset: string
  readonly last_date: string | null
  readonly row_count: number
  readonly promised_time: string
  readonly state: (typeof states)[number]
  readonly since: string | null
  readonly missing: Readonly<Record<string, number>> | null
}

const responseKinds = ['ok', 'unchanged', 'refused', 'limited', 'failed'] as const
type ResponseKind = (typeof responseKinds)[number]

/** The state of the service; the page shows what the route of the same name answers. */
export type Status = {
  readonly status: 'ready' | 'not_ready'
  readonly checks: Readonly<Record<string, string>>
  readonly origin: 'demo' | 'live' | null
  readonly version: string | null
  readonly through: string | null
  readonly published_at: string | null
  readonly runs: readonly StatusRun[]
  readonly datasets: readonly DatasetState[]
  readonly rules: readonly RuleState[]
  readonly requests: {
    readonly hours: readonly (Readonly<Record<ResponseKind, number>> & { readonly start: string })[]
  }
}

export type StatusData = {
  readonly status: Status
  /** Null before the first version. */
  readonly quality: Quality | null
  readonly datasets: readonly Dataset[]
  readonly now: string
}

/** The request that answers the same. */
const source = 'GET /v1/status'

/** `ok: 5 GB free` is in order; `degraded` still serves; anything else is a fault. */
const tone = (state: string): string => (/^(ok|running)\b/.test(state) ? '' : 'late')

const time = (instant: string | null): string => (instant === null ? '–' : taipei(instant))

function partsModule(context: Context, { status }: StatusData): Html {
  const { status: words } = context.words
  const bytes = (text: string): string =>
    text.replace(/(\d{7,}) bytes/, (_, count: string) => `${number(Number(count) / 1e9, 1)} GB`)
  return module(context, {
    title: words.parts,
    id: 'parts',
    width: 6,
    body: html`<table class="tight"><tbody>${Object.entries(status.checks).map(
      ([part, state]) =>
        html`<tr><td class="one-line">${words.partNames[part as keyof typeof words.partNames] ?? part}</td><td class="${tone(state)}">${bytes(state)}</td></tr>`,
    )}</tbody></table>`,
    source,
  })
}

function requestsModule(context: Context, { status: { requests } }: StatusData): Html {
  const { status: words } = context.words
  const { hours } = requests
  const sum = (kind: ResponseKind): number => hours.reduce((total, hour) => total + hour[kind], 0)
  const total = responseKinds.reduce((all, kind) => all + sum(kind), 0)
  const share = (kind: ResponseKind): string => (total === 0 ? '–' : `${number((100 * sum(kind)) / total, 2)}%`)
  const first = hours[0]?.start ?? null
  return module(context, {
    title: words.requests,
    id: 'requests',
    width: 6,
    meta: first === null ? null : words.requestsMeta(taipei(first)),
    body: html`<p class="quote"><span class="large">${total === 0 ? '–' : `${number(100 - (100 * sum('failed')) / total, 3)}%`}</span><span>${words.withoutFault}</span></p>
${
  hours.length < 2
    ? null
    : plot(words.requestsLabel, hours, ({ start }) => taipei(start).slice(11), [
        {
          ...{ label: words.answers, unit: '', digits: 0, form: 'bars' },
          value: (hour) => responseKinds.reduce((all, kind) => all + hour[kind], 0),
        },
        { label: words.answerKinds.failed, unit: '', digits: 0, form: 'bars', value: ({ failed }) => failed },
      ])
}
<table class="tight"><tbody>${responseKinds.map(
      (kind) =>
        html`<tr><td>${words.answerKinds[kind]}</td><td class="number${kind === 'failed' && sum(kind) > 0 ? ' late' : ''}">${number(sum(kind))}</td><td class="number dim">${share(kind)}</td></tr>`,
    )}</tbody></table><p class="small dim">${words.requestsNote}</p>`,
    source,
  })
}

function runsModule(context: Context, { status }: StatusData): Html {
  const { status: words } = context.words
  const { columns } = words
  const row = (run: StatusRun): Html =>
    html`<tr><td class="one-line">${run.ended_at === null ? words.unfinished(time(run.started_at)) : time(run.ended_at)}</td><td>${words.kinds[run.kind as keyof typeof words.kinds] ?? run.kind}</td><td class="one-line">${run.through ?? '–'}</td><td><code>${run.version ?? '–'}</code></td>${runCounts.map((name) => figureCell(number(run[name])))}</tr>`
  return module(context, {
    title: words.runs,
    id: 'runs',
    width: 12,
    meta: status.origin === 'demo' ? words.runsDemo : words.runsLive,
    body:
      status.runs.length === 0
        ? html`<p class="dim">${words.noRuns}</p>`
        : table(
            words.runs,
            [
              ...[columns.ended, columns.kind, columns.through, columns.version].map(head),
              ...runCounts.map((name) => figureHead(columns[name])),
            ],
            status.runs.map(row),
            ' state-table',
          ),
    source,
  })
}

/** The missing dates that a reader may ask about; what was not listed or halted is no fault. */
const faults = ['not_published', 'source_failed', 'not_loaded'] as const

function datasetsModule(context: Context, { status, datasets }: StatusData): Html {
  const { status: words } = context.words
  const { columns } = words
  const { root, language } = context
  const titles = new Map(datasets.map((dataset) => [dataset.name, dataset.title[language]]))
  const count = (state: DatasetState['state']): number => status.datasets.filter((one) => one.state === state).length
  const stateText = ({ state, since }: DatasetState): Piece =>
    since === null
      ? words.states[state]
      : html`${words.states[state]} <span class="one-line">${words.since(taipei(since))}</span>`
  const row = (one: DatasetState): Html =>
    html`<tr><td><a href="${root}datasets/${one.dataset}">${titles.get(one.dataset) ?? one.dataset}</a></td><td class="wide-only"><code>${one.dataset}</code></td><td class="one-line">${one.last_date ?? '–'}</td><td class="number">${one.promised_time}</td><td class="${one.state === 'late' || one.state === 'due' ? 'late' : ''}">${stateText(one)}</td>${faults.map(
      (reason) => html`<td class="number">${one.missing === null ? '–' : number(one.missing[reason] ?? 0)}</td>`,
    )}</tr>`
  return module(context, {
    title: words.datasets,
    id: 'datasets',
    width: 12,
    meta: words.datasetsMeta(count('on_time'), count('due') + count('late'), count('no_promise')),
    body: table(
      words.datasets,
      [
        head(columns.dataset),
        html`<th scope="col" class="wide-only">${columns.code}</th>`,
        head(columns.last),
        figureHead(columns.promised),
        head(columns.state),
        ...faults.map((reason) => figureHead(words.reasons[reason])),
      ],
      status.datasets.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state)).map(row),
      ' state-table',
    ),
    source,
  })
}

function rulesModule(context: Context, { status }: StatusData): Html {
  const { status: words } = context.words
  const { columns } = words
  const row = ({ rule, about, rejected, open, example }: RuleState): Html =>
    html`<tr><td><code>${rule}</code>${about === null ? null : html`<span class="sub">${about}</span>`}</td><td class="number">${rejected === null ? '–' : number(rejected)}</td><td class="number${open > 0 ? ' late' : ''}">${number(open)}</td><td>${
      example === null
        ? null
        : html`${example.message}<span class="sub"><code>${example.dataset}</code> <code>${example.key}</code> ${taipei(example.last_seen)}</span>`
    }</td></tr>`
  return module(context, {
    title: words.rules,
    id: 'rules',
    width: 12,
    meta: status.origin === 'demo' ? words.rulesDemo : words.rulesLive,
    body: table(
      words.rules,
      [head(columns.rule), figureHead(columns.lastRun), figureHead(columns.open), head(columns.example)],
      status.rules.toSorted((a, b) => b.open - a.open).map(row),
      ' rules',
    ),
    source,
  })
}

/** The state of the service: parts, answers, runs, datasets against their promise, rules. */
export function statusView(context: Context, data: StatusData): Document {
  const { status: words } = context.words
  const { status, now, quality } = data
  const late = status.datasets.filter(({ state }) => state === 'late').length
  const isFine = status.status === 'ready' && late === 0
  return {
    title: words.title,
    description: words.description,
    section: null,
    body: html`<div class="title"><h1>${words.title}</h1><span class="dim">${words.at(taipei(now))}</span></div>
<p class="notice${isFine ? ' good' : ''} spaced"><b>${status.status === 'ready' ? words.ready : words.notReady}</b> ${
      status.through === null
        ? words.noData
        : html`${words.through(status.through, taipei(status.published_at!))}${late > 0 ? words.lateCount(late) : ''}`
    }</p>
<div class="grid">
${partsModule(context, data)}
${requestsModule(context, data)}
${runsModule(context, data)}
${datasetsModule(context, data)}
${rulesModule(context, data)}
${quality === null ? null : qualityModules(context, quality, data.datasets)}
</div>`,
  }
}
