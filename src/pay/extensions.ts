/** A retry with the same identifier gets the stored page, even when it is signed again. */
const paymentIdentifier = {
  info: { required: false },
  schema: {
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

/** The description that indexes of paid services read. */
export type Discovery = {
  readonly method: 'GET' | 'POST'
  /** The parameters of the query, or the members of the body, with their types; and example values. */
  readonly parameters: Readonly<Record<string, { readonly type: string }>>
  readonly example: Readonly<Record<string, unknown>>
  /** A short example of a response. */
  readonly answer: Readonly<Record<string, unknown>>
}

/** The input of a request and its schema; a GET has a query, a POST a body. */
function inputOf({ method, parameters, example }: Discovery) {
  const isRead = method === 'GET'
  const given = { type: 'object', properties: parameters, additionalProperties: false }
  return {
    input: { type: 'http', method, ...(isRead ? { queryParams: example } : { bodyType: 'json', body: example }) },
    schema: {
      type: 'object',
      properties: {
        type: { type: 'string', const: 'http' },
        method: { type: 'string', enum: [method] },
        ...(isRead ? { queryParams: given } : { bodyType: { type: 'string', enum: ['json'] }, body: given }),
      },
      required: ['type', 'method', ...(isRead ? [] : ['bodyType', 'body'])],
      additionalProperties: false,
    },
  }
}

/** The x402 extensions of an endpoint; version 2 clients return them with the payment. */
export function extensionsOf(discovery: Discovery) {
  const { input, schema } = inputOf(discovery)
  return {
    bazaar: {
      info: { input, output: { type: 'json', example: discovery.answer } },
      schema: {
        type: 'object',
        properties: {
          input: schema,
          output: {
            type: 'object',
            properties: { type: { type: 'string' }, example: { type: 'object' } },
            required: ['type'],
          },
        },
        required: ['input'],
      },
    },
    'payment-identifier': paymentIdentifier,
  }
}

export type Extensions = ReturnType<typeof extensionsOf>

/** The extensions without their long parts: parameter types and the example response. */
export const briefly = ({ bazaar, ...rest }: Extensions) => ({
  bazaar: {
    info: { input: bazaar.info.input, output: { type: bazaar.info.output.type } },
    schema: { type: 'object', required: ['input'] },
  },
  ...rest,
})
