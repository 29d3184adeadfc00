import { openapiOf } from '../openapi.ts'
import { type Route, route } from '../route.ts'

/** Stands for the address of the service in the document that is kept. */
const site = 'http://site.invalid'

/** The OpenAPI document; printed once, since nothing in it but the address changes while the service runs. */
export const openapi = (routes: () => readonly Route[]): Route => {
  let text: string | undefined
  return route({
    method: 'GET',
    path: '/openapi.json',
    about: 'This API as an OpenAPI 3.1 document.',
    auth: 'open',
    query: {},
    fails: [],
    async handle({ siteUrl }, { release }) {
      text ??= JSON.stringify(openapiOf(release, routes(), site))
      const ours = JSON.stringify(siteUrl).slice(1, -1)
      return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: text.replaceAll(site, () => ours) }
    },
  })
}
