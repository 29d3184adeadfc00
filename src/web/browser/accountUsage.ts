import { plot } from '../figures/plot.ts'
import { rankedBar } from '../figures/strips.ts'
import { number, taipei } from '../format.ts'
import { type Html, html } from '../html.ts'
import { fill, find, refusalOf, texts } from './accountParts.ts'
import { call, type Reply } from './call.ts'
import { drawFigures } from './figures.ts'

type Usage = {
  readonly rate_limit_per_hour: number
  readonly buckets: readonly { readonly start: string; readonly calls: number }[]
  readonly days: {
    readonly first_date: string
    readonly last_date: string
    readonly keys: readonly {
      readonly id: number
      readonly name: string | null
      readonly last4: string | null
      readonly calls: number
    }[]
    readonly datasets: readonly { readonly dataset: string; readonly calls: number }[]
    readonly rows: readonly { readonly date: string; readonly calls: number }[]
  }
}

const show = (id: string, content: Html): void => {
  find(id).innerHTML = content.text
}

const sumOf = (list: readonly { readonly calls: number }[]): number => list.reduce((sum, { calls }) => sum + calls, 0)

/** The sixty minutes of the window against the pace that would spend it. */
function showHour({ buckets, rate_limit_per_hour: limit }: Usage): void {
  const used = sumOf(buckets)
  const pace = Math.floor(limit / 60)
  find('hour-used').textContent = fill(texts.ofLimit, { used: number(used), limit: number(limit) })
  for (const fact of document.querySelectorAll('[data-fact="left"]'))
    fact.textContent = number(Math.max(0, limit - used))
  show(
    'hour',
    plot(
      texts.hour,
      buckets,
      ({ start }) => taipei(start).slice(11),
      [{ label: texts.hour, unit: '', digits: 0, form: 'bars', value: ({ calls }) => calls }],
      { label: texts.spends, value: pace, digits: 0 },
    ),
  )
  const notes = [
    fill(texts.pace, { n: number(pace) }),
    ...(used === 0 ? [texts.none] : []),
    ...(buckets[0]?.calls ? [fill(texts.freed, { n: number(buckets[0].calls) })] : []),
  ]
  show('hour-notes', html`${notes.map((note) => html`<span>${note}</span>`)}`)
}

const datesBetween = (first: string, last: string): string[] => {
  const dates: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last) && dates.length < 40; at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}

const ranked = (rows: readonly (readonly [Html, number])[]): Html => {
  const total = rows.reduce((sum, [, calls]) => sum + calls, 0)
  const most = Math.max(...rows.map(([, calls]) => calls))
  return html`<table class="tight shares"><tbody>${rows.map(
    ([name, calls]) =>
      html`<tr><td>${name}${rankedBar(calls, most)}</td><td class="number">${number(calls)}</td><td class="number dim">${number((100 * calls) / total)}%</td></tr>`,
  )}</tbody></table>`
}

function showDays({ days }: Usage): void {
  const dates = datesBetween(days.first_date, days.last_date)
  const calls = new Map<string, number>()
  for (const row of days.rows) calls.set(row.date, (calls.get(row.date) ?? 0) + row.calls)
  find('days-meta').textContent = fill(texts.daysMeta, {
    ...{ n: number(sumOf(days.rows)), from: days.first_date, to: days.last_date },
  })
  if (days.rows.length === 0) {
    for (const id of ['days', 'by-dataset', 'by-key']) show(id, html`<p class="dim">${texts.noDays}</p>`)
    return
  }
  show(
    'days',
    plot(texts.days, dates, (date) => date.slice(5), [
      { label: texts.days, unit: '', digits: 0, form: 'bars', value: (date) => calls.get(date) ?? 0 },
    ]),
  )
  show('by-dataset', ranked(days.datasets.map((one) => [html`<code>${one.dataset}</code>`, one.calls] as const)))
  show(
    'by-key',
    ranked(
      days.keys.map(
        (key) =>
          [
            html`${key.name ?? texts.goneKey}${key.last4 === null ? '' : html` <code class="dim">…${key.last4}</code>`}`,
            key.calls,
          ] as const,
      ),
    ),
  )
}

let shown = ''

/** Reads the calls and draws them anew where they changed. */
export async function showUsage(): Promise<Reply<Usage>> {
  const answer = await call<Usage>('/v1/key/usage')
  if (!answer.isOk) {
    if (answer.status !== 401) show('hour', html`<p class="notice">${refusalOf(answer)}</p>`)
    return answer
  }
  const text = JSON.stringify(answer.body)
  if (text === shown) return answer
  shown = text
  showHour(answer.body)
  showDays(answer.body)
  await drawFigures(find('account'))
  return answer
}

type Plan = {
  readonly calls: number
  readonly free_in_seconds: number
  readonly free_at: string
  readonly steps: readonly { readonly in_seconds: number; readonly free: number }[]
}

const waitText = (seconds: number): string =>
  seconds < 120 ? fill(texts.seconds, { n: seconds }) : fill(texts.minutes, { n: Math.ceil(seconds / 60) })

/** The most steps in the table; the service gives up to sixty. */
const mostSteps = 12

/** Tells when so many calls are free, and how they become free until then. */
export function showPlan({ calls, free_in_seconds: seconds, free_at: at, steps }: Plan): void {
  const now = Date.parse(at) - seconds * 1_000
  const until = steps.filter((step) => step.in_seconds <= seconds)
  const rows = until.length > mostSteps ? [...until.slice(0, mostSteps - 1), until.at(-1)!] : until
  show(
    'planned',
    html`<p class="spaced"><b>${
      seconds === 0
        ? fill(texts.freeNow, { n: number(calls) })
        : fill(texts.freeAt, { n: number(calls), time: taipei(at), wait: waitText(seconds) })
    }</b></p>${
      seconds === 0
        ? null
        : html`<table class="tight"><thead><tr><th scope="col">${texts.steps}</th><th scope="col" class="number">${texts.stepsCalls}</th></tr></thead><tbody>${rows.map(
            (step) =>
              html`<tr><td>${taipei(new Date(now + step.in_seconds * 1_000).toISOString()).slice(11)}</td><td class="number">${number(step.free)}</td></tr>`,
          )}</tbody></table>${until.length > rows.length ? html`<p class="small dim">… ${until.length - rows.length}</p>` : null}`
    }`,
  )
  find('planned').focus()
}
