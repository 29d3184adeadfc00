import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { addMonths, calendarDay, monthOf, yearOf } from '../../days.ts'
import type { Cells } from '../../lake/batch.ts'
import { halfUp } from '../fundamentals/amounts.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { bits, normal, uniform } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { type Bond, bondsOf } from './bonds.ts'

const guarantors = ['第一商業銀行', '兆豐國際商業銀行', '臺灣銀行', '台北富邦商業銀行', '合作金庫商業銀行']

/** The conversion price in cents after the actions of the underlying, and the day it came into force. */
function conversionOf({ calendar }: World, { underlying, at, conversionPrice, listed }: Bond, position: number) {
  let price = conversionPrice
  let since = listed
  for (const action of underlying.actions) {
    if (action.at <= at || action.at > position) continue
    const next = Math.max(10, Math.round((price * action.reference) / action.closeBefore / 10) * 10)
    if (next !== price) since = calendar.days[action.at]!
    price = next
  }
  return { price, since }
}

/** The amount outstanding at the end of the month before `day`; holders convert bonds over time. */
function outstandingAt({ seed }: World, { slot, listed, matures, call, amount }: Bond, day: number): number {
  const monthEnd = calendarDay(yearOf(day), monthOf(day), 1) - 1
  const age = Math.max(0, monthEnd - listed) / ((call?.start ?? matures) - listed)
  const part = call ? 0.94 : Math.max(0, 1.5 * uniform(seed, 2113, slot) - 0.65)
  const left = Math.max(0.02, 1 - part * Math.min(1, age) ** 1.5)
  return Math.floor((amount * left) / 100_000) * 100_000
}

/** Bond price in cents for 100 of par: the larger of conversion value and bond value. */
function quote({ seed }: World, { slot, matures }: Bond, value: number, day: number): number {
  const alone = 100 - (1.6 * Math.max(0, matures - day)) / 365
  const price = (value ** 8 + alone ** 8) ** (1 / 8) + 0.3 * normal(seed, 2114, slot, day)
  return Math.max(80, Math.round(price * 20)) * 5
}

const statusOf = (delisted: number | null, { matures }: Bond, newest: number) => {
  if (delisted !== null && delisted <= newest && delisted < matures) return 'terminated'
  return matures < newest || (delisted !== null && delisted <= newest) ? 'matured' : 'active'
}

function rowOf(world: World, bond: Bond): Cells<typeof TaiwanCBOverview> {
  const { seed, calendar, through, plans, ahead } = world
  const { issuer, underlying, call, put, matures, listed } = bond
  const newest = calendar.days[through]!
  // The end is known once the company calls, or shortly before maturity.
  const isEndKnown = newest >= (call?.start ?? matures - 14)
  const delisted = isEndKnown ? bond.ends : null
  const status = statusOf(delisted, bond, newest)
  const isActive = status === 'active'
  const end = calendar.atOrBefore(Math.min(newest, bond.ends))
  const { price: conversion, since } = conversionOf(world, bond, end)
  const share = priceAt(underlying, Math.min(through, underlying.last))
  // Units of a ten-thousandth, as they are published: the premium follows from the rounded value.
  const value = halfUp(share * 1_000_000, conversion)
  const reference = quote(world, bond, value / 10_000, newest) * 100
  const isPutOpen = isActive && newest >= put.start - 14 && newest <= put.end
  const isCallOpen = call !== null && newest >= call.start
  const pause = plans
    .get(underlying.security.id)!
    .find(
      (plan) => plan.kind !== 'distribution' && plan.kind !== 'halt' && plan.haltedAt <= through && plan.at > through,
    )
  const isPaused = isActive && pause !== undefined && pause.kind !== 'distribution'
  return {
    cb_id: bond.id,
    cb_name: bond.name,
    stock_id: issuer.security.id,
    issuer_name: issuer.security.name,
    bond_kind: underlying === issuer ? 'convertible' : 'exchangeable',
    issue_date: listed,
    listing_date: listed,
    maturity_date: matures,
    delisting_date: delisted,
    issue_amount: bond.amount * 100,
    outstanding_amount: isActive ? outstandingAt(world, bond, newest) * 100 : 0,
    coupon_rate: 0,
    currency: 'TWD',
    issue_conversion_price: bond.conversionPrice * 100,
    conversion_price: conversion * 100,
    conversion_price_effective_date: since,
    conversion_start_date: addMonths(listed, 3) + 1,
    conversion_end_date: matures,
    put_date: isPutOpen ? put.end : null,
    put_price: isPutOpen ? put.price * 100 : null,
    put_start_date: isPutOpen ? put.start : null,
    put_end_date: isPutOpen ? put.end : null,
    call_start_date: isCallOpen ? call.start : null,
    call_end_date: isCallOpen ? call.end : null,
    call_price: isCallOpen ? 1_000_000 : null,
    suspension_start_date: isPaused ? calendar.days[pause.haltedAt]! : null,
    suspension_end_date: isPaused ? ahead.days[pause.at]! - 1 : null,
    reference_price: isActive ? reference : null,
    underlying_price: isActive ? share * 100 : null,
    conversion_value: isActive ? value : null,
    premium_percent: isActive ? halfUp((reference - value) * 10_000, value) : null,
    is_secured: bond.isSecured,
    guarantor: bond.isSecured ? `由${guarantors[bits(seed, 2115, bond.slot) % guarantors.length]}擔保` : '無擔保',
    listing_status: isActive ? '2' : null,
    status,
    as_of_date: newest,
  }
}

export const cbOverview = wholeTable(TaiwanCBOverview, (world, push) => {
  for (const bond of bondsOf(world)) push(rowOf(world, bond))
})
