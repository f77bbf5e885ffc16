// What must be shown as it is and never run: markup, addresses and templates, as they come in names and titles. Each
// would set `window.ran` if it ran.

const RUN = "window.ran=1";

const TAGS = [
  `<script>${RUN}</script>`, `<SCRIPT>${RUN}</SCRIPT>`, `<script src=data:text/javascript,${RUN}></script>`, `<script type=module>${RUN}</script>`, `<scr<script>ipt>${RUN}</script>`,
  `<script\n>${RUN}</script\n>`, `<script/x>${RUN}</script>`, `<svg><script>${RUN}</script></svg>`, `<svg><script href=data:,${RUN}></script></svg>`, `<math><script>${RUN}</script></math>`,
  `<iframe src=javascript:${RUN}></iframe>`, `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`, `<object data=javascript:${RUN}></object>`, `<embed src=javascript:${RUN}>`,
  `<a href=javascript:${RUN}>x</a>`, `<a href="java\tscript:${RUN}">x</a>`, `<a href="&#106;avascript:${RUN}">x</a>`, `<form action=javascript:${RUN}><button>x</button></form>`,
  `<button formaction=javascript:${RUN}>x</button>`, `<base href=javascript:/>`, `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`, `<link rel=stylesheet href=data:text/css,*{}>`,
  `<style>*{background:url(javascript:${RUN})}</style>`, `<style>@import 'javascript:${RUN}';</style>`, `<math href=javascript:${RUN}>x</math>`, `<svg><a xlink:href=javascript:${RUN}><text>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x><script>${RUN}</script></svg>#x"/></svg>`, `<svg><animate onbegin=${RUN} attributeName=x></svg>`, `<svg><set onbegin=${RUN} attributeName=x></svg>`,
  `<template><script>${RUN}</script></template>`, `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`, `<textarea></textarea><img src=x onerror=${RUN}>`, `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`, `</style><script>${RUN}</script>`, `</script><script>${RUN}</script>`, `--><script>${RUN}</script>`, `]]><script>${RUN}</script>`, `<!--><script>${RUN}</script>-->`,
  `<![CDATA[<script>${RUN}</script>]]>`, `<?xml version="1.0"?><script>${RUN}</script>`, `<!DOCTYPE x [<!ENTITY e "${RUN}">]>&e;`,
];

const ELEMENTS = ["img", "svg", "body", "input", "video", "audio", "details", "marquee", "select", "iframe", "object", "isindex"];
const EVENTS = ["onerror", "onload", "onfocus", "onmouseover", "onclick", "ontoggle", "onstart", "onanimationstart", "onpointerenter", "onbeforeinput"];
const HANDLERS = ELEMENTS.flatMap((element) => EVENTS.map((event) => `<${element} src=x autofocus open ${event}=${RUN}>`));

const ENDINGS = ['"', "'", "`", '">', "'>", "`>", "/>", '" ', "' ", "\\\"", "\\'", "&quot;", "&#34;", "%22", "\u2028"].map((end) => `${end}<img src=x onerror=${RUN}>`);

const ATTRIBUTES = ['" onmouseover="', "' onmouseover='", '" autofocus onfocus="', "' autofocus onfocus='", '" style="x:expression(', "` onclick=`"].map((start) => `${start}${RUN}`);

const TEMPLATES = [`{{constructor.constructor('${RUN}')()}}`, `\${${RUN}}`, `#{${RUN}}`, `<%= ${RUN} %>`, `{%${RUN}%}`, `[[${RUN}]]`, `{{7*7}}`, `%3Cscript%3E${RUN}%3C/script%3E`, `\\u003cscript\\u003e${RUN}`, `\\x3cscript\\x3e${RUN}`, `&lt;script&gt;${RUN}&lt;/script&gt;`, `&#60;script&#62;${RUN}`, `&#x3C;script&#x3E;${RUN}`, `＜script＞${RUN}＜/script＞`, `javascript:${RUN}`, `data:text/html,<script>${RUN}</script>`, `vbscript:${RUN}`, `=HYPERLINK("javascript:${RUN}","x")`, `=cmd|' /C calc'!A0`, `+${RUN}`, `-${RUN}`, `@SUM(1+1)*${RUN}`];

export const VECTORS = [...TAGS, ...HANDLERS, ...ENDINGS, ...ATTRIBUTES, ...TEMPLATES];
