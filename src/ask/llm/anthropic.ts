import { isObject, type Protocol, usageOf } from './protocol.ts'

/** The Messages API; the answer is the argument of a tool that the model must use. */
export const anthropic: Protocol = {
  path: '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }),
  bodies({ model, system, user, schema, maxTokens }) {
    const asked = { model, max_tokens: maxTokens, system, messages: [{ role: 'user', content: user }] }
    const tool = { name: 'answer', description: 'Gives the answer.', input_schema: schema }
    return [{ ...asked, tools: [tool], tool_choice: { type: 'tool', name: 'answer' } }, asked]
  },
  read(body) {
    if (!isObject(body) || !Array.isArray(body.content)) return undefined
    const parts = body.content.filter(isObject)
    const used = parts.find(({ type }) => type === 'tool_use')
    const said = parts.filter(({ type }) => type === 'text').map(({ text }) => text)
    const { usage } = body
    return {
      value: used ? used.input : said.join('\n'),
      isCut: body.stop_reason === 'max_tokens',
      usage: isObject(usage)
        ? usageOf(usage.input_tokens, usage.output_tokens, [
            usage.cache_creation_input_tokens,
            usage.cache_read_input_tokens,
          ])
        : null,
    }
  },
}
