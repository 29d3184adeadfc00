import type { Gathered } from '../../gather.ts'

type Side = 'net' | 'long' | 'short'

const sidesOf: Readonly<Record<string, Side>> = { buy: 'long', sell: 'short' }

/** Which positions are meant: held or traded; long, short or net; in contracts or in money. */
export function positions({ all, has, items }: Gathered): string[] {
  const said = all('columns').flatMap(({ readings }) => readings.map(({ column }) => column))
  const flows = all('flow')
  const text = items.map(({ token }) => token.text).join(' ')
  const saysHeld = /未平倉|留倉|部位|open interest|\boi\b|position|holding/i.test(text)
  const isOpen = said.some((column) => column.includes('open_interest'))
  const deals = said.filter((column) => column.includes('_deal_'))
  const trades = deals.length > 0 && !isOpen
  const dealt =
    trades ||
    has('traded') ||
    (!isOpen && flows.length > 0) ||
    (isOpen && !saysHeld && (has('night') || isTraded(text)))
  const measured = isOpen || deals.length > 0 || said.includes('volume') || flows.length > 0 || has('side')
  if (!measured && !has('dataset')) return []
  const sides = new Set<Side>([
    ...all('side').map(({ side }) => side),
    ...flows.flatMap(({ net, side }): Side[] => (net || side === 'either' ? ['net'] : [sidesOf[side]!])),
    ...named(all('columns').map(({ readings }) => readings.map(({ column }) => column))),
  ])
  const money =
    has('money') || said.some((column) => column.endsWith('_amount')) || /金額|\bvalue\b|notional/i.test(text)
  const units = money ? (/口數|幾口|多少口|contracts and/i.test(text) ? ['amount', 'volume'] : ['amount']) : ['volume']
  const both = sides.size === 0 || (sides.has('long') && sides.has('short') && !sides.has('net'))
  const order: Side[] = both ? ['long', 'short', 'net'] : sides.has('net') ? ['net', 'long', 'short'] : [...sides]
  return units.flatMap((unit) => order.map((side) => `${side}_${dealt ? 'deal' : 'open_interest'}_${unit}`))
}

const isTraded = (text: string): boolean => /成交|交易口數|交易淨額|traded/i.test(text)

/** The sides that words for columns name; a word that may be of several names none. */
const named = (words: readonly (readonly string[])[]): Side[] =>
  words.flatMap((columns) => {
    const sides = new Set(columns.flatMap((column) => /^(net|long|short)_/.exec(column)?.[1] ?? []))
    return sides.size === 1 ? ([...sides] as Side[]) : []
  })
