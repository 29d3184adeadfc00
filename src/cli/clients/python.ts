import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { chosenNames } from '../../events/types.ts'
import type { Field } from '../../fields.ts'
import type { Schema } from '../../http/openapi/schema.ts'
import { type ClientFailure, clientFailures } from './clientFailures.ts'

const head = (of: string): string => `"""Printed from ${of} by \`\`npm run docs\`\`; do not edit."""\n`

/** The Python type of a schema. */
function typeOf(schema: Schema): string {
  if (Array.isArray(schema.type)) return `Optional[${typeOf({ ...schema, type: schema.type[0] })}]`
  if (schema.type === 'array') return `Sequence[${typeOf(schema.items as Schema)}]`
  if (schema.type === 'object') return 'Mapping[str, Any]'
  return schema.type === 'integer' ? 'int' : 'str'
}

const property = ([name, schema]: [string, Schema]): string =>
  [
    '    @property',
    `    def ${name}(self) -> ${typeOf(schema)}:`,
    ...(schema.description === undefined ? [] : [`        """${schema.description}."""`]),
    `        return self.body["${name}"]  # type: ignore[no-any-return]`,
  ].join('\n')

/** Fields that the base class has already. */
const inherited = ['retry_after_seconds', 'request_id']

const classText = ({ code, className, parentName, status, sentences, fields }: ClientFailure): string => {
  const [first, ...rest] = sentences.map((sentence) => sentence.replaceAll('\\', '\\\\'))
  const text =
    rest.length === 0
      ? `    """${status}: ${first}"""`
      : `    """${status}: ${first}\n\n${rest.map((line) => `    ${line}`).join('\n')}\n    """`
  const own = Object.entries(fields).filter(([name]) => !inherited.includes(name))
  return [
    `class ${className}(${parentName ?? 'ApiError'}):`,
    text,
    '',
    `    code = "${code}"`,
    ...own.flatMap((field) => ['', property(field)]),
  ].join('\n')
}

/** `_api_errors.py`: a class for every error of the service. */
export const printPythonErrors = (): string =>
  [
    `${head('the table of failures')}\nfrom __future__ import annotations\n\nfrom typing import Any, Dict, Mapping, Optional, Sequence, Type\n\nfrom ._errors import ApiError`,
    ...clientFailures.map(classText),
    `#: The class of each code.\nERROR_CLASSES: Dict[str, Type[ApiError]] = {\n${clientFailures.map(({ code, className }) => `    "${code}": ${className},`).join('\n')}\n}`,
    `__all__ = [\n${clientFailures.map(({ className }) => `    "${className}",`).join('\n')}\n]`,
  ].join('\n\n\n') + '\n'

const kindOf = ({ kind, scale }: Field): string => (kind === 'decimal' ? `decimal${scale}` : kind)

const columnsText = (dataset: Dataset): string =>
  `    "${dataset.name}": {\n${columnsOf(dataset)
    .map(([name, field]) => `        "${name}": "${kindOf(field)}",`)
    .join('\n')}\n    },`

/** `_datasets.py`: the datasets, the kind of every column, and the types of events. */
export const printPythonDatasets = (): string =>
  [
    `${head('the catalogue')}\nfrom __future__ import annotations\n\nfrom typing import Dict, Literal`,
    `DatasetName = Literal[\n${catalogue.map(({ name }) => `    "${name}",`).join('\n')}\n]`,
    `#: The types of events that a reader chooses among.\nEventType = Literal[\n${chosenNames.map((name) => `    "${name}",`).join('\n')}\n]`,
    `#: The kind of each column: text, date, datetime, integer, boolean, or decimal with its number of places.\nCOLUMNS: Dict[str, Dict[str, str]] = {\n${catalogue.map((dataset) => columnsText(dataset as Dataset)).join('\n')}\n}`,
  ].join('\n\n') + '\n'

/** `_release.py`, for the user agent and the package. */
export const printPythonRelease = (release: string): string => `${head('package.json')}\nRELEASE = "${release}"\n`
