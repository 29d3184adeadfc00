import { dayOf } from '../../days.ts'

type Entity = {
  readonly name: string
  readonly type: 'bank' | 'life' | 'property_insurance' | 'securities' | 'other'
  /** Its usual part of the group's income. */
  readonly part: number
  /** First day it belonged to the group, where that was not always so. */
  readonly since?: number
}

const bank = (name: string, part: number): Entity => ({ name, type: 'bank', part })
const life = (name: string, part: number): Entity => ({ name, type: 'life', part })
const property = (name: string, part: number): Entity => ({ name, type: 'property_insurance', part })
const securities = (name: string, part: number): Entity => ({ name, type: 'securities', part })
const merged = dayOf('2025-07-24')

const group = (name: string, ...entities: readonly Entity[]) => ({ name, entities })

/** The listed financial holding companies and their main subsidiaries. */
export const groups: Readonly<Record<string, ReturnType<typeof group>>> = {
  '2880': group('華南金控', bank('華南銀行', 0.86), securities('華南永昌證券', 0.07), property('華南產險', 0.04)),
  '2881': group(
    '富邦金控',
    bank('台北富邦銀行', 0.3),
    life('富邦人壽', 0.55),
    securities('富邦證券', 0.07),
    property('富邦產險', 0.05),
  ),
  '2882': group(
    '國泰金控',
    bank('國泰世華銀行', 0.36),
    life('國泰人壽', 0.53),
    securities('國泰證券', 0.04),
    property('國泰產險', 0.03),
  ),
  '2883': group('凱基金控', bank('凱基銀行', 0.2), life('凱基人壽', 0.52), securities('凱基證券', 0.24)),
  '2884': group('玉山金控', bank('玉山銀行', 0.9), securities('玉山證券', 0.07)),
  '2885': group('元大金控', bank('元大銀行', 0.34), life('元大人壽', 0.09), securities('元大證券', 0.5)),
  '2886': group('兆豐金控', bank('兆豐銀行', 0.86), securities('兆豐證券', 0.06), property('兆豐產險', 0.03)),
  '2887': group(
    '台新新光金控',
    bank('台新銀行', 0.5),
    life('台新人壽', 0.07),
    securities('台新證券', 0.06),
    { ...life('新光人壽', 0.22), since: merged },
    { ...bank('新光銀行', 0.12), since: merged },
  ),
  '2888': group('新光金控', bank('新光銀行', 0.45), life('新光人壽', 0.42), securities('元富證券', 0.1)),
  '2889': group('國票金控', { name: '國際票券', type: 'other', part: 0.55 }, securities('國票證券', 0.42)),
  '2890': group('永豐金控', bank('永豐銀行', 0.76), securities('永豐金證券', 0.2)),
  '2891': group('中信金控', bank('中國信託銀行', 0.66), life('台灣人壽', 0.27), securities('中信證券', 0.03)),
  '2892': group('第一金控', bank('第一銀行', 0.9), life('第一金人壽', 0.01), securities('第一金證券', 0.05)),
  '5880': group('合庫金控', bank('合庫銀行', 0.88), life('合庫人壽', 0.03), securities('合庫證券', 0.05)),
}
