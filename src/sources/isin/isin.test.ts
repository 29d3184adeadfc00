import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { registry } from './TaiwanStockOverviewIncludeWarrant.ts'

test('a page that redirects by script is blocked', () => {
  const page = '<html><SCRIPT LANGUAGE="JAVASCRIPT"> window.location.replace("class_nofind.html") </SCRIPT></html>'
  assert.equal(readBytes(registry[0]!, new TextEncoder().encode(page), requestFor('2024-05-02')).kind, 'blocked')
})
