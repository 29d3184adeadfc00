import type { Route } from './route.ts'

/** Failures of routes that must not compile; `tsc` reports an expectation that no longer fails. */

type Failure = Route['fails'][number]

'invalid_parameter' satisfies Failure
// @ts-expect-error: a code that is not in the table of failures
'invalid_parameters' satisfies Failure
