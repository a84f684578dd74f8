import { html, type Html } from "../../platform/html.ts"
import { languageSwitch } from "./languages.ts"
import { hrefOf, type Setting } from "./page-setting.ts"

/** @param rest path of the document below its page. */
export function footer(setting: Setting, rest: string): Html {
  const { path, locale } = setting
  const { words } = locale
  const { subscribing = [] } = setting
  const { email } = locale.words.subscription
  const note =
    subscribing.length > 0 &&
    html`<a href="${hrefOf(setting, "/subscribe")}"
        >${subscribing.includes("email") ? email : "Webhook"}</a
      >
      · `
  return html`<footer>
    <p>
      ${words.subscribe}: ${note}<a href="${path}/rss">RSS</a> · <a href="${path}/atom">Atom</a> ·
      <a href="${path}/feed.json">JSON</a> ·
      <a href="${path}/maintenance.ics">${words.calendar}</a> ·
      <a href="${path}/badge">${words.badge}</a>
    </p>
    <p>${words.timesInUtc}</p>
    ${languageSwitch(setting, rest)}
  </footer>`
}
