import { refused } from '../../access/guard.ts'
import type { Language } from '../../errors.ts'
import { formatNames, formats } from '../../query/formats/formats.ts'
import { limits, parameters } from '../../query/parameters.ts'
import { sampleHint, sampleIds, sampleOf } from '../admission/samples.ts'
import { datasetParameter, preferHeader } from '../openapi/parameters.ts'
import { otherRowTypes, rowHeaders, rowsResponse } from '../openapi/rows.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { isDryRun } from '../request/query.ts'
import { route } from '../route.ts'

/** `json (application/json): …; csv (text/csv): ….` */
const formatList = (language: Language): string => {
  const list = formatNames.map((name) => `\`${name}\` (\`${formats[name].type}\`): ${formats[name].label[language]}`)
  return language === 'en' ? `${list.join('; ')}.` : `${list.join('；')}。`
}

/** The rows of a dataset for a key; `rowPages.ts` makes them. */
export const queryDataset = route('GET /v1/data/{dataset}', 'queryDataset', {
  tag: 'data',
  about: {
    en: `Rows of a dataset, newest first, page by page. Needs a key whose tier covers the dataset; rows of ${sampleIds.join(', ')} in datasets of the free tier need none.`,
    zh: `逐頁讀取資料集的資料列，由新到舊。金鑰的方案必須涵蓋該資料集；免費方案資料集中 ${sampleIds.join('、')} 的資料列不需金鑰。`,
  },
  guide: {
    parameters: [
      {
        en: 'These are the parameters of `GET /v1/data/{dataset}` and `GET /v1/agent/{dataset}`; all are optional. An unknown name or an impossible value is a 422 that lists every fault at once; nothing is clamped or ignored in silence.',
        zh: '以下為 `GET /v1/data/{dataset}` 與 `GET /v1/agent/{dataset}` 的參數，皆為選填。未知的名稱或不可能的值會回傳 422，並一次列出所有錯誤；不會自動修正，也不會默默忽略。',
      },
    ],
    formats: [
      {
        en: `The same address answers in several formats, by the parameter \`format\` or by the header \`Accept\`; \`format\` wins. ${formatList('en')} Parameters mean the same in all of them. An \`Accept\` that allows none of them is refused with 406 \`not_acceptable\`.`,
        zh: `同一網址可回傳多種格式，以參數 \`format\` 或標頭 \`Accept\` 選擇，以 \`format\` 為準。${formatList('zh')}各參數在所有格式中意義相同。\`Accept\` 不允許其中任何一種時回傳 406 \`not_acceptable\`。`,
      },
      {
        en: 'Decimals are exact in every format (DECIMAL in Parquet and Arrow), dates are dates, and unknown values are null, an empty field in CSV. `labels=zh` or `labels=en` gives CSV headings in that language, `bom=true` the mark that Excel needs to read Chinese; `decimals=number` gives JSON numbers for those who want floats. An option without a meaning for the format is a 422.',
        zh: '小數在各格式中皆為精確值（Parquet 與 Arrow 為 DECIMAL），日期為日期型別，未知值為 null（CSV 為空欄）。`labels=zh` 或 `labels=en` 決定 CSV 欄名語言，`bom=true` 加上 Excel 辨識中文所需的標記；需要浮點數者可用 `decimals=number` 取得 JSON 數字。對該格式沒有意義的選項會回傳 422。',
      },
      {
        en: 'Formats other than JSON have no place for `count` and `cursor`: these are in the headers `X-Row-Count` and `X-Next-Cursor`, and the last page has no `X-Next-Cursor`. A cursor keeps the format of the first request.',
        zh: 'JSON 以外的格式沒有 `count` 與 `cursor` 欄位，改放在標頭 `X-Row-Count` 與 `X-Next-Cursor`；最後一頁沒有 `X-Next-Cursor`。cursor 會沿用第一次請求的格式。',
      },
    ],
    paging: [
      {
        en: `An answer holds at most \`limit\` rows (${limits.defaultRows} when left out, ${limits.rows} at most) and a \`cursor\`. Ask again with \`cursor\` alone until it is \`null\`: it carries the whole query and the version of the data, so no row is repeated or skipped when new data arrives between two pages. The header \`Link\` with \`rel="next"\` has the address of the next page in every format.`,
        zh: `每次回應最多 \`limit\` 列（預設 ${limits.defaultRows}，上限 ${limits.rows}），並附上 \`cursor\`。只帶 \`cursor\` 重複查詢，直到其為 \`null\`：cursor 已包含完整查詢與資料版本，即使兩頁之間有新資料，也不會重複或遺漏任何一列。各格式的標頭 \`Link\`（\`rel="next"\`）皆為下一頁的網址。`,
      },
      {
        en: 'Rows come by key date, newest first, then by id and the rest of the primary key; `sort=asc` turns the whole order round. A cursor lasts 24 hours after its data version was replaced. `dry_run=true` tells rows, bytes and pages beforehand.',
        zh: '資料列依日期由新到舊，再依代號與其餘主鍵排序；`sort=asc` 反轉整個順序。資料版本被取代後，cursor 仍可使用 24 小時。`dry_run=true` 可事先得知列數、位元組數與頁數。',
      },
      {
        en: 'The catalogue and every page of rows read with a key have an `ETag`; send it in `If-None-Match` and an unchanged answer is a 304 without a body, which costs no quota.',
        zh: '目錄與以金鑰讀取的每頁資料列皆有 `ETag`；放在 `If-None-Match` 再次查詢，若未變動則回傳無內容的 304，且不計入額度。',
      },
    ],
  },
  auth: 'key',
  partOf: ({ dataset }) => datasetNamed(dataset!),
  // A dry run counts against the address, not against the quota.
  cost: (query) => (isDryRun(query) ? 'request' : 'call'),
  isPartlyOpen: true,
  head: [datasetParameter, preferHeader],
  query: parameters,
  responses: {
    200: {
      description: 'A page of rows, or the size of the result with dry_run=true',
      schema: rowsResponse,
      otherTypes: otherRowTypes,
      headers: [...rowHeaders, 'Link?'],
    },
  },
  // A dry run has no ETag.
  etag: 'sometimes',
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'too_busy', 'not_ready'],
  ready: (request, { tier }, { rows }) => rows.ready(request, tier),
  reply({ request, params, sender: { caller } }, services) {
    const { query } = request
    if (caller) return services.rows.read(request, datasetNamed(params.dataset!), query, caller.tier)
    const dataset = sampleOf(params.dataset!, query, services.cursorKeys)
    if (!dataset) throw refused('missing_key', sampleHint(params.dataset!, query))
    return services.rows.read(request, dataset, query, dataset.tier)
  },
})
