import { networkFaults } from '../fetching/networkFault.ts'

/** Details in Chinese; text of a publisher or a reader is left as it is. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^week-end$/, '週末'],
  [/^the first day is (\S+)$/, '資料自 $1 起'],
  [/^the last day is (\S+)$/, '資料至 $1 止'],
  [/^rows are kept since (\S+)$/, '僅保留 $1 以後的資料'],
  [/^no trading$/, '休市'],
  [/^listed on (\S+)$/, '$1 上市（櫃）'],
  [/^delisted on (\S+)$/, '$1 終止上市（櫃）'],
  [/^trading halted from (\S+) until (\S+)$/, '$1 起暫停交易，$2 恢復'],
  [/^trading halted from (\S+)$/, '$1 起暫停交易'],
  [/^expected by (\S+) Taipei$/, '預計於台北時間 $1 前公布'],
  [/^others have rows, and this one is not among them$/, '其他代號有資料，此代號不在其中'],
  [/^nobody has a row for this weekday, and later ones have: a holiday there$/, '該平日無任何資料而其後有：當地休假'],
  [
    /^stored as period=(\S+); the single quarter waits for (\d{4}) Q(\d)$/,
    '已收錄為 period=$1；單季數待 $2 年第 $3 季資料',
  ],
  [/^not asked for, or not brought yet$/, '尚未取得'],
  [/^blocked: much fewer rows than for (\S+): (.+)$/, '資料不完整，較 $1 少：$2'],
  [/^computed from (.+)$/, '由 $1 計算'],
  [
    /^lost: the lake lacks its rows, and its archived file (\S+) was pruned on (\S+)$/,
    '遺失：資料庫缺少這些資料，而存檔 $1 已於 $2 清除',
  ],
  [
    /^lost: the lake lacks its rows, and its archived file (\S+) is missing or damaged$/,
    '遺失：資料庫缺少這些資料，而存檔 $1 遺失或損壞',
  ],
  ...networkFaults.map(
    ([, en, zh]) => [new RegExp(`^unreachable: ${en} \\((.+)\\)$`, 's'), `無法連線：${zh}（$1）`] as const,
  ),
  [/^unreachable: (.+)$/s, '無法連線：$1'],
]

export function detailInChinese(detail: string): string {
  for (const [pattern, text] of phrases) if (pattern.test(detail)) return detail.replace(pattern, text)
  return detail
}
