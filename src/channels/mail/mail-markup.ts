import { html, type Html } from "../../platform/html.ts"
import { partsOfIsolates } from "../../platform/shown-text.ts"
import type { NoticeTable } from "../notice.ts"
import type { Letter, Mood } from "./mail-layout.ts"

/**
 * One card. Uses tables and inline styles because mail clients support little else; the style sheet only adds dark
 * mode and small screens, and no image is loaded. Text has a contrast of at least 4.5:1.
 */
export function markupOf(letter: Letter): string {
  const { subject, preview, headline, paragraphs, code, facts, list, table, button, link } = letter
  const body = html`<p class="mood-${letter.mood}" style="${standing(letter.mood)}">
      ${named(letter.standing)}
    </p>
    <h1 class="ink" style="${styles.headline}">${named(headline)}</h1>
    ${paragraphs.map((one) => html`<p class="ink" style="${styles.paragraph}">${lines(one)}</p>`)}
    ${code !== null && html`<p class="code" style="${styles.code}">${code}</p>`}
    ${table !== null && tableOf(table)} ${button !== null && buttonOf(button)}
    ${facts.length > 0 && factsOf(facts)} ${list !== null && listOf(list)}
    ${
      link !== null &&
      html`<p style="${styles.paragraph}">
        <a class="link" href="${link.url}" style="${styles.link}">${link.label}</a>
      </p>`
    }`
  const unsubscribe =
    letter.unsubscribeUrl !== null &&
    html`<br /><a class="quiet" href="${letter.unsubscribeUrl}" style="${styles.quietLink}"
        >${letter.unsubscribe}</a
      >`
  return `<!doctype html>
<html lang="${letter.language}" dir="${letter.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
${html`<title>${subject}</title>`.text}
<style>${sheet}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f3f4f7;">
${html`<div style="${styles.hidden}">${named(preview)}</div>`.text}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f7;">
<tr><td align="center" style="padding:28px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td class="card" style="${styles.card}">
${body.text}
</td></tr>
<tr><td class="quiet" style="${styles.footer}">${html`${named(letter.footer)}${unsubscribe}`.text}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const buttonOf = ({ label, url }: NonNullable<Letter["button"]>): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 4px;">
    <tr>
      <td class="button" style="${styles.button}">
        <a class="button" href="${url}" style="${styles.buttonLink}">${label}</a>
      </td>
    </tr>
  </table>`

const factsOf = (facts: Letter["facts"]): Html =>
  html`<table cellpadding="0" cellspacing="0" style="margin:20px 0 0;border-collapse:collapse;">
    ${facts.map(
      ({ label, value }) =>
        html`<tr>
          <th class="quiet" scope="row" align="left" style="${styles.label}">${label}</th>
          <td class="ink" style="${styles.value}">${named(value)}</td>
        </tr>`,
    )}
  </table>`

/** The first column names the row; the figures are right-aligned under their headings. */
const tableOf = ({ columns, rows, note }: NoticeTable): Html =>
  html`<table class="figures" width="100%" cellpadding="0" cellspacing="0" style="${styles.table}">
    <tr>
      ${columns.map(
        (column, at) =>
          html`<th
            class="quiet rule"
            scope="col"
            align="${at === 0 ? "left" : "right"}"
            style="${styles.heading}${at === 0 ? "" : styles.above}"
          >
            ${column}
          </th>`,
      )}
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          ${row.map(
            (cell, at) =>
              html`<td
                class="ink rule"
                align="${at === 0 ? "left" : "right"}"
                style="${styles.cell}${at === 0 ? styles.name : styles.figure}"
              >
                ${named(cell)}
              </td>`,
          )}
        </tr>`,
    )}
    ${
      note !== null &&
      html`<tr>
        <td class="quiet" colspan="${columns.length}" style="${styles.note}">${note}</td>
      </tr>`
    }
  </table>`

const listOf = ({ title, lines }: NonNullable<Letter["list"]>): Html =>
  html`<p class="ink" style="${styles.paragraph}"><strong>${named(title)}</strong></p>
    <ul class="ink" style="${styles.list}">
      ${lines.map((one) => html`<li style="margin:2px 0;">${named(one)}</li>`)}
    </ul>`

/** Keeps line breaks of user text. */
const lines = (text: string): Html =>
  html`${text.split("\n").map((one, at) => (at === 0 ? named(one) : html`<br />${named(one)}`))}`

/** Each isolated name keeps its own text direction. */
const named = (text: string): Html =>
  html`${partsOfIsolates(text).map((part, at) =>
    at % 2 === 0 ? html`${part}` : html`<bdi>${part}</bdi>`,
  )}`

const sans = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
const moods: Record<Mood, { light: string; dark: string }> = {
  triggered: { light: "#b8231a", dark: "#ff8379" },
  acknowledged: { light: "#8a5200", dark: "#e5a63c" },
  resolved: { light: "#127236", dark: "#4cc375" },
  plain: { light: "#596270", dark: "#9ba5b4" },
}
const standing = (mood: Mood) =>
  `${sans}margin:0 0 8px;font-size:14px;line-height:20px;font-weight:600;color:${moods[mood].light};`

const styles = {
  card: `${sans}background:#ffffff;border:1px solid #e2e5ea;border-radius:14px;padding:32px;`,
  headline: `${sans}margin:0 0 14px;font-size:22px;line-height:29px;font-weight:650;color:#161a20;word-break:break-word;`,
  paragraph: `${sans}margin:14px 0 0;font-size:16px;line-height:25px;color:#161a20;word-break:break-word;`,
  code: "margin:22px 0 4px;padding:16px;border-radius:10px;background:#f3f4f7;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;line-height:38px;letter-spacing:8px;text-align:center;color:#161a20;",
  button: "background:#3341b3;border-radius:10px;",
  buttonLink: `${sans}display:inline-block;padding:13px 26px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:10px;`,
  label: `${sans}padding:3px 18px 3px 0;font-size:14px;line-height:21px;font-weight:400;color:#596270;vertical-align:top;white-space:nowrap;`,
  value: `${sans}padding:3px 0;font-size:14px;line-height:21px;color:#161a20;word-break:break-word;`,
  table: "margin:22px 0 0;border-collapse:collapse;",
  heading: `${sans}padding:0 0 6px;border-bottom:1px solid #e2e5ea;font-size:12px;line-height:18px;font-weight:500;color:#596270;`,
  cell: `${sans}border-bottom:1px solid #e2e5ea;font-size:14px;line-height:20px;color:#161a20;vertical-align:top;`,
  name: "padding:9px 0;word-break:break-word;",
  figure: "padding:9px 0 9px 14px;white-space:nowrap;font-variant-numeric:tabular-nums;",
  above: "padding-left:14px;white-space:nowrap;",
  note: `${sans}padding:9px 0 0;font-size:13px;line-height:20px;color:#596270;`,
  list: `${sans}margin:6px 0 0;padding:0 0 0 20px;font-size:15px;line-height:23px;color:#161a20;word-break:break-word;`,
  link: "color:#3341b3;",
  footer: `${sans}padding:16px 32px;font-size:13px;line-height:20px;color:#596270;`,
  quietLink: "color:#596270;",
  hidden: "display:none;max-height:0;overflow:hidden;opacity:0;",
}

const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } .figures td, .figures th { font-size: 12px !important; } .figures td + td, .figures th + th { padding-left: 8px !important; } .code { letter-spacing: 5px !important; } }
@media (prefers-color-scheme: dark) {
.ground { background: #0e1116 !important; }
.card { background: #161a21 !important; border-color: #282e39 !important; }
.ink { color: #e8ebf0 !important; }
.quiet { color: #9ba5b4 !important; }
.code { background: #0e1116 !important; color: #e8ebf0 !important; }
.link { color: #b4befe !important; }
.rule { border-color: #282e39 !important; }
.button { background: #b4befe !important; color: #10142b !important; }
${Object.entries(moods)
  .map(([mood, { dark }]) => `.mood-${mood} { color: ${dark} !important; }`)
  .join("\n")}
}
`
