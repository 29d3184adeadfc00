import { inBoth } from './inBoth.ts'

/** Texts of the list of datasets. */
export const datasets = inBoth({
  title: ['Datasets', '資料集'],
  description: (count: number) => [
    `${count} datasets of the Taiwan market: prices, flows, fundamentals, derivatives, with coverage and plan.`,
    `台灣市場的 ${count} 個資料集：行情、籌碼、基本面、期貨選擇權，附涵蓋期間與方案。`,
  ],
  path: ['Each name is a path:', '名稱即路徑：'],
  search: ['Search by name, title, column or synonym', '以名稱、標題、欄位或同義詞搜尋'],
  hint: ['foreign, 融資, revenue, close…', '外資、融資、營收、close…'],
  category: ['Category', '類別'],
  all: ['All', '全部'],
  plan: ['Plan', '方案'],
  anyPlan: ['Any plan', '不限方案'],
  shown: ['shown', '個'],
  opens: (free: number, lite: number, plus: number) => [
    `A Free key opens ${free} datasets, Lite ${lite}, Plus ${plus}: a plan reads those below it too.`,
    `Free 金鑰可讀 ${free} 個資料集，Lite ${lite} 個，Plus ${plus} 個：方案包含較低方案的資料集。`,
  ],
  series: ['Computed here from these', '由上列資料計算的衍生序列'],
  dataset: ['Dataset', '資料集'],
  content: ['Content', '內容'],
  coverage: ['Coverage', '涵蓋期間'],
  rows: ['Rows', '列數'],
  none: ['No dataset has all of these words.', '沒有資料集同時含有這些字。'],
  noneWays: [
    'Use fewer words or another one; Chinese and English both work.',
    '減少字詞或換一個說法；中文、英文都可以。',
  ],
  near: ['Similar names:', '名稱相近：'],
  clear: ['Show all datasets', '顯示全部資料集'],
  ask: ['Ask it as a question', '改用一句話提問'],
  empty: ['no rows yet', '尚無資料列'],
})
