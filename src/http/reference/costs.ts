import type { Label } from '../../fields.ts'
import { type Cost, nameOf, type Route, usualCost } from '../route.ts'

/** What a request costs, in words. */
const costs: Readonly<Record<Cost, Label>> = {
  call: { en: 'one call of the hour', zh: '一次呼叫（計入每小時額度）' },
  free: {
    en: 'nothing with a valid key or session, otherwise one request of the address',
    zh: '附有效金鑰或工作階段者不計，否則計為該位址的一次請求',
  },
  request: { en: 'one request of the address, with a key too', zh: '計為該位址的一次請求，附金鑰亦同' },
  payment: {
    en: 'its price; without a payment one request of the address',
    zh: '依價格付款；未付款則計為該位址的一次請求',
  },
  exempt: { en: 'nothing', zh: '不計' },
}

/** The routes by what a request costs, calls first. */
export const routesByCost = (routes: readonly Route[]): readonly { readonly cost: Label; readonly names: string[] }[] =>
  (Object.keys(costs) as Cost[]).map((cost) => ({
    cost: costs[cost],
    names: routes.filter((route) => usualCost(route) === cost).map(nameOf),
  }))

/** The routes whose requests count as calls, in a sentence. */
export function countedText(routes: readonly Route[]): Label {
  const [calls] = routesByCost(routes)
  const list = calls!.names.map((name) => `\`${name}\``)
  return {
    en: `These requests with a valid key count as calls: ${list.join(', ')}. HEAD counts like GET, whatever the answer; \`dry_run=true\`, 304, 416, 429 and 5xx do not count. All requests of a user for one bulk file within an hour are one call, a link counts for its owner, and a call of an MCP tool counts as the request that it makes. No other request counts.`,
    zh: `附有效金鑰的下列請求計為呼叫：${list.join('、')}。HEAD 與 GET 相同，不論回應為何；\`dry_run=true\`、304、416、429 與 5xx 不計。同一使用者一小時內對同一整批檔案的請求合計一次，連結計入其擁有者，MCP 工具的呼叫依其所送出的請求計算。其他請求皆不計入。`,
  }
}
