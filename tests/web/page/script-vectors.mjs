// Names and texts that try to become markup or script, in every way known: none may be more than text anywhere.

const SCRIPTS = ["alert(1)", "window.ran=1", "fetch('//x.test')", "location='//x.test'"];

/** At least two hundred strings, each of them different. */
export const VECTORS = [...new Set([...markup(), ...attributes(), ...breakouts(), ...addresses(), ...encodings(), ...templates(), ...cells(), ...odd()])];

function markup() {
  const tags = ["script", "svg/onload=alert(1)", "img src=x onerror=alert(1)", "body onload=alert(1)", "iframe srcdoc='<script>parent.ran=1</script>'"];
  const [open, close] = ["<", ">"];
  return [
    ...SCRIPTS.map((script) => `<script>${script}</script>`),
    ...SCRIPTS.map((script) => `<SCRIPT>${script}</SCRIPT>`),
    ...SCRIPTS.map((script) => `<scr<script>ipt>${script}</scr</script>ipt>`),
    ...SCRIPTS.map((script) => `<img src=x onerror="${script}">`),
    ...SCRIPTS.map((script) => `<svg onload="${script}">`),
    ...SCRIPTS.map((script) => `<svg><script>${script}</script></svg>`),
    ...SCRIPTS.map((script) => `<math><mtext></form><form><mglyph><style></math><img src onerror=${script}>`),
    ...tags.map((tag) => `${open}${tag}${close}`),
    "<script src=//x.test/x.js></script>",
    "<script type=module>import('//x.test')</script>",
    "<link rel=stylesheet href=//x.test/x.css>",
    "<style>@import '//x.test/x.css';</style>",
    "<style>*{background:url(//x.test)}</style>",
    "<meta http-equiv=refresh content='0;url=//x.test'>",
    "<meta http-equiv=Content-Security-Policy content='script-src *'>",
    "<base href=//x.test>",
    "<object data=//x.test></object>",
    "<embed src=//x.test>",
    "<applet code=x>",
    "<form action=//x.test><button>go</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<select autofocus onfocus=alert(1)>",
    "<textarea autofocus onfocus=alert(1)>",
    "<keygen autofocus onfocus=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<frameset onload=alert(1)>",
    "<table background=javascript:alert(1)>",
    "<isindex type=image src=1 onerror=alert(1)>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<xmp><img src=x onerror=alert(1)></xmp>",
    "<plaintext>",
    "<dialog open onclose=alert(1)>",
    "<slot onslotchange=alert(1)>",
    "<a href=javascript:alert(1)>click</a>",
    "<a id=held>clobbered</a>",
    "<form id=compute><input name=textContent></form>",
    "<img name=document>",
    "<bdi onbeforetoggle=alert(1) popover>",
    "<animate onbegin=alert(1) attributeName=x dur=1s>",
    "<set attributeName=href to=javascript:alert(1)>",
    "<use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x'>",
    "<foreignObject><img src=x onerror=alert(1)></foreignObject>",
    "<portal src=//x.test>",
    "<fencedframe src=//x.test>",
    "<button popovertarget=x onclick=alert(1)>",
  ];
}

function attributes() {
  const events = "onload onerror onclick onmouseover onfocus onblur onanimationend ontransitionend onpointerenter onwheel oncopy onpaste onbeforeinput onscroll onresize onhashchange onmessage onpageshow onunhandledrejection ontoggle".split(" ");
  return events.flatMap((event) => [`" ${event}="alert(1)`, `' ${event}='alert(1)`]).concat([
    '" style="background:url(//x.test)',
    '" autofocus tabindex=1 onfocus="alert(1)',
    "` onload=`alert(1)",
    '"/><img src=x onerror=alert(1)>',
    "'/><img src=x onerror=alert(1)>",
    '" data-figure="pair-1 run',
    '" id="compute" hidden="',
  ]);
}

function breakouts() {
  const ends = ["script", "style", "title", "textarea", "bdi", "table", "main", "body", "html", "mark", "span", "section", "div", "td", "template", "iframe", "noscript", "svg", "math", "xmp"];
  return ends.map((end) => `</${end}><img src=x onerror=alert(1)>`).concat([
    "--><img src=x onerror=alert(1)>",
    "<!--<script>",
    "<!--<script>--></script><img src=x onerror=alert(1)>",
    "]]><img src=x onerror=alert(1)>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<!doctype html><script>alert(1)</script>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "</script ><script>alert(1)</script >",
    "</SCRIPT\t><img src=x onerror=alert(1)>",
    "</script/x><img src=x onerror=alert(1)>",
    '"}]}</script><script>alert(1)</script>',
    '\\"}]}</script><script>alert(1)</script>',
    "\u2028alert(1)\u2029",
  ]);
}

function addresses() {
  return [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "vbscript:msgbox(1)",
    "blob:null/x",
    "file:///etc/passwd",
    "//x.test/x.js",
    "https://x.test/?<script>",
    "#\"><img src=x onerror=alert(1)>",
    "#pair-1",
    "url(javascript:alert(1))",
  ];
}

function encodings() {
  return [
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "&#x3c;img src=x onerror=alert(1)&#x3e;",
    "&amp;lt;script&amp;gt;",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "\\x3cscript\\x3ealert(1)",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "\u00bcscript\u00bealert(1)\u00bc/script\u00be",
    "＜script＞alert(1)＜/script＞",
    "<\u0000script>alert(1)</script>",
    "<scr\u0000ipt>alert(1)</script>",
    "<\u200bscript>alert(1)</script>",
    "<img\u00a0src=x\u00a0onerror=alert(1)>",
    "<img\u000csrc=x\u000conerror=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<a\nhref=javascript:alert(1)>x</a>",
    "&lt",
    "&notit;",
    "&CounterClockwiseContourIntegral;",
  ];
}

function templates() {
  return ["${alert(1)}", "`${alert(1)}`", "{{constructor.constructor('alert(1)')()}}", "{{report:title}}", "{{report:program}}", "{{report:held}}", "{{head}}", "{script}", "{style-hash}", "#{alert(1)}", "<%= alert(1) %>", "{%raw%}", "[[${alert(1)}]]", "$&", "$'", "$`", "$1", "$$"];
}

function cells() {
  return ["=cmd|' /C calc'!A0", '=HYPERLINK("//x.test","x")', "=1+1", "+1+1", "-1+1", "@SUM(1+1)", "\t=1+1", "\r=1+1", "\n=1+1", " =1+1", "=DDE('cmd';'/C calc';'x')", "＝1+1", "＋1", "－1", "＠SUM(1)", "|cmd", "%0A=1+1", '","=1+1', '";=1+1', "'=1+1", '"=1+1"', "\u00a0=1+1", "\u200e=1+1", "\ufeff=1+1"];
}

function odd() {
  return ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "../../etc/passwd", "..\\..\\x", "CON", "\u202egpj.exe", "\u2066left\u2069", "a\u0300\u0301\u0302\u0303\u0304\u0305".repeat(5), "\ud800", "\udc00", "𝕏<b>𝕏</b>", "null", "undefined", "NaN", "[object Object]", "0", "-", "\u0007bell", "\u001b[31mred", "\u0085next", "</>", "<>", "<", ">", "&", "\"", "'"];
}
