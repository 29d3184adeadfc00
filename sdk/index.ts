// biome-ignore-all lint/performance/noBarrelFile: the entry of the package
export {
  type Agent,
  type AgentOptions,
  type PaidPage,
  PaymentLimitError,
  PaymentPendingError,
  ReceiptError,
  type Signer,
  type TypedData,
} from './agent.ts'
export * from './apiErrors.ts'
export type { BulkDataset, BulkFile, BulkList } from './bulk.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export {
  ApiError,
  ConnectionError,
  type ErrorBody,
  FormosaError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
export type { EventData, EventType } from './eventTypes.ts'
export type { MirrorOptions, MirrorResult } from './mirror.ts'
export type { RateLimit } from './pacing.ts'
export type { RowsParameters } from './parameters.ts'
export type { CallOptions, ChangesQuery, EventsQuery, GapsQuery, RowsQuery, StreamQuery } from './query.ts'
export { release } from './release.ts'
export type { RetryOptions } from './retry.ts'
export type * from './rows.ts'
export type { Page, RowStream } from './stream.ts'
export type { RetryEvent } from './transport.ts'
export type * from './types.ts'
export type { Warning } from './warnings.ts'
export type { WideFrame, WideQuery } from './wide.ts'
