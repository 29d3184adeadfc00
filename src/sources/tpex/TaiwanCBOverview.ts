import { compact } from '../dates.ts'
import { get } from '../feed.ts'
import { bondBoard } from './bondBoard.ts'
import { tpex } from './response.ts'

/** The board of every listed bond, one day: conversion prices, balances and windows as they are now. */
export const rsdrs001 = tpex(bondBoard.reading, {
  endpoint: 'RSdrs001',
  role: 'part',
  choice: 'beside',
  span: 'day',
  since: '2007-01-02',
  encoding: 'big5',
  request: ({ from }) => {
    const day = compact(from)
    const folder = `/storage/bond_zone/tradeinfo/cb/${day.slice(0, 4)}/${day.slice(0, 6)}`
    return get(`${folder}/RSdrs001.${day}-C.csv`)
  },
  parse: bondBoard.parse,
})
