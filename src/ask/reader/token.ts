/** The sentence that a token of a reading holds; the token can be sent in JSON and in an address as it is. */
export const tokenOf = (sentence: string): string => Buffer.from(sentence, 'utf8').toString('base64url')

export const sentenceOf = (token: string): string | null => {
  const sentence = Buffer.from(token, 'base64url').toString('utf8')
  return tokenOf(sentence) === token ? sentence : null
}
