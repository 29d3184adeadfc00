import { pino } from 'pino'
import { openArchive } from '../../src/ingest/fetching/archive.ts'
import { createFetcher } from '../../src/ingest/fetching/fetcher.ts'
import { openJournal } from '../../src/ingest/fetching/journal.ts'
import { calendarOf } from './feeds/fixture.ts'
import { goldFeed, publisherAt, tasksFrom } from './publisher.ts'

/** The tasks of the child: three publishers, forty days each. */
export const childTasks = ['gold.test', 'silver.test', 'copper.test'].flatMap((host) =>
  tasksFrom(goldFeed(publisherAt(host)), '2026-01-01', 40),
)

/** Run as a program, it fetches until all tasks are finished and may be killed at any moment. */
if (process.argv[2] === 'ask') {
  const [folder, url] = process.argv.slice(3) as [string, string]
  const now = () => new Date()
  const journal = openJournal(folder, now)
  const fetcher = createFetcher({
    journal,
    archive: openArchive(folder),
    now,
    log: pino({ level: 'silent' }),
    bases: ({ id }) => `${url}/${id}`,
    paceFactor: 0.000_1,
  })
  const { id: run } = journal.beginRun('killed', '')
  const failed: string[] = []
  for await (const { key, outcome } of fetcher.fetch(childTasks, { calendar: calendarOf(), run }))
    if (outcome.kind !== 'rows') failed.push(`${key}: ${JSON.stringify(outcome)}`)
  journal.finishRun(run, { failed })
  journal.close()
  if (failed.length > 0) throw new Error(failed.join('\n'))
}
