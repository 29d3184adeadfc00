import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { html } from '../html.ts'
import { decision, facts } from './authorize.ts'

export type DeviceData =
  | { readonly state: 'blank' | 'unknown' | 'allowed' | 'refused' }
  | {
      readonly state: 'asked'
      readonly code: string
      readonly client: string
      readonly address: string
      readonly email: string
    }

/** Asks for the code of a program, then whether it may have a key. */
export function deviceView(context: Context, data: DeviceData): Document {
  const { device } = context.words
  const { state } = data
  const body =
    state === 'asked'
      ? html`<h1>${device.question(data.client)}</h1>
${facts([
  [device.code, html`<code>${data.code}</code>`],
  [device.asks, data.address],
  [device.account, data.email],
])}
<p class="notice">${device.check}</p>${decision(context, 'device', [['code', data.code]])}`
      : state === 'allowed' || state === 'refused'
        ? html`<h1>${device.title}</h1><p class="notice">${device[state]}</p>`
        : html`<h1>${device.title}</h1>${state === 'unknown' ? html`<p class="notice">${device.unknown}</p>` : null}<form method="get" action="device" class="form"><div class="field"><label for="code">${device.enter}</label><input id="code" name="code" type="text" autocomplete="off" required maxlength="40"></div><p class="actions"><button class="main-action" type="submit">${device.next}</button></p></form>`
  return { title: device.title, section: null, body: html`<div class="one-column">${body}</div>` }
}
