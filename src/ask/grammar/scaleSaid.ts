import { type Scale, scales } from '../representation.ts'
import type { Gathered } from './gather.ts'

/** The unit that the answer is asked for in, where that is one to divide by. */
export const scaleSaid = ({ all }: Pick<Gathered, 'all'>): Scale | undefined =>
  all('in')
    .map(({ scale }) => scale)
    .find((scale): scale is Scale => (scales as readonly string[]).includes(scale))
