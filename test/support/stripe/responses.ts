export type Fields = Readonly<Record<string, string>>
export type StripeResponse = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

export const okResponse = (body: StripeResponse['body']): StripeResponse => ({ status: 200, body })

export const errorResponse = (status: number, type: string, message: string, more: Fields = {}): StripeResponse => ({
  status,
  body: { error: { type, message, ...more } },
})

export const invalidRequest = (message: string, param: string, code: string) =>
  errorResponse(400, 'invalid_request_error', message, { param, code })

/** Named in a path it is 404, named in a field 400. */
export const missingObject = (what: string, id: string, param = 'id'): StripeResponse =>
  errorResponse(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

/** The fields `name[key]`, by key. */
export const nestedFields = (fields: Fields, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      field.startsWith(`${name}[`) && field.endsWith(']') ? [[field.slice(name.length + 1, -1), value]] : [],
    ),
  )

/** A field that has an effect at Stripe and none here must not pass for one that had. */
export const unknownParameter = (fields: Fields, known: RegExp): StripeResponse | null => {
  const name = Object.keys(fields).find((field) => !known.test(field))
  return name === undefined
    ? null
    : invalidRequest(`The stand-in for Stripe does not know ${name} here`, name, 'parameter_unknown')
}
