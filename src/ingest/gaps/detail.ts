import type { Language } from '../../errors.ts'
import { networkFaultIn } from '../fetching/networkFault.ts'

type Texts = { readonly en: string; readonly zh: string }

/** The texts of details by code; `$1`, `$2` and `$3` are the arguments. */
const texts = {
  week_end: { en: 'week-end', zh: '週末' },
  no_trading: { en: 'no trading', zh: '休市' },
  first_day: { en: 'the first day is $1', zh: '資料自 $1 起' },
  last_day: { en: 'the last day is $1', zh: '資料至 $1 止' },
  kept_since: { en: 'rows are kept since $1', zh: '僅保留 $1 以後的資料' },
  listed: { en: 'listed on $1', zh: '$1 上市（櫃）' },
  delisted: { en: 'delisted on $1', zh: '$1 終止上市（櫃）' },
  halted: { en: 'trading halted from $1', zh: '$1 起暫停交易' },
  halted_until: { en: 'trading halted from $1 until $2', zh: '$1 起暫停交易，$2 恢復' },
  expected: { en: 'expected by $1 Taipei', zh: '預計於台北時間 $1 前公布' },
  left_out: { en: 'others have rows, and this one is not among them', zh: '其他代號有資料，此代號不在其中' },
  holiday_abroad: {
    en: 'nobody has a row for this weekday, and later ones have: a holiday there',
    zh: '該平日無任何資料而其後有：當地休假',
  },
  waits_for_quarter: {
    en: 'stored as period=$1; the single quarter waits for $2 Q$3',
    zh: '已收錄為 period=$1；單季數待 $2 年第 $3 季資料',
  },
  not_brought: { en: 'not asked for, or not brought yet', zh: '尚未取得' },
  computed: { en: 'computed from $1', zh: '由 $1 計算' },
  unreachable: { en: 'unreachable: $1', zh: '無法連線：$1' },
  blocked: { en: 'blocked: $1', zh: '被拒絕或不完整：$1' },
  changed: { en: 'changed: $1', zh: '格式不符：$1' },
  other_day: { en: 'other_day: $1', zh: '回覆其他日期：$1' },
  lost: { en: 'lost: $1', zh: '遺失：$1' },
  held: { en: 'held: $1', zh: '暫停請求：$1' },
  in_quarantine: { en: 'in quarantine, $1: $2', zh: '已隔離，$1：$2' },
  /** What a publisher or a reader says, in its own language. */
  said: { en: '$1', zh: '$1' },
} as const satisfies Readonly<Record<string, Texts>>

export type DetailCode = keyof typeof texts

export const isDetailCode = (code: string): code is DetailCode => Object.hasOwn(texts, code)

/** More about the reason of a gap: a code with its arguments, or a text in the files of earlier releases. */
export type Detail = string | readonly [code: DetailCode, ...args: string[]]

export function detailIn(language: Language, detail: Detail): string {
  if (typeof detail === 'string') return detail
  const [code, ...args] = detail
  const fault = code === 'unreachable' && language === 'zh' ? networkFaultIn(args[0]!) : null
  const shown = fault === null ? args : [`${fault}（${args[0]}）`]
  return texts[code][language].replaceAll(/\$([123])/g, (_, at) => shown[Number(at) - 1] ?? '')
}
