import { catalogue } from '../../catalogue/index.ts'
import { statusView } from '../../web/views/status.ts'
import { qualityOf } from '../measures/quality.ts'
import { statusOf } from '../measures/status.ts'
import { page } from './page.ts'

/** The state of the service for people; printed for each request, since it changes from minute to minute. */
export const statusPage = page('/status', {
  isFresh: true,
  load: async ({ services, language }) => ({
    status: await statusOf(services, language),
    quality: services.library.current() ? await qualityOf(services, language) : null,
    datasets: catalogue,
    now: services.now().toISOString(),
  }),
  view: statusView,
})
