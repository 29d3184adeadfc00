/** English words for numbers, from eleven on. */
export const teenWords: Readonly<Record<string, number>> = {
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}

export const tenWords: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

/** What multiplies a number that it stands behind. */
export const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^\s?百万/, 1e6],
  [/^\s?千万/, 1e7],
  [/^\s?十亿/, 1e9],
  [/^\s?百亿/, 1e10],
  [/^\s?千亿/, 1e11],
  [/^\s?万亿/, 1e12],
  [/^\s?万/, 1e4],
  [/^\s?亿/, 1e8],
  [/^\s?兆/, 1e12],
  [/^\s?千(?!张)/, 1e3],
  [/^\s?(?:million|mn|mio)\b/, 1e6],
  [/^m\b/, 1e6],
  [/^\s?(?:billion|bn)\b/, 1e9],
  [/^b\b/, 1e9],
  [/^\s?(?:trillion|tn)\b/, 1e12],
  [/^\s?thousand\b/, 1e3],
  [/^k\b/, 1e3],
  [/^\s?hundred million\b/, 1e8],
  [/^\s?hundred\b/, 1e2],
  [/^成/, 10],
]
