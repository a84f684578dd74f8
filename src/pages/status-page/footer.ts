import type { PageLook } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { html, type Html } from "../../platform/html.ts"
import { feedLinks } from "./feed-links.ts"
import { languageSwitch } from "./languages.ts"
import { fillHtml } from "./locale.ts"
import type { Setting } from "./page-setting.ts"
import { themeSwitch } from "./theme-switch.ts"

/** @param rest path of the document below its page. */
export function footer(setting: Setting, rest: string, { showsMaker, theme }: PageLook): Html {
  const { path, locale, makerUrl } = setting
  const { words } = locale
  const maker =
    makerUrl === undefined ? html`Watchkeeper` : html`<a href="${makerUrl}">Watchkeeper</a>`
  const links = [...feedLinks(setting), html`<a href="${path}/badge">${words.badge}</a>`]
  return html`<footer>
    <p>${links.map((link, at) => (at === 0 ? link : html` · ${link}`))}</p>
    <p id="zone" data-words="${words.timesInYours}">${words.timesInUtc}</p>
    ${languageSwitch(setting, rest)} ${theme === "auto" && themeSwitch(locale)}
    ${showsMaker && html`<p>${fillHtml(words.poweredBy, { name: maker })}</p>`}
  </footer>`
}
