import { catalogue, find } from '../../catalogue/index.ts'
import type { Config } from '../../config.ts'
import type { Lake } from '../../lake/lake.ts'
import type { Run } from '../command.ts'
import { notice, printJson, printTable } from '../output.ts'
import { remoteCatalogue, remoteUrl } from '../remote.ts'

/** The datasets of a service. */
async function remoteDatasets(config: Config) {
  return (await remoteCatalogue(config)).map(({ name, tier, category, coverage, description }) => ({
    name,
    tier,
    category,
    rows: coverage.row_count,
    first: coverage.first_date,
    last: coverage.last_date,
    title: find(name)?.title.zh ?? description,
  }))
}

/** The datasets of the catalogue, with their rows and dates in the lake of this machine. */
async function localDatasets(lake: Lake) {
  const held = (await lake.current())?.manifest.datasets
  if (!held)
    notice(
      'The lake of this machine is empty, so rows and dates are not known: run "formosa market build" or start the service once, or name a service by --url or FORMOSA_URL.',
    )
  return catalogue.map(({ name, tier, category, title }) => ({
    name,
    tier,
    category,
    rows: held ? (held[name]?.rows ?? 0) : null,
    first: held?.[name]?.first_date ?? null,
    last: held?.[name]?.last_date ?? null,
    title: title.zh,
  }))
}

export const datasets: Run = async (context, { json }) => {
  const { config } = context
  const rows = remoteUrl(config) === null ? await localDatasets(context.lake) : await remoteDatasets(config)
  if (json === undefined) printTable(Object.keys(rows[0]!), rows.map(Object.values))
  else printJson(rows, 2)
}
