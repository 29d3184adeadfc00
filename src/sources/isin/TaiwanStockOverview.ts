import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { whole } from '../rows.ts'
import { boardTitles, onBoard, registered } from './registry.ts'
import { registryFeeds } from './response.ts'

/** Everything that is listed but warrants; issues of one code are not told apart here. */
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
