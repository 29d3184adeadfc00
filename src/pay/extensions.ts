/** A retry under the same name gets the stored answer, even when the wallet signs it anew. */
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

/** What a catalogue of paid services needs to list a dataset. */
export type Discovery = {
  /** Parameters with the type of each, and an example of those worth giving. */
  readonly parameters: Readonly<Record<string, { readonly type: string }>>
  readonly example: Readonly<Record<string, string>>
  /** The shape of an answer, small. */
  readonly answer: Readonly<Record<string, unknown>>
}

/** The extensions of x402 this endpoint declares; version 2 clients send them back with the payment. */
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

/** The same without the parts that grow: the types of the parameters and the example of an answer. */
export const briefly = ({ bazaar, ...rest }: Extensions) => ({
  bazaar: {
    info: { input: bazaar.info.input, output: { type: bazaar.info.output.type } },
    schema: { type: 'object', required: ['input'] },
  },
  ...rest,
})
