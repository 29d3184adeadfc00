import { testRecordings } from '../../../test/support/feeds/recordings.ts'

// Rates of a collection that no dataset names as its source.
testRecordings('currency-api', [], {
  'usd_20260929.json': 'its publisher is none that is asked here',
  'xau_20260929.json': 'its publisher is none that is asked here',
})
