import { subscribeWords } from "../subscribe/words.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import { languageSwitch } from "./languages.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"

/** @param rest where the document stands below its page. */
export function footer(setting: Setting, rest: string): Html {
  const { path, speech } = setting
  const { words } = speech
  const { subscribing = [] } = setting
  const { email } = subscribeWords[speech.language]
  const told =
    subscribing.length > 0 &&
    html`<a href="${hrefOf(setting, "/subscribe")}"
        >${subscribing.includes("email") ? email : "Webhook"}</a
      >
      · `
  return html`<footer>
    <p>
      ${words.subscribe}: ${told}<a href="${path}/rss">RSS</a> · <a href="${path}/atom">Atom</a> ·
      <a href="${path}/feed.json">JSON</a> ·
      <a href="${path}/maintenance.ics">${words.calendar}</a> ·
      <a href="${path}/badge">${words.badge}</a>
    </p>
    <p>${words.timesInUtc}</p>
    ${languageSwitch(setting, rest)}
  </footer>`
}
