import type { Sense } from './senses.ts'

/** Words that ask for what this service does not do; they only say why, as every unknown word declines anyway. */
export const refusals: readonly (readonly [string, Sense])[] = [
  [
    '會漲嗎|會跌嗎|會漲|會跌|會不會漲|會不會跌|可以買嗎|能買嗎|該買|該賣|要不要買|可不可以買|值得買|值得投資|值得|推薦|建議|適合買|適合|進場|出場|停損|目標價|合理價|預測|預估|預期|看好|看壞|看漲|看跌|買點|賣點|未來走勢|會到|上看|明牌|飆股|潛力股|抄底|should i|should we|recommend|recommendation|predict|prediction|forecast|target price|price target|analyst target|worth buying|good buy|buy or sell|will go up|will go down|will rise|will fall|expected to|outlook|advice|advise|best stock to buy|undervalued|overvalued|fair value|going to|will the|will it|likely to',
    { t: 'stop', why: 'out_of_scope' },
  ],
  [
    '比特幣|以太幣|乙太幣|加密貨幣|虛擬貨幣|狗狗幣|幣安|bitcoin|btc|ethereum|eth|crypto|cryptocurrency|dogecoin|日經|日經指數|恆生|恆生指數|上證|滬深|深圳成指|kospi|nikkei|hang seng|shanghai composite|dax|ftse|天氣|氣溫|下雨|weather|rain|房價|白銀|銀價|silver|銅價|copper|天然氣價|natural gas|小麥|玉米|黃豆|gdp|cpi|通膨|inflation|tokyo|東京|港股|陸股|a股|日股|韓股|歐股',
    { t: 'stop', why: 'out_of_scope' },
  ],
  [
    '刪除|刪掉|刪|清空|修改|竄改|改成|新增一筆|寫入|更新資料|覆蓋|drop table|delete from|insert into|truncate|alter table|update set|delete all|密碼|連線密碼|連線字串|金鑰|api金鑰|api key|apikey|api keys|token|secret|password|credential|環境變數|帳號|使用者|用戶|會員|客戶|信箱|電子郵件|email|e-mail|emails|user|users|customer|customers|account|accounts|subscriber|忽略之前的指示|忽略前面的指示|忽略以上|系統提示|system prompt|ignore all previous instructions|ignore previous instructions|ignore the above|previous instructions|instructions|your prompt|information_schema|duckdb|sqlite|pg_|select * from|union select',
    { t: 'stop', why: 'not_allowed' },
  ],
  [
    '它|他|她|那檔|這檔|那支|這支|那一檔|這一檔|那家|這家|這間公司|那間公司|那個|上述|前述|it|this one|that one|that stock|this stock|the stock|the company|the two companies|these two|those two|both of them|the former|the latter|this company|that company',
    { t: 'stop', why: 'pronoun' },
  ],
  [
    '比較好|哪個好|好不好|好嗎|比較優|better|good|bad|nice|interesting|safe|安全|穩健|划算|厲害|熱門嗎|強不強',
    { t: 'stop', why: 'vague' },
  ],
]
