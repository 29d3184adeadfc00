import { wordsOf } from './lexicon.ts'
import { plain, plainText } from './text.ts'

/** Words that no question about the market has: whatever the models make of them, they are refused. */
const forbidden = wordsOf('forbidden.txt')
/** Words for what no dataset has: a reading of such a question has left out what it asks for. */
const absent = wordsOf('absent.txt')

export function isForbidden(question: string): boolean {
  const text = plainText(question)
  return forbidden.some((words) => text.includes(words))
}

/** The words of a question for what no dataset has, as they were written. */
export function absentIn(question: string): string[] {
  const { text, places } = plain(question)
  return absent.flatMap((words) => {
    const at = text.indexOf(words)
    return at < 0 ? [] : [question.slice(places[at], places[at + words.length])]
  })
}

/** Questions for a price, a level or a colour in the future; future trading days and dividends are data. */
const forecasts = [
  /\bwhat (?:colou?r|price(?! limits?\b)|level|score|value)\b[^.?!]*\bwill\b(?![^.?!]*\b(?:ex|dividends?|pay|settle|expire)\b)/,
  /(?:\bwill|(?<!\b(?:i|we))['’]ll|\bgoing to|\bgonna)\b(?![^.?!]*\b(?:ex|dividends?|pay|paid|meetings?|settle|expire|holidays?|market|exchange|resume|list)\b)[^.?!]*\b(?:close|open|hit|reach|rise|fall|drop|go up|go down|break|trade at|colou?r)\b/,
  /(?:明天|下周|下礼拜|下星期|下个月|年底|明年)[^，。？?！,!]{0,8}会[^，。？?！,!]{0,6}(?:[涨跌破升喷]|到(?!期))/,
]

export function isForecast(question: string): boolean {
  const text = plainText(question)
  return forecasts.some((forecast) => forecast.test(text))
}
