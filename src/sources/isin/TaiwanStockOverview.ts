import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { whole } from '../reading.ts'
import { boardTitles, onBoard, registered } from './registry.ts'
import { registryFeeds } from './response.ts'

/** All listed securities except warrants, without a distinction between issues of one code. */
const readingOf = ({ columns, options }: ReturnType<typeof registered>) => {
  const { issue_key: _, ...shared } = columns
  return whole(TaiwanStockOverview, shared, options)
}

const { issue_key: _, ...boardColumns } = onBoard.columns
const emerging = whole(TaiwanStockOverview, boardColumns, onBoard.options)

export const { classMain, classMainOtc, publicEsb } = registryFeeds(
  readingOf(registered('TWSE')),
  readingOf(registered('TPEX')),
  emerging,
  boardTitles,
)
