import { recordingsIn } from '../fixture.ts'

// Rates of a collection that no dataset names as its source.
recordingsIn('currency-api').others({
  'usd_20260929.json': 'its publisher is none that is asked here',
  'xau_20260929.json': 'its publisher is none that is asked here',
})
