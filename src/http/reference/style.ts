/** The page's whole style: no font, script or picture comes from elsewhere. */
export const style = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#566173;--line:#d9dee6;--ground:#fff;--raised:#f5f7fa;--link:#0b5cad;--mark:#8a4b00;--mark-ground:#fff4e0;--free:#0d6b3c;--lite:#0b5cad;--plus:#7a2fa0}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#9ba7b7;--line:#303a48;--ground:#12161c;--raised:#1a2028;--link:#7ab8ff;--mark:#ffcf8a;--mark-ground:#35270f;--free:#6fd6a0;--lite:#7ab8ff;--plus:#d6a4f2}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang TC","Microsoft JhengHei","Noto Sans TC","Noto Sans CJK TC",sans-serif}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem}
header,.page{max-width:84rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem}
header h1{margin:0;font-size:1.9rem;line-height:1.2}
header p{margin:.4rem 0 0;color:var(--soft);max-width:60rem}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.banner{margin:1rem 0 0;padding:.7rem 1rem;border-left:4px solid var(--mark);background:var(--mark-ground);color:var(--mark);font-weight:600;max-width:60rem}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:2.5rem;align-items:start;margin-top:1.25rem}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;padding:1rem .5rem 2rem 0;font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav details ul{padding-left:.9rem;font-size:.82rem}
nav a{display:block;padding:.16rem 0;text-decoration:none;overflow-wrap:anywhere}
nav a:hover{text-decoration:underline}
nav summary{cursor:pointer;padding:.16rem 0}
nav strong{display:block;margin:.9rem 0 .2rem;font-size:.78rem;letter-spacing:.05em;color:var(--soft)}
main{padding-bottom:4rem}
main>section>p,main>section>ul{max-width:48rem}
h2{margin:2.5rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line);font-size:1.4rem;line-height:1.3}
main>section:first-child h2{margin-top:.8rem}
h3{margin:2.25rem 0 .25rem;font-size:1.08rem;line-height:1.35;overflow-wrap:anywhere}
h2 a,h3 a{color:inherit;text-decoration:none}h2 a:hover::after,h3 a:hover::after{content:" #";color:var(--soft)}
article p{margin:.35rem 0;max-width:52rem}.note{color:var(--soft);font-size:.93rem}
.title{font-weight:600}
.tier{display:inline-block;margin-left:.5rem;padding:0 .5rem;border:1px solid currentColor;border-radius:1rem;font-size:.75rem;font-weight:600;line-height:1.5;vertical-align:.12em}
.free{color:var(--free)}.lite{color:var(--lite)}.plus{color:var(--plus)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{font-size:.875em;overflow-wrap:anywhere}
p code,li code,dd code{background:var(--raised);border-radius:3px;padding:.1em .3em}
figure{margin:.9rem 0}
figcaption{font-size:.85rem;font-weight:600;color:var(--soft);margin-bottom:.25rem}
pre{margin:0;padding:.8rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow:auto;font-size:.85rem;line-height:1.5}
pre code{font-size:inherit;overflow-wrap:normal}
.wide{overflow-x:auto;margin:.7rem 0}
table{border-collapse:collapse;font-size:.88rem;line-height:1.45;width:100%}
th,td{text-align:left;vertical-align:top;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td:nth-child(-n+2) code{overflow-wrap:normal;white-space:nowrap}
td .tier{margin-left:0}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;margin:.5rem 0;font-size:.88rem;max-width:60rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media(max-width:52rem){
.page{display:block}
nav{position:static;max-height:none;padding:.25rem 0 1rem;border-bottom:1px solid var(--line)}
nav a,nav summary{padding:.38rem 0}
nav>ul:first-of-type{columns:2}
dl{grid-template-columns:1fr}dd{margin-bottom:.35rem}
}
@media print{nav,.skip{display:none}.page{display:block}}
`
