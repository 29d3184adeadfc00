import type { Tier } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'

export type Consent = {
  readonly client: string
  readonly redirectUri: string
  /** Comes back with the answer. */
  readonly request: string
  readonly email: string
  readonly tier: Tier
  readonly callsPerHour: number
}

/** A question with two answers; it works without scripts. */
export const decision = (
  { words: { authorize } }: Context,
  action: string,
  hidden: readonly (readonly [string, string])[],
): Html =>
  html`<form method="post" action="${action}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<p class="actions spaced"><button class="main-action" type="submit" name="decision" value="allow">${authorize.allow}</button><button type="submit" name="decision" value="refuse">${authorize.refuse}</button></p></form>`

export const facts = (rows: readonly (readonly [string, Piece])[]): Html =>
  html`<dl class="facts spaced">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`

const isLoopback = (uri: URL): boolean =>
  uri.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(uri.hostname)

/** Asks whether an application may act for the account. */
export function authorizeView(context: Context, consent: Consent): Document {
  const { authorize, frame } = context.words
  const { client, redirectUri, request, email, tier, callsPerHour } = consent
  const uri = new URL(redirectUri)
  const target = isLoopback(uri) ? `${authorize.local} (${uri.host})` : uri.host === '' ? uri.protocol : uri.origin
  return {
    title: authorize.title,
    section: null,
    body: html`<div class="one-column"><h1>${authorize.question(client)}</h1>
${facts([
  [authorize.account, email],
  [authorize.target, html`<code>${target}</code>`],
])}
<p class="notice">${authorize.targetNote}</p>
<h2>${authorize.may}</h2><ul><li>${authorize.mayRead(frame.tiers[tier], number(callsPerHour))}</li><li>${authorize.mayStay}</li></ul><p class="dim">${authorize.mayNot}</p>
${decision(context, 'consent', [['request', request]])}</div>`,
  }
}
