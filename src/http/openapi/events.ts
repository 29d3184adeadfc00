import { catalogue } from '../../catalogue/index.ts'
import { eventNames, eventTypes } from '../../events/types.ts'
import type { Field, Fields } from '../../fields.ts'
import * as schema from './schema.ts'

/** A list of all datasets stands in the document once. */
const memberSchema = ({ schema: own, values, nullable, label }: Field): schema.Schema => {
  const isDataset = values?.length === catalogue.length
  if (!isDataset) return { ...own, description: label.en }
  return nullable ? { anyOf: [schema.datasetName, { type: 'null' }] } : schema.datasetName
}

const dataSchema = (fields: Fields): schema.Schema => {
  const members = Object.entries(fields).map(([name, field]) => [name, memberSchema(field)] as const)
  return schema.exactly('What happened', Object.fromEntries(members))
}

/** An event, by its type. */
export const eventSchema = schema.named('Event', {
  description: 'An event; the members of data follow from its type',
  anyOf: eventNames.map((name) =>
    schema.exactly(eventTypes[name].about.en, {
      id: schema.string('Id of the event: the same each time it is sent'),
      type: { const: name },
      timestamp: schema.instant('When it was recorded'),
      data: dataSchema(eventTypes[name].data),
    }),
  ),
})
