import { catalogue } from '../../catalogue/index.ts'
import { typeOf as typeOfField } from '../../derive/printed/types.ts'
import { chosenNames, eventTypes } from '../../events/types.ts'
import type { Field } from '../../fields.ts'
import type { Schema } from '../../http/openapi/schema.ts'
import { chainIdOf, networks } from '../../pay/networks.ts'
import { isFilter, parameters } from '../../query/parameters.ts'
import { type ClientFailure, clientFailures } from './clientFailures.ts'

const head = (of: string): string => `// Printed from ${of} by \`npm run docs\`; do not edit.\n\n`

/** The TypeScript type of a schema. */
function typeOf(schema: Schema): string {
  if (Array.isArray(schema.type)) return `${typeOf({ ...schema, type: schema.type[0] })} | null`
  if (schema.enum) return (schema.enum as string[]).map((value) => `'${value}'`).join(' | ')
  if (schema.type === 'array') return `readonly ${wrapped(typeOf(schema.items as Schema))}[]`
  if (schema.type === 'object')
    return `{ ${Object.entries(schema.properties as Record<string, Schema>)
      .map(([name, inner]) => `readonly ${name}: ${typeOf(inner)}`)
      .join('; ')} }`
  return schema.type === 'integer' ? 'number' : String(schema.type)
}
const wrapped = (type: string): string => (type.includes(' | ') ? `(${type})` : type)

const classText = ({ code, className, parentName, status, sentences, fields }: ClientFailure): string => {
  const own = Object.entries(fields).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  const body = own.length === 0 ? '' : `, { ${own.join('; ')} }`
  const isParent = clientFailures.some((other) => other.parentName === className)
  const [given, code$] = isParent ? [`code: C = '${code}' as C`, 'code'] : ['', `'${code}'`]
  return [
    '/**',
    ...sentences.map((sentence, i) => ` * ${i === 0 ? `${status}: ` : ''}${sentence.replaceAll('*/', '* /')}`),
    ' */',
    parentName !== null
      ? `export class ${className} extends ${parentName}<'${code}'> {`
      : isParent
        ? `export class ${className}<C extends string = '${code}'> extends ApiError<C${body}> {`
        : `export class ${className} extends ApiError<'${code}'${body}> {`,
    `  override readonly name${isParent ? ': string' : ''} = '${className}'`,
    `  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext${given === '' ? '' : `, ${given}`}) {`,
    parentName === null ? `    super(${code$}, given, context)` : `    super(given, context, '${code}')`,
    '  }',
    '}',
  ].join('\n')
}

/** `sdk/apiErrors.ts`: a class for every error of the service. */
export const printErrorClasses = (): string =>
  [
    `${head('the table of failures')}import { ApiError, type FailureContext } from './errors.ts'`,
    ...clientFailures.map(classText),
    `/** The class of each code. */\nexport const errorClasses = {\n${clientFailures.map(({ code, className }) => `  ${code}: ${className},`).join('\n')}\n} as const`,
    'export type ErrorCode = keyof typeof errorClasses',
    `/** Any error of the service; \`code\` tells them apart. */\nexport type ServiceError =\n${clientFailures.map(({ className }) => `  | ${className}`).join('\n')}`,
    '/** Whether an error is one of the service, of a code that is known here. */\nexport const isServiceError = (error: unknown): error is ServiceError =>\n  error instanceof ApiError && Object.hasOwn(errorClasses, error.code)',
  ].join('\n\n') + '\n'

const memberText = (name: string, { label }: Pick<Field, 'label'>, type: string, indent = '  '): string =>
  `${indent}/** ${label.en} · ${label.zh} */\n${indent}readonly ${name}: ${type}`

/** They change how other formats than the client's are written. */
const encodings = ['labels', 'bom', 'decimals']
/** The client has options or methods for these, or they repeat others. */
const ownParameters = ['dry_run', 'format', 'aggregate', 'limit', 'cursor', 'start', 'end', ...encodings]
const lists = ['stock_id', 'columns']
const filterType = 'string | number | readonly (string | number)[]'
/** The client reads warnings from the headers. */
const narrowed: Readonly<Record<string, readonly string[]>> = { include: ['known'] }

/** `sdk/parameters.ts`: the parameters of a query of rows. */
export const printParameters = (): string =>
  `${head('the parameters of queries')}/** The parameters of a query of rows. */\nexport interface RowsParameters {\n${Object.entries(
    parameters as Readonly<Record<string, Field>>,
  )
    .filter(([name]) => !ownParameters.includes(name))
    .map(([name, field]) => {
      const type = isFilter(name)
        ? filterType
        : typeOfField(name in narrowed ? { ...field, values: narrowed[name]! } : field)
      return memberText(`${name}?`, field, `${lists.includes(name) ? 'string | readonly string[]' : type} | undefined`)
    })
    .join('\n')}\n}\n`

/** A list of all datasets is in `rows.ts`. */
const typeOfMember = (field: Field): string =>
  field.values?.length === catalogue.length ? `keyof Rows${field.nullable ? ' | null' : ''}` : typeOfField(field)

/** `sdk/eventTypes.ts`: the types of events, and the members of their data. */
export const printEvents = (): string =>
  `${head('the types of events')}import type { Rows } from './rows.ts'\n\n/** The types of events that a reader chooses among. */\nexport type EventType =${chosenNames.map((name) => `\n  | '${name}'`).join('')}\n\n/** The members of \`data\` of each type of event. */\nexport interface EventData {\n${Object.entries(
    eventTypes,
  )
    .map(([type, { about, data }]) => {
      const members = Object.entries(data).map(([name, field]) => memberText(name, field, typeOfMember(field), '    '))
      return memberText(`'${type}'`, { label: about }, `{\n${members.join('\n')}\n  }`)
    })
    .join('\n')}\n}\n`

/** `sdk/networks.ts`: the tokens that an agent pays with. */
export const printNetworks = (): string =>
  `${head('the table of networks')}/** The dollar token of each network, by its CAIP-2 name. */\nexport const tokens: Readonly<\n  Record<string, { readonly chainId: number; readonly address: string; readonly name: string; readonly version: string }>\n> = {\n${Object.entries(
    networks,
  )
    .flatMap(([network, { token }]) =>
      token === null
        ? []
        : [
            `  '${network}': { chainId: ${chainIdOf(network)}, address: '${token.address}', name: '${token.name}', version: '${token.version}' },`,
          ],
    )
    .join('\n')}\n}\n`

/** `sdk/release.ts`, for the user agent. */
export const printRelease = (release: string): string => `${head('package.json')}export const release = '${release}'\n`
