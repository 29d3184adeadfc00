import { hash } from 'node:crypto'
import type { Language } from '../../errors.ts'
import { Html, html } from '../../web/html.ts'

/** The style of the small pages: one column of text. */
export const plainStyle = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#566173;--line:#d9dee6;--ground:#fff;--raised:#f5f7fa;--link:#0b5cad;--bad:#a3192b;--good:#0d6b3c}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#9ba7b7;--line:#303a48;--ground:#12161c;--raised:#1a2028;--link:#7ab8ff;--bad:#ff9aa5;--good:#6fd6a0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang TC","Microsoft JhengHei","Noto Sans TC","Noto Sans CJK TC",sans-serif}
main{max-width:34rem;margin:0 auto;padding:3rem 1.25rem}
h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.25}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.good{color:var(--good);font-weight:600}
.bad{color:var(--bad);font-weight:600;overflow-wrap:anywhere}
a{color:var(--link)}
footer{margin-top:2.5rem;color:var(--soft);font-size:.9rem}
footer a{margin-right:1.25rem}
`

const style = `${plainStyle}
pre{padding:.8rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow:auto}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;color:var(--soft);font-size:.9rem}
dd{margin:0;overflow-wrap:anywhere}
ul{padding-left:1.2rem}
`

/** A source of the page itself in a content security policy. */
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** A page may use its own style, and its own script with calls to this service; nothing from another host. */
export const policyOf = (style: string, script?: string): string =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const plainPolicy = policyOf(style)

export const languageTag = (language: Language): string => (language === 'zh' ? 'zh-Hant-TW' : 'en')

export const printPlainPage = (
  title: string,
  body: Html,
  language: Language,
  ownStyle = style,
  script?: string,
): string =>
  html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(ownStyle)}</style>
</head>
<body>
<main>
${body}
</main>${
    script === undefined
      ? null
      : html`
<script>${new Html(script)}</script>`
  }
</body>
</html>
`.text
