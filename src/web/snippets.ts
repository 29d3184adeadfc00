import { type Html, html } from './html.ts'

/** Lines that read the rows of a request, to be pasted into a terminal or an editor. */

export type Snippet = { readonly id: string; readonly label: string; readonly code: Html }

/** The place of a reader's key: scripts put it there where they know it. */
const key = (placeholder: string, form: 'bare' | 'quoted'): Html => html`<span data-key="${form}">${placeholder}</span>`

/** The snippets of a path with its query; a sample needs no key. */
export function snippetsOf(
  siteUrl: string,
  path: string,
  { needsKey, id }: { readonly needsKey: boolean; readonly id: string | null },
): readonly Snippet[] {
  const url = `${siteUrl}${path}`
  // A code is text: as a number, 0050 would be 50.
  const types = id === null ? '' : `, types = {'${id}': 'VARCHAR'}`
  const csv = `read_csv('${url}${path.includes('?') ? '&' : '?'}format=csv'${types})`
  const secret = needsKey
    ? html`create or replace secret formosa (
  type http,
  scope '${siteUrl}',
  extra_http_headers map {'Authorization': 'Bearer ' || ${key("getenv('FORMOSA_KEY')", 'quoted')}}
);
`
    : null
  return [
    {
      id: 'curl',
      label: 'curl',
      code: needsKey
        ? html`curl -H "Authorization: Bearer ${key('$FORMOSA_KEY', 'bare')}" \\
"${url}"`
        : html`curl "${url}"`,
    },
    {
      id: 'python',
      label: 'Python',
      code: needsKey
        ? html`import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": "Bearer " + ${key('os.environ["FORMOSA_KEY"]', 'quoted')}},
)
try:
    with urllib.request.urlopen(request) as response:
        for row in json.load(response)["data"]:
            print(row)
except urllib.error.HTTPError as error:
    raise SystemExit(json.load(error)["detail"])
`
        : html`import json, urllib.request

with urllib.request.urlopen("${url}") as response:
    for row in json.load(response)["data"]:
        print(row)
`,
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      code: html`const response = await fetch(
  '${url}',
${needsKey ? html`  { headers: { Authorization: \`Bearer ${key(`\${process.env.FORMOSA_KEY}`, 'bare')}\` } },\n` : null})
const { data, detail } = await response.json()
if (!response.ok) throw new Error(detail)
console.table(data)
`,
    },
    {
      id: 'duckdb',
      label: 'DuckDB',
      code: html`install httpfs; load httpfs; set force_download = true;
${secret}from ${csv};
`,
    },
  ]
}
