import { type Dataset, periodsOf } from '../../catalogue/dataset.ts'
import type { Field } from '../../fields.ts'
import type { Answer, Refusal } from '../answers/answer.ts'
import { refusalView, requestLine } from '../answers/answer.ts'
import { rowsAnswer, sizeText } from '../answers/rowsAnswer.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { embedded } from '../figures/draw.ts'
import type { Column } from '../figures/ofRows.ts'
import { type Html, html, type Piece, prose } from '../html.ts'
import { consoleTabs } from '../parts/consoleTabs.ts'
import { keyBox } from '../parts/keyBox.ts'
import { copyButton, module } from '../parts/module.ts'

/** A parameter of the form. */
export type FormField = { readonly name: string; readonly field: Field }

export type ConsoleData = {
  readonly datasets: readonly Dataset[]
  /** Null where the request names none that exists. */
  readonly dataset: Dataset | null
  /** The name in the request. */
  readonly name: string
  readonly fields: readonly FormField[]
  /** The parameters of the request, without empty ones. */
  readonly parameters: Readonly<Record<string, string>>
  /** Path and query of the request. */
  readonly path: string
  /** True where the request needs no key; `answer` is then that of the service. */
  readonly isOpen: boolean
  readonly answer: Answer | null
  /** Rows, bytes and pages of the request, or its refusal. */
  readonly size: Answer | null
}

const columnsFor = ({ columns }: Dataset, language: Context['language']): readonly Column[] =>
  Object.entries(columns).map(([name, { kind, label, unit }]) => ({
    name,
    kind,
    label: label[language],
    unit: unit ?? null,
  }))

const faultsOf = (answer: Answer | null): ReadonlyMap<string, string> =>
  new Map(((answer?.body as Refusal | null)?.errors ?? []).map(({ param, reason }) => [param, reason]))

function datasetField({ words, language, root }: Context, { datasets, dataset }: ConsoleData): Html {
  const groups = Map.groupBy(datasets, ({ category }) => category)
  return html`<p class="field"><label for="dataset">${words.console.dataset}</label><select id="dataset" name="dataset">${
    dataset ? null : html`<option value="">${words.console.choose}</option>`
  }${[...groups].map(
    ([category, found]) =>
      html`<optgroup label="${words.frame.categories[category]}">${found.map(
        ({ name, title }) =>
          html`<option value="${name}"${name === dataset?.name ? html` selected` : null}>${title[language]} ${name}</option>`,
      )}</optgroup>`,
  )}</select></p>${
    dataset
      ? html`<p class="small dim"><a href="${root}datasets/${dataset.name}">${words.console.about}</a> <span class="tag ${dataset.tier}">${words.frame.tiers[dataset.tier]}</span></p>`
      : null
  }<p class="unscripted"><button type="submit">${words.console.changeDataset}</button></p>`
}

/** The default of a choice, as its first value; of a limit it stands in its text. */
function control(context: Context, data: ConsoleData, { name, field }: FormField, hasFault: boolean): Html {
  const { words } = context
  const value = data.parameters[name] ?? ''
  const described = html` aria-describedby="about-${name}${hasFault ? ` fault-${name}` : ''}"${hasFault ? html` aria-invalid="true"` : null}`
  if (field.kind === 'boolean')
    return html`<input id="${name}" name="${name}" type="checkbox" value="true"${value === 'true' || value === '1' ? html` checked` : null}${described}>`
  const values = name === 'period' && data.dataset ? periodsOf(data.dataset) : field.values
  if (values) {
    const first = name === 'period' ? values[0]! : name === 'sort' ? 'desc' : ''
    return html`<select id="${name}" name="${name}"${described}><option value="">${words.console.byDefault(first)}</option>${values.map(
      (each) => html`<option value="${each}"${each === value ? html` selected` : null}>${each}</option>`,
    )}</select>`
  }
  const hint =
    field.kind === 'date'
      ? 'YYYY-MM-DD'
      : name === 'stock_id'
        ? (data.dataset?.example ?? '')
        : name === 'limit'
          ? '1000'
          : ''
  return html`<input id="${name}" name="${name}" type="text"${field.kind === 'text' ? null : html` inputmode="numeric"`} value="${value}" placeholder="${hint}" autocomplete="off" spellcheck="false"${described}>`
}

function formField(context: Context, data: ConsoleData, faults: ReadonlyMap<string, string>, entry: FormField): Html {
  const { name, field } = entry
  const fault = faults.get(name)
  const input = control(context, data, entry, fault !== undefined)
  const about = html`<span id="about-${name}" class="dim">${field.label[context.language]}</span>`
  const wrong = html`<span class="fault small" id="fault-${name}" data-fault="${name}"${fault === undefined ? html` hidden` : null}>${fault === undefined ? '' : `${name} ${fault}`}</span>`
  return field.kind === 'boolean'
    ? html`<div class="field"><p class="check">${input}<label for="${name}"><code>${name}</code></label><span class="small">${about}</span></p>${wrong}</div>`
    : html`<div class="field"><p class="small"><label for="${name}"><code>${name}</code></label> ${about}</p>${input}${wrong}</div>`
}

function formModule(context: Context, data: ConsoleData): Html {
  const { words, root } = context
  const faults = faultsOf(data.answer?.status === 422 ? data.answer : data.size)
  const strangers = [...faults].filter(([param]) => !data.fields.some(({ name }) => name === param))
  return module(context, {
    title: words.console.request,
    width: 12,
    tools: html`<a class="small" href="${root}ask">${words.console.inWords}</a>`,
    body: html`<form class="form" action="${root}console" id="query">
${datasetField(context, data)}
${data.fields.map((entry) => formField(context, data, faults, entry))}
<p class="fault small" data-fault="" ${strangers.length === 0 ? html` hidden` : null}>${strangers.map(([param, reason]) => `${param} ${reason}`).join('; ')}</p>
<p class="actions"><button class="main-action" type="submit">${words.calls.run}</button><button class="scripted" type="button" data-size>${words.console.size}</button><span class="small dim scripted"><kbd>${words.console.shortcut}</kbd></span></p>
<p class="small dim" data-size-text aria-live="polite">${data.size?.status === 200 ? sizeText(words.console, data.size.body) : ''}</p>
</form>`,
  })
}

/** The request before it is sent, and the answer where no key is needed. */
function answerModule(context: Context, data: ConsoleData): Html {
  const { words, language, siteUrl } = context
  const { dataset, path, isOpen, answer, size, parameters } = data
  const meta = dataset ? dataset.title[language] : null
  const curl = isOpen ? `curl "${siteUrl}${path}"` : `curl -H "Authorization: Bearer $KEY" "${siteUrl}${path}"`
  const columns = dataset ? columnsFor(dataset, language) : []
  const first: Piece = answer
    ? rowsAnswer(context, answer, { dataset: data.name, columns, parameters })
    : html`${requestLine(context, 'GET', path, 'sent')}<p class="answer-status"><span>${words.calls.noAnswerYet}</span><span>${dataset ? words.console.keyNeeded(words.frame.tiers[dataset.tier]) : ''}</span></p>${size && size.status !== 200 ? refusalView(context, size) : null}`
  return module(context, {
    title: words.calls.answer,
    width: 12,
    meta,
    body: html`<div id="answer" aria-live="polite">${first}</div>
<div class="spaced"><p class="small dim"${isOpen ? html` data-key-free` : null}>${isOpen ? words.console.keyFree : prose(words.console.copyLine)}</p><pre class="code wrapped" id="curl">${curl}</pre><p class="source">${copyButton(context, 'curl')}</p></div>`,
  })
}

export function consoleView(context: Context, data: ConsoleData): Document {
  const { words, language, siteUrl } = context
  const described = {
    name: data.name,
    tier: data.dataset?.tier ?? null,
    columns: data.dataset ? columnsFor(data.dataset, language) : [],
    parameters: data.parameters,
    siteUrl,
  }
  return {
    title: words.console.title,
    description: words.console.description,
    section: 'console',
    scripts: ['console'],
    body: html`<div class="title"><h1>${words.console.title}</h1>${consoleTabs(context, 'console')}<p class="dim">${words.console.lead}</p></div>
<div class="work"><div class="stack">${formModule(context, data)}</div>
<div class="stack">${answerModule(context, data)}</div>
<div class="stack">${keyBox(context)}</div></div>
<div id="described" hidden><script type="application/json">${embedded(described)}</script></div>`,
  }
}
