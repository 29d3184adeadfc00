import { inBoth } from './inBoth.ts'

/** A warning by its code: the parameter, its values, and further facts by their names. */
const warnings: Readonly<
  Record<
    string,
    (param: string, values: string, facts: Readonly<Record<string, string | undefined>>) => readonly [string, string]
  >
> = {
  not_applicable: (param) => [
    `${param} does not apply to this dataset and had no effect.`,
    `${param} 不適用於這個資料集，沒有作用。`,
  ],
  unknown_id: (_, values) => [`This dataset has no rows of ${values}.`, `此資料集沒有 ${values} 的資料列。`],
  no_rows: (_, values) => [
    values === '' ? 'This dataset has no rows yet.' : `No rows for ${values}.`,
    values === '' ? '此資料集尚無資料列。' : `${values} 沒有資料列。`,
  ],
  not_expected: (_, values, { kind }) => [
    `This dataset has no securities like ${values} (${kind}).`,
    `此資料集沒有 ${values} 這類證券（${kind}）的資料。`,
  ],
  not_in_period: (_, values, { period }) => [
    `There are no rows with period=${period}${values === '' ? '' : ` of ${values}`}.`,
    `${values === '' ? '' : `${values} `}沒有 period=${period} 的資料列。`,
  ],
  outside_coverage: (_param, _values, { first, last }) => [
    `Only ${first} to ${last} is covered.`,
    `資料僅涵蓋 ${first} 至 ${last}。`,
  ],
  event_missing: (_param, _values, { before }) => [
    `Adjusted prices before ${before} are unknown: an event is missing.`,
    `缺少權益事件，${before} 之前的還原價未知。`,
  ],
  date_filter: (_param, _values, { column }) => [
    `No row has a ${column} between the days asked for.`,
    `所查日期內沒有 ${column} 相符的資料列。`,
  ],
  no_value: (param, values) => [`No row has ${param} ${values}.`, `沒有 ${param} 為 ${values} 的資料列。`],
  short_page: (_param, _values, { looked, cells }) => [
    `The page ends at ${looked ? `${looked} compared rows` : `${cells} cells`}; read on with the cursor.`,
    `此頁止於${looked ? `已比對 ${looked} 列` : ` ${cells} 格`}，請以 cursor 繼續。`,
  ],
  before_known: (_param, _values, { from }) => [
    `Nothing was known yet; the first row was at ${from}.`,
    `當時尚無已知資料；最早為 ${from}。`,
  ],
  inactive_hidden: (_param, _values, { rows, securities }) => [
    `${rows ?? 'All'} rows of ${rows ? '' : `${securities} `}delisted securities are left out; include_inactive=true brings them.`,
    `未列入已下市（櫃）證券${rows ? `的 ${rows} 筆資料` : ` ${securities} 檔的資料`}；加上 include_inactive=true 即可取得。`,
  ],
  expired_hidden: (_param, _values, { rows }) => [
    `${rows} rows of expired bonds are left out; include_expired=true brings them.`,
    `未列入已到期債券的 ${rows} 筆資料；加上 include_expired=true 即可取得。`,
  ],
}

/** Texts around a call that a reader makes on a page: key, quota, cost, refusals, forms of the answer. */
export const calls = inBoth({
  key: ['API key', 'API 金鑰'],
  keyMeta: ['stays in this tab, never in an address', '只留在這個分頁，不會出現在網址'],
  keyNone: [
    'No key. Rows of 2330, 0050 and 2317 in Free datasets need none.',
    '沒有金鑰。Free 資料集的 2330、0050、2317 不需金鑰。',
  ],
  keyUse: ['Use key', '使用金鑰'],
  keyForget: ['Forget key', '移除金鑰'],
  keyGet: ['Get a key', '取得金鑰'],
  keyEnds: (end: string) => [`Key ending in ${end}`, `金鑰末四碼 ${end}`],
  quota: ['Quota', '額度'],
  quotaUnknown: ['Shown once a key is in use.', '使用金鑰後顯示。'],
  used: ['Used in the last hour', '近一小時已用'],
  left: (left: string, limit: string) => [`${left} of ${limit} calls left`, `剩 ${left} / ${limit} 次`],
  details: ['Details', '細節'],
  needsScripts: [
    'A call with a key needs JavaScript. Without it, copy the line and add your key.',
    '使用金鑰的請求需要 JavaScript。沒有的話，複製這一行並加上金鑰。',
  ],
  run: ['Run', '執行'],
  answer: ['Answer', '答案'],
  noAnswerYet: ['Not sent yet.', '尚未送出。'],
  counts: ['counts as 1 call', '計 1 次'],
  countedOne: ['1 call', '計 1 次'],
  countedMany: (calls: string) => [`${calls} calls`, `計 ${calls} 次`],
  countedNone: ['not counted', '不計次'],
  remaining: (before: string, after: string) => [
    `${before} calls left before, ${after} after`,
    `送出前剩 ${before} 次，送出後剩 ${after} 次`,
  ],
  remainingAfter: (after: string) => [`${after} calls left`, `剩 ${after} 次`],
  milliseconds: (ms: string) => [`${ms} ms`, `${ms} 毫秒`],
  rows: (count: string) => [`${count} rows`, `${count} 列`],
  table: ['Table', '表格'],
  chart: ['Chart', '圖'],
  json: ['JSON', 'JSON'],
  headers: ['Headers', '標頭'],
  header: ['Header', '標頭'],
  value: ['Value', '值'],
  tableCut: (shown: string, all: string) => [
    `The table shows the first ${shown} of ${all} rows. A download has all.`,
    `表格顯示 ${all} 列中的前 ${shown} 列，下載檔含全部。`,
  ],
  jsonCut: (shown: string, all: string) => [
    `The first ${shown} of ${all} rows. A download has all.`,
    `${all} 列中的前 ${shown} 列，下載檔含全部。`,
  ],
  chartColumn: ['Column', '欄位'],
  chartNone: [
    'No chart fits these rows: they have no numbers, or several values for each day and security.',
    '這些資料列畫不成圖：沒有數字，或同一天同一檔有多個值。',
  ],
  chartMany: [
    'Rows of several securities over several days: ask for one or two to see a chart.',
    '這是多檔證券、多個日期的資料列：查一檔或兩檔即可看圖。',
  ],
  chartTop: (shown: string, all: string) => [`The ${shown} largest of ${all}`, `${all} 個中最大的 ${shown} 個`],
  candles: [
    ['Open', 'High', 'Low', 'Close', 'Volume', 'lots'],
    ['開', '高', '低', '收', '量', '張'],
  ],
  warning: ['Warning', '注意'],
  warnings,
  suggestion: (tries: string) => [`Did you mean ${tries}?`, `是否為 ${tries}？`],
  noAnswer: [
    'The service does not answer. Nothing was counted. Check the connection, then run it again.',
    '服務沒有回應，不計次。請檢查連線後再執行一次。',
  ],
  way: {
    key: ['Get a free key, or put yours into the field.', '取得免費金鑰，或在欄位填入你的金鑰。'],
    samples: [
      'Without a key, ask for 2330, 0050 or 2317 of a Free dataset.',
      '沒有金鑰時，可查 Free 資料集的 2330、0050 或 2317。',
    ],
    plan: ['Compare plans', '比較方案'],
    datasets: ['All datasets', '所有資料集'],
    account: ['Your quota by the minute', '每分鐘的額度'],
    fields: [
      'Correct the marked fields and run it again. This call counted.',
      '修正標記的欄位後再執行。這次計入額度。',
    ],
    restart: ['Start again at the first page.', '從第一頁重新開始。'],
    wait: (seconds: string) => [`Wait ${seconds} seconds, then run it again.`, `等 ${seconds} 秒後再執行。`],
    again: ['Run it again in a moment.', '稍後再執行。'],
  },
})
