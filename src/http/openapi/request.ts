import type { Language } from '../../errors.ts'
import type { Field, Fields } from '../../fields.ts'
import { mostBodyBytes } from '../request/body.ts'
import { hasEtag, type Route } from '../route.ts'
import { languageHeader, printParameter, validatorHeader } from './parameters.ts'
import { exactly, type Schema } from './schema.ts'

const isRequired = (field: Field): boolean => !('default' in field)

/** Everything a request may carry beside its body. */
export function parametersOf(route: Route, language: Language): Schema[] {
  const { head = [], query } = route
  const print = (parameter: (typeof head)[number]): Schema => printParameter(parameter, language)
  return [
    ...head.filter((parameter) => parameter.in === 'path').map(print),
    ...Object.entries(query).map(([name, field]) => ({
      name,
      in: 'query',
      required: isRequired(field),
      ...(field.deprecated
        ? { deprecated: true, description: `${field.label[language]} · ${field.deprecated.instead[language]}` }
        : { description: field.label[language] }),
      schema: field.schema,
    })),
    print(languageHeader),
    ...(hasEtag(route) ? [print(validatorHeader)] : []),
    ...head.filter((parameter) => parameter.in === 'header').map(print),
  ]
}

/** A member that has a default may be left out, and null means the same. */
const memberSchema = (field: Field, language: Language): Schema => ({
  ...(isRequired(field) ? field.schema : { anyOf: [field.schema, { type: 'null' }], default: field.default }),
  description: field.label[language],
})

export const bodySchema = (fields: Fields, language: Language): Schema =>
  exactly(
    `At most ${mostBodyBytes.toLocaleString('en')} bytes`,
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        isRequired(field) ? name : `${name}?`,
        memberSchema(field, language),
      ]),
    ),
  )

/** The body of a request; null for a route without one. */
export function bodyOf({ body, rawBody = '' }: Route, language: Language): Schema | null {
  if (body === undefined || (body !== 'raw' && Object.keys(body).length === 0)) return null
  const schema =
    typeof rawBody !== 'string'
      ? bodySchema(rawBody, language)
      : body === 'raw'
        ? { type: 'object', description: rawBody }
        : bodySchema(body, language)
  return { required: true, content: { 'application/json': { schema } } }
}
