/** A token of a chain: its name, and the digits after its point. */
type Token = { readonly name: string; readonly decimals: number }

/** Atomic units as an amount of the token: `1000` of six decimals is 0.001. */
export const tokenAmount = ({ asset }: { readonly asset: Token }, amount: string): string => {
  const digits = amount.padStart(asset.decimals + 1, '0')
  const fraction = digits.slice(-asset.decimals).replace(/0+$/, '')
  return `${digits.slice(0, -asset.decimals)}${fraction === '' ? '' : `.${fraction}`} ${asset.name}`
}
