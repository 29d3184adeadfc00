/**
 * Words that add nothing: they may stand anywhere and are passed over. What is neither here nor known otherwise is not
 * understood, and then the whole question is not; so nothing that could carry a meaning belongs here.
 */
export const fillers: readonly string[] = [
  '的|了|得|過|花|花了|紀錄|記錄|還有|啊|吧|喔|哦|呀|嘛|請|請問|請幫我|幫我|幫忙|幫|給我|給|我想知道|我想|想知道|想看|我要|我|要|想|想要|需要|麻煩',
  '查|查詢|查一下|看|看看|看一下|一下|列出|列|列表|顯示|告訴我|找出|找|篩選|篩選出|選出|挑出|秀出|提供|統計|計算|算',
  '有|是|在|為|被|到|於|之|就|還|其|該|那些|這些|所有|全部|全|名單|清單|資料|數據|數字|數值|情況|狀況|情形|部分|的話|來說|而言|方面',
  '收在|收到|落在|來到|內|各|各別|日期|顏色|開始|在外流通|流通在外|在外|有過|曾|曾經|已|已經|大約|約|左右|以|按|依|依照|根據|按照|排序|排|分別|各自|個別|如下',
  '出現|發生|處於|屬於|具有|擁有|呈現|屬|進行|配|配發|發|留|持有|由|從|自|對|向|讓|使|將|所|者|且有|以來|期間|時|時候|本身|整體',
  'than it was|it was|it is|透過|經由|through|via|by way of|pay out|paid out|pay it out',
  '?|!|。|:|「|」|『|』|"|(|)|[|]|…|.|/|*|#|+',
  'the|a|an|of|for|in|on|at|to|by|as|than|its|their|they|them|that|these|those|this|there|me|please|show|give|tell|find|get|let|i|you',
  'can|could|would|like|want|need|know|see|look|display|we|our|be|been|being|also|just|all|some|over|during|from|into|within',
  'between|pay|paid|own|outstanding|it take|it took|does it take|did it take|value|figure|data|amount|list of|list|screen|screen for|find me|show me|give me|tell me|who|whose|which|what|where|did|do|does|is|are|was|were|has|have|had',
  'stood|stand|respectively|following|report|reported|reading|then|if|such|own|with the date|date|start|started|begin|come|came|ended|end|finished|finish|trading|closing',
  'at the open|on the open|at the opening|saw|seen|experience|experienced|recorded|registered|posted|showed|shown|looking|whether|happened|happen|take|took|after|belong|belong to|held|hold|holding|rate|last',
  '整週|整個星期|整個禮拜|一整週|整個月|集保|still|仍|仍然|state|heavily|actively|at least once|at least one time|至少一次|至少一天|taiwan dollar|new taiwan dollar|nt dollar|against the taiwan dollar|against the nt dollar|against twd|versus twd|對台幣|兌台幣|對新台幣|兌新台幣|taiwan|taiwanese|listed|in taiwan|taiwan market|台灣|台股|本國|國內|nt$|twd|nt|新台幣|台幣|元|far|away|so|thing|name of|please list|currently|pull|pull up|run|want to know|curious|interested|about|in one day|in a day',
  "'|'s|s",
]
