import { openapiOf } from '../openapi.ts'
import { type Route, route } from '../route.ts'

/** The OpenAPI document; printed once, since nothing in it changes while the service runs. */
export const openapi = (routes: () => readonly Route[]): Route => {
  let text: string | undefined
  return route({
    method: 'GET',
    path: '/openapi.json',
    about: 'This API as an OpenAPI 3.1 document.',
    auth: 'open',
    query: {},
    fails: [],
    async handle(_, { release }) {
      text ??= JSON.stringify(openapiOf(release, routes()))
      return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: text }
    },
  })
}
