import type { Kind, Of, Sense, Token } from '../senses.ts'
import { choose } from './choose.ts'

/** A token with the one sense it is taken in. */
export type Item = { readonly sense: Sense; readonly token: Token }

export const isKind = <T extends Kind>(item: Item | undefined, kind: T): item is Item & { sense: Of<T> } =>
  item?.sense.t === kind

/** The question as a row of meanings; words that add nothing are left out. */
export function itemsOf(tokens: readonly Token[]): Item[] {
  const telling = tokens.filter((token) => token.senses.some((sense) => sense.t !== 'filler'))
  return telling.flatMap((token, i) => {
    const sense = choose(telling, i)
    if (!sense || sense.t === 'filler') return []
    return [{ sense, token: token.senses.includes(sense) ? token : { ...token, senses: [sense] } }]
  })
}
