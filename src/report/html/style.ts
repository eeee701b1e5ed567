/** The style sheet of the page: light and dark, narrow and wide, and on paper. Contrasts are those of WCAG AA. */
export const STYLE = `
:root{--bg:#f6f7f9;--card:#fff;--fg:#1b1f24;--dim:#57606a;--line:#d6dbe1;--code:#f2f4f7;--link:#0b5cad;--pass:#1a7f37;--fail:#b42318;--warn:#8a5a00;--none:#8c959f;--want:#e8f5ec;--got:#fdecea;--wantword:#bfe5c9;--gotword:#f9cfca;--lit:#ffe9a8;--passbg:#e6f4ea;--failbg:#fdecea;--warnbg:#fff3d6}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--card:#161b22;--fg:#e6edf3;--dim:#9da7b3;--line:#30363d;--code:#0e1116;--link:#79b8ff;--pass:#4ac26b;--fail:#ff8a80;--warn:#e3b341;--none:#6e7681;--want:#12261a;--got:#2d1615;--wantword:#1f4d2f;--gotword:#5c2624;--lit:#5c4700;--passbg:#12261a;--failbg:#2d1615;--warnbg:#2e2408}}
*{box-sizing:border-box}
html{color-scheme:light dark;scroll-padding-top:4rem}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
main,.banner,.foot,nav>div{max-width:72rem;margin:0 auto;padding:0 1rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
h1{font-size:clamp(1.3rem,3.5vw,1.9rem);line-height:1.25;margin:.1rem 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem}
h3{font-size:1rem;margin:0;font-weight:600}
h4{font-size:.75rem;margin:.75rem 0 .25rem;color:var(--dim);text-transform:uppercase;letter-spacing:.05em;font-weight:600}
small,.dim{color:var(--dim);font-size:.85em}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.85rem}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.6rem .75rem;margin:0;overflow:auto;white-space:pre-wrap}
pre i{font-style:normal;color:var(--dim)}
pre.headers{font-size:.8rem;margin-bottom:.5rem}
mark{background:var(--lit);color:inherit;display:inline-block;min-width:100%;margin:0 -.25rem;padding:0 .25rem;border-left:3px solid var(--fail)}
.banner{font-size:.85rem;color:var(--dim);padding:.6rem 1rem}
nav{position:sticky;top:0;background:var(--bg);border-bottom:1px solid var(--line);z-index:2}
nav ul{display:flex;gap:.25rem 1.25rem;list-style:none;margin:0;padding:.6rem 0;overflow-x:auto;white-space:nowrap}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
.verdict{background:var(--card);border:1px solid var(--line);border-top:6px solid var(--none);border-radius:10px;padding:1.25rem 1.5rem;margin-top:1rem}
.verdict.conforms{border-top-color:var(--pass)}.verdict.violations{border-top-color:var(--fail)}.verdict.incomplete,.verdict.suite-error{border-top-color:var(--warn)}
.kicker{margin:0;color:var(--dim);font-size:.9rem}
.bar{display:block;width:100%;height:14px;border-radius:7px;overflow:hidden;background:var(--line)}
.bar.row{height:10px;border-radius:5px;min-width:6rem}
rect.pass{fill:var(--pass)}rect.fail{fill:var(--fail)}rect.warn{fill:var(--warn)}rect.none{fill:var(--line)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.6rem 0 1.1rem;font-size:.9rem}
.legend .all{color:var(--dim)}
.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:50%;margin-right:.4rem;border:1px solid transparent}
.dot.pass{background:var(--pass)}.dot.fail{background:var(--fail)}.dot.warn{background:var(--warn)}.dot.none{background:var(--line);border-color:var(--none)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.6rem 1.5rem;margin:0;font-size:.9rem}
.facts dt,.diff dt{color:var(--dim);font-size:.8rem}
.facts dd{margin:0}
.setup{background:var(--warnbg);border:1px solid var(--warn);border-radius:10px;padding:.25rem 1.5rem 1rem;margin-top:1rem}
.setup h2{margin-top:1rem}
.filter{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-bottom:.75rem}
.filter[hidden]{display:none}
.filter input{flex:1 1 16rem;min-width:0;font:inherit;padding:.45rem .75rem;border:1px solid var(--none);border-radius:6px;background:var(--card);color:var(--fg)}
button{font:inherit;font-size:.85rem;padding:.35rem .75rem;border:1px solid var(--none);border-radius:6px;background:var(--card);color:var(--fg);cursor:pointer}
button:hover{border-color:var(--link)}
button[aria-pressed=true]{background:var(--fg);color:var(--card)}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;margin:.9rem 0 .25rem}
.card{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--warn);border-radius:8px;margin:0 0 .6rem;padding:0 1.1rem;content-visibility:auto;contain-intrinsic-size:auto 3rem}
.card.fail{border-left-color:var(--fail)}
p.card{padding:.4rem 1.1rem}
.card[open]{padding-bottom:1rem}
.card[hidden]{display:none}
.card:target{outline:2px solid var(--link);outline-offset:2px}
summary{cursor:pointer}
.card>summary{display:flex;gap:.6rem;align-items:baseline;padding:.7rem 0;list-style:none}
.card>summary::-webkit-details-marker{display:none}
.card>summary::before{content:"▸";color:var(--dim);flex:none;transition:transform .1s}
.card[open]>summary::before{transform:rotate(90deg)}
.card>summary h3{flex:1;min-width:0}
.glance{display:flex;flex-wrap:wrap;gap:0 1rem;font-weight:400;margin-top:.15rem}
.card[open] .glance{display:none}
.tag{flex:none;font-size:.72rem;font-weight:700;letter-spacing:.03em;padding:.1rem .45rem;border-radius:4px;background:var(--code);color:var(--dim);border:1px solid var(--line)}
.tag.fail,.tag.security{background:var(--failbg);color:var(--fail);border-color:currentColor}
.tag.warn{background:var(--warnbg);color:var(--warn);border-color:currentColor}
blockquote{margin:.1rem 0 .9rem;padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--line)}
blockquote p{margin:0;font-size:1.05rem}
cite{font-style:normal;color:var(--dim);font-size:.85rem}
.diff{display:grid;grid-template-columns:max-content 1fr;gap:1px 0;margin:0 0 1rem;border:1px solid var(--line);border-radius:6px;overflow:hidden;font-size:.95rem}
.diff dt{padding:.35rem .75rem;background:var(--code);display:flex;align-items:center}
.diff dd{margin:0;padding:.35rem .75rem;min-width:0}
.diff .want{background:var(--want);box-shadow:inset 3px 0 var(--pass)}
.diff del,.diff ins{text-decoration:none;font-weight:600;border-radius:3px;padding:0 .1rem}
.diff del{background:var(--wantword)}.diff ins{background:var(--gotword)}
pre del{display:inline-block;min-width:100%;margin:0 -.25rem;padding:0 .25rem;border-left:3px solid var(--pass);background:var(--want);text-decoration:none}
.diff .got{background:var(--got);box-shadow:inset 3px 0 var(--fail)}
.exchange .line{margin:.75rem 0 0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.88rem}
.exchange .line small{font-family:system-ui,sans-serif}
.arrow{color:var(--dim)}
.shown>.line b:last-of-type{color:var(--fail)}
.sides{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 1.25rem}
.steps{padding-left:1.5rem}
.steps>li+li{margin-top:1.25rem}
.steps>li::marker{font-weight:700}
.again,.card .clauses{margin-top:.9rem}
.again>summary,.clauses>summary{color:var(--link)}
.clauses ul{margin:.4rem 0;padding-left:1.2rem}
.bad{color:var(--fail)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.45rem .75rem;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child>*{border-bottom:0}
thead th{font-size:.78rem;color:var(--dim);font-weight:600;white-space:nowrap}
th[scope=row]{font-weight:600;overflow-wrap:break-word;min-width:10rem}
th[scope=row] small{display:block;font-weight:400}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.wide{width:20%;vertical-align:middle}
.dense th,.dense td{padding:.3rem .75rem}
.dense th[scope=row] small{display:inline;margin-left:.4rem}
td.bad{font-weight:700}
.security-none{color:var(--dim)}
.security-some{border:1px solid var(--fail);background:var(--failbg);border-radius:8px;padding:.75rem 1.25rem;margin-bottom:1rem}
.security-some.warn{border-color:var(--warn);background:var(--warnbg)}
.security-some ul{margin:.25rem 0 0;padding-left:1.2rem}
.why,#clauses>details{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem;margin-bottom:.4rem}
.remedy{color:var(--dim)}
.why pre{margin:.5rem 0}
.ids{font-size:.8rem;line-height:1.9;margin:.5rem 0 0}
.ids code{background:var(--code);border:1px solid var(--line);border-radius:4px;padding:.05rem .35rem;font-size:.78rem}
table.clauses td{padding:.15rem .75rem;font-size:.82rem}
td.fail,td.error{color:var(--fail);font-weight:700}td.warn{color:var(--warn);font-weight:700}
.skip-link{position:absolute;left:-999rem}
.skip-link:focus{position:static;display:block;padding:.5rem 1rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.foot{color:var(--dim);font-size:.85rem;padding-top:2rem;padding-bottom:3rem}
@media (max-width:48rem){.sides{grid-template-columns:minmax(0,1fr)}.verdict{padding:1rem}.wide,.spare{display:none}.dense th[scope=row] small{display:block;margin:0}th,td{padding:.45rem .5rem}thead th{white-space:normal}.diff{grid-template-columns:1fr}.card>summary{flex-wrap:wrap}.card>summary h3{flex-basis:100%;order:1}.steps{padding-left:1.1rem}}
@media print{nav,.filter,.buttons,.permalink,.skip-link{display:none!important}body{background:#fff;font-size:11pt}.card{content-visibility:visible;break-inside:avoid-page}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;
