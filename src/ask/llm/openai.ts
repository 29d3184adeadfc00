import { isObject, type Protocol, usageOf } from './protocol.ts'

/** Chat completions, as OpenAI, Ollama, llama.cpp, vLLM and many others speak them. */
export const openai: Protocol = {
  path: '/chat/completions',
  headers: (key) => (key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  bodies({ model, system, user, schema, maxTokens }) {
    const asked = {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    }
    const bySchema = { type: 'json_schema', json_schema: { name: 'answer', schema } }
    const asJson = { type: 'json_object' }
    return [
      { ...asked, response_format: bySchema, max_completion_tokens: maxTokens, temperature: 0 },
      // Models that reason take no temperature; older servers know neither the schema nor the new name of the limit.
      { ...asked, response_format: bySchema, max_completion_tokens: maxTokens },
      { ...asked, response_format: asJson, max_completion_tokens: maxTokens },
      { ...asked, response_format: asJson, max_tokens: maxTokens },
      { ...asked, max_tokens: maxTokens },
    ]
  },
  read(body) {
    if (!isObject(body) || !Array.isArray(body.choices)) return undefined
    const [choice] = body.choices as unknown[]
    if (!isObject(choice) || !isObject(choice.message)) return undefined
    const { usage } = body
    return {
      value: choice.message.content,
      isCut: choice.finish_reason === 'length',
      usage: isObject(usage) ? usageOf(usage.prompt_tokens, usage.completion_tokens) : null,
    }
  },
}
