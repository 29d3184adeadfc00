import { boolean, date, nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import { asOfDate, delistingDate, listingDate } from '../columns.ts'
import { dataset } from '../dataset.ts'
import { publishers } from '../publishers.ts'

export const TaiwanCBOverview = dataset({
  name: 'TaiwanCBOverview',
  tier: 'plus',
  category: 'convertibles',
  title: { en: 'Convertible bond overview', zh: '可轉債總覽' },
  about: {
    en: 'Every domestic convertible or exchangeable bond with its terms, latest conversion price, balance, put and call windows and status.',
    zh: '國內轉（交）換公司債總覽：發行條件、最新轉換價、餘額、賣回與贖回期間及狀態。',
  },
  notes: {
    en: 'One row per bond, current values without history; date filters act on issue_date, and matured or terminated bonds need include_expired=true. stock_id is the issuer, also of an exchangeable bond, whose shares are of another company. Prices are per 100 of par; put and call columns have values only while a window is announced. Computed: conversion_value = underlying_price / conversion_price x 100, premium_percent = (reference_price / conversion_value - 1) x 100; status is terminated when delisted before maturity, matured at maturity, else active.',
    zh: '每檔債券一列，為最新值，不含歷史；日期條件作用於 issue_date，已到期或終止者需加 include_expired=true。stock_id 為發行公司，交換債之標的為他公司股票。價格以每百元面額計；賣回與贖回欄位僅於公告期間有值。計算欄位：conversion_value＝underlying_price ÷ conversion_price × 100，premium_percent＝（reference_price ÷ conversion_value − 1）× 100；到期前下櫃者 status 為 terminated，到期者為 matured，其餘為 active。',
  },
  also: {
    en: ['convertible bond', 'CB', 'exchangeable bond', 'conversion price', 'conversion premium'],
    zh: ['可轉債', '可轉換公司債', 'CB', '轉換價', '轉換溢價率'],
  },
  columns: {
    cb_id: text('Bond code', '可轉債代號'),
    cb_name: text('Short bond name', '可轉債簡稱'),
    stock_id: text('Stock code of the issuer', '發行公司股票代號'),
    issuer_name: nullable(text('Issuer name', '發行公司名稱')),
    bond_kind: oneOf(
      ['convertible', 'exchangeable'],
      'Convertible or exchangeable',
      '種類：convertible 轉換、exchangeable 交換',
    ),
    issue_date: date('Issue date', '發行日'),
    listing_date: nullable(listingDate),
    maturity_date: date('Maturity date', '到期日', { also: { en: ['expiry'] } }),
    delisting_date: nullable(delistingDate),
    issue_amount: nullableDecimal(2, 'Issue amount', '發行總額', { unit: 'TWD' }),
    outstanding_amount: nullableDecimal(2, 'Outstanding principal', '流通餘額', {
      unit: 'TWD',
      also: { en: ['outstanding balance'], zh: ['發行餘額', '餘額'] },
    }),
    coupon_rate: nullableDecimal(6, 'Coupon rate', '票面利率', { unit: 'percent' }),
    currency: nullable(text('Currency', '幣別')),
    issue_conversion_price: nullableDecimal(4, 'Conversion price at issue', '發行時轉換價', { unit: 'TWD' }),
    conversion_price: nullableDecimal(4, 'Latest conversion price', '最新轉換價', {
      unit: 'TWD',
      also: { zh: ['轉換價格', '轉換價'] },
    }),
    conversion_price_effective_date: nullable(date('Conversion price effective from', '轉換價生效日')),
    conversion_start_date: nullable(date('Conversion period, first day', '轉換起日')),
    conversion_end_date: nullable(date('Conversion period, last day', '轉換迄日')),
    put_date: nullable(date('Next put date', '賣回權日期', { also: { zh: ['賣回日'] } })),
    put_price: nullableDecimal(4, 'Put price per 100 par', '賣回價格'),
    put_start_date: nullable(date('Put window, first day', '賣回起日')),
    put_end_date: nullable(date('Put window, last day', '賣回迄日')),
    call_start_date: nullable(date('Call window, first day', '強制贖回起日')),
    call_end_date: nullable(date('Call window, last day', '強制贖回迄日')),
    call_price: nullableDecimal(4, 'Call price', '強制贖回價格'),
    suspension_start_date: nullable(date('Suspension, first day', '停止交易起日')),
    suspension_end_date: nullable(date('Suspension, last day', '停止交易迄日')),
    reference_price: nullableDecimal(4, 'Bond reference price', '可轉債參考價', {
      unit: 'TWD per 100 par',
      also: { en: ['CB price'], zh: ['可轉債價格'] },
    }),
    underlying_price: nullableDecimal(4, 'Price of the underlying stock', '標的股票價格', { unit: 'TWD' }),
    conversion_value: nullableDecimal(4, 'Conversion value', '轉換價值', {
      unit: 'TWD per 100 par',
      also: { en: ['parity'], zh: ['理論價'] },
    }),
    premium_percent: nullableDecimal(2, 'Conversion premium', '轉換溢價率', {
      unit: 'percent',
      also: { en: ['premium'], zh: ['溢價率', '折溢價'] },
    }),
    is_secured: nullable(boolean('Guaranteed', '是否有擔保')),
    guarantor: nullable(text('Guarantee', '擔保情形')),
    listing_status: nullable(text('Listing status code', '掛牌狀態代碼')),
    status: oneOf(['active', 'matured', 'terminated'], 'Status', '狀態：active 流通中、matured 到期、terminated 終止'),
    as_of_date: asOfDate,
  },
  key: ['cb_id'],
  date: 'issue_date',
  id: 'stock_id',
  example: '5483',
  filters: { include_expired: 'status' },
  unit: 'TWD; prices per 100 par',
  update: '19:00',
  sources: [publishers.tpexOpenApi, publishers.tpex, publishers.mops],
})
