import type { names as en } from '../en/names.ts'

export const names: typeof en = {
  markets: { TWSE: '上市', TPEX: '上櫃', ESB: '興櫃' },
  securities: {
    stock: '股票',
    etf: 'ETF',
    etn: 'ETN',
    tdr: '存託憑證',
    preferred: '特別股',
    reit: '受益證券',
    warrant: '權證',
    other: '其他',
  },
  // The rows themselves have the Chinese names.
  industries: {},
  sectors: {},
}
