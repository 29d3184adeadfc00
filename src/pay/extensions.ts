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
  /** The parameters with their types, and example values. */
  readonly parameters: Readonly<Record<string, { readonly type: string }>>
  readonly example: Readonly<Record<string, string>>
  /** A short example of a response. */
  readonly answer: Readonly<Record<string, unknown>>
}

/** The x402 extensions of this endpoint; version 2 clients return them with the payment. */
export const extensionsOf = ({ parameters, example, answer }: Discovery) => ({
  bazaar: {
    info: {
      input: { type: 'http', method: 'GET', queryParams: example },
      output: { type: 'json', example: answer },
    },
    schema: {
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['GET'] },
            queryParams: { type: 'object', properties: parameters, additionalProperties: false },
          },
          required: ['type', 'method'],
          additionalProperties: false,
        },
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
})

export type Extensions = ReturnType<typeof extensionsOf>

/** The extensions without their long parts: parameter types and the example response. */
export const briefly = ({ bazaar, ...rest }: Extensions) => ({
  bazaar: {
    info: { input: bazaar.info.input, output: { type: bazaar.info.output.type } },
    schema: { type: 'object', required: ['input'] },
  },
  ...rest,
})
