import { allAccountsOf, statements } from '../../catalogue/accounts.ts'
import { find } from '../../catalogue/index.ts'

/** `docs/statements.md`: the codes of the lines of financial statements. */
export const printStatements = (): string =>
  [
    '# Accounts of financial statements',
    '<!-- Printed from the table of accounts by `npm run docs`; do not edit. -->',
    'Each row of a statement is one account: `type` is its code, `origin_name` its name in the filing. `GET /v1/data/{dataset}/schema` has these lists as `accounts`, without a key.',
    'A code with `_per` behind it is the account as a percentage of total assets. Where a filing has two lines of one name, the second has `__2` behind its code. A line whose name is not listed has a code that begins with `X_` and is made from the name, so that it is the same in every filing.',
    ...statements.flatMap((name) => [
      `## ${name}`,
      [
        '| type | account | 會計項目 | unit |',
        '| --- | --- | --- | --- |',
        ...allAccountsOf(name).map(
          ({ type, en, names, unit }) => `| \`${type}\` | ${en} | ${names.join('、')} | ${unit} |`,
        ),
      ].join('\n'),
      `Columns and notes: [datasets.md](datasets.md#${find(name)!.name.toLowerCase()}).`,
    ]),
  ].join('\n\n') + '\n'
