import { publishers } from '../../catalogue/publishers.ts'
import { dateFrom } from '../dates.ts'
import { type FeedRequest, feedsOf } from '../feed.ts'
import { json } from '../json.ts'
import { changed, notYet, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { tableOfObjects } from '../tables.ts'

export const twseMis = feedsOf(publishers.twseMis, 'TWSE')

/** The quotes of the market information system, whose titles are single letters: `u` is the limit up. */
export const quotes =
  (reading: Reading, code: string) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const { rtcode, rtmessage, msgArray } = json(bytes) as Record<string, unknown>
    if (rtcode !== '0000') throw changed(`the system says: ${String(rtmessage)}`)
    const table = tableOfObjects(msgArray)
    const [cells] = table.rows
    if (!cells) throw notYet('no quote')
    const of = (title: string) => {
      const at = table.titles.indexOf(title)
      if (at < 0) throw changed(`no table with the columns ${title}`)
      return String(cells[at])
    }
    const served = dateFrom(of('d'))
    if (!served) throw changed(`the quote is about no day, but ${of('d')}`)
    if (served !== request.from) throw otherDay(request.from, served)
    if (of('c') !== code) throw changed(`asked for ${code}, answered with ${of('c')}`)
    return rowsOutcome(reading.read([table], request))
  }

/** Letters that are not wanted: books, volumes, times and names. */
export const letters =
  'tv ps pz bp fv oa ob a b ch ot tlong f ip g mt ov h i it oz l n o p ex s t v nf z ts u w y c d m% # @ ^ key q'.split(
    ' ',
  )
