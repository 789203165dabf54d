/**
 * How Markdown is printed without a template: quiet, readable, and with little torn apart at the end of a page.
 */
export const MARKDOWN_STYLE = `
html { font: 10.5pt/1.5 "Open Sans", "Noto Sans", "Liberation Sans", Arial, sans-serif; color: #1f2328 }
body { margin: 0; overflow-wrap: break-word; orphans: 3; widows: 3 }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 .6em; break-after: avoid; break-inside: avoid }
h1 { font-size: 2em; padding-bottom: .25em; border-bottom: 1px solid #d1d9e0 }
h2 { font-size: 1.5em; padding-bottom: .25em; border-bottom: 1px solid #d1d9e0 }
h3 { font-size: 1.25em } h4 { font-size: 1em } h5 { font-size: .9em } h6 { font-size: .85em; color: #59636e }
body > :first-child { margin-top: 0 } body > :last-child { margin-bottom: 0 }
p, ul, ol, dl, pre, table, blockquote, figure, details, .markdown-alert { margin: 0 0 1em }
ul, ol { padding-inline-start: 2em } li + li { margin-top: .25em } li > p { margin: .5em 0 }
li:has(> input[type=checkbox], > p > input[type=checkbox]) { list-style: none }
li input[type=checkbox] { margin: 0; margin-inline: -1.4em .35em; vertical-align: middle }
a { color: #0550ae; text-decoration: underline; text-decoration-thickness: .5px; text-underline-offset: 2px }
code, kbd, samp, pre { font-family: "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", monospace; font-size: .86em }
code { padding: .15em .35em; background: #eff1f3; border-radius: 4px }
pre { padding: .9em 1.1em; background: #f6f8fa; border-radius: 6px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid }
pre[data-long], pre:has(> [data-long]) { break-inside: auto }
pre code { padding: 0; background: none; font-size: 1em }
.c-word, .c-gone { color: #a40e26 } .c-text { color: #0a3069 } .c-value, .c-name { color: #0550ae }
.c-note { color: #59636e } .c-added { color: #116329 }
blockquote { padding: 0 1em; color: #59636e; border-inline-start: .25em solid #d1d9e0 }
blockquote > :last-child, .markdown-alert > :last-child { margin-bottom: 0 }
table { border-collapse: collapse; max-width: 100% }
th, td { padding: .35em .8em; border: 1px solid #d1d9e0; text-align: start; vertical-align: top }
th[align=center], td[align=center] { text-align: center } th[align=right], td[align=right] { text-align: right }
.wide th, .wide td, [data-wide] th, [data-wide] td { overflow-wrap: anywhere }
[data-wide] { font-size: calc(attr(data-wide type(<number>), 1) * 1em) }
th { background: #f6f8fa } thead { display: table-header-group } tr, img, figure { break-inside: avoid }
img, svg { max-width: 100%; height: auto }
hr { height: 0; margin: 2em 0; border: 0; border-top: 2px solid #d1d9e0 }
kbd { padding: .1em .4em; border: 1px solid #d1d9e0; border-bottom-width: 2px; border-radius: 4px }
.markdown-alert { padding: .1em 1em; border-inline-start: .25em solid #0969da }
.markdown-alert-title { break-after: avoid; display: flex; align-items: center; gap: .5em; margin: .5em 0; font-weight: 600; color: #0969da }
.markdown-alert-title svg { fill: currentColor }
.markdown-alert-tip { border-color: #1a7f37 } .markdown-alert-tip .markdown-alert-title { color: #1a7f37 }
.markdown-alert-important { border-color: #8250df } .markdown-alert-important .markdown-alert-title { color: #8250df }
.markdown-alert-warning { border-color: #9a6700 } .markdown-alert-warning .markdown-alert-title { color: #9a6700 }
.markdown-alert-caution { border-color: #cf222e } .markdown-alert-caution .markdown-alert-title { color: #cf222e }
.footnotes { margin-top: 2em; padding-top: 1em; border-top: 1px solid #d1d9e0; font-size: .88em }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
sup a { text-decoration: none }
`;
