import type { datasets as en } from '../en/datasets.ts'

export const datasets: typeof en = {
  title: '資料集',
  description: (count: number) => `台灣市場的 ${count} 個資料集：行情、籌碼、基本面、期貨選擇權，附涵蓋期間與方案。`,
  path: '名稱即路徑：',
  search: '以名稱、標題、欄位或同義詞搜尋',
  hint: '外資、融資、營收、close…',
  category: '類別',
  all: '全部',
  plan: '方案',
  anyPlan: '不限方案',
  shown: '個',
  opens: (free: number, lite: number, plus: number) =>
    `Free 金鑰可讀 ${free} 個資料集，Lite ${lite} 個，Plus ${plus} 個：方案包含較低方案的資料集。`,
  dataset: '資料集',
  content: '內容',
  coverage: '涵蓋期間',
  rows: '列數',
  none: '沒有資料集同時含有這些字。',
  noneWays: '減少字詞或換一個說法；中文、英文都可以。',
  near: '名稱相近：',
  clear: '顯示全部資料集',
  ask: '改用一句話提問',
  empty: '尚無資料列',
}
