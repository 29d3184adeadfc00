import { publishers } from '../../catalogue/publishers.ts'
import { feedsOf } from '../feed.ts'
import { json } from '../json.ts'
import { blocked, changed } from '../outcome.ts'

/** The information system behind the quote pages of the futures exchange. */
export const taifexMis = feedsOf(publishers.taifexMis, null)

/** The content of `RtData`; any code but 0 is a refusal. */
export function data(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const response = json(bytes)
  if (typeof response !== 'object' || response === null || !('RtCode' in response))
    throw changed('the answer has no RtCode')
  const { RtCode, RtMsg, RtData } = response as { RtCode: unknown; RtMsg?: unknown; RtData?: unknown }
  if (String(RtCode) !== '0') throw blocked(`the system refuses with ${String(RtCode)}: ${String(RtMsg ?? '')}`)
  if (typeof RtData !== 'object' || RtData === null) throw changed('the answer has no RtData')
  return RtData as Readonly<Record<string, unknown>>
}
