import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { html, type Html } from "../../platform/html.ts"
import { hrefOf, type Setting } from "./page-setting.ts"

type Branded = Pick<PageView, "name" | "logoTag" | "look">

/**
 * The head of every document of a page: its name, its links and how to subscribe.
 * @param isHome whether the name is the document's heading; elsewhere it leads to the page.
 */
export function pageHeader(
  { name, logoTag, look }: Branded,
  setting: Setting,
  isHome: boolean,
): Html {
  const logo =
    logoTag !== null && html`<img class="logo" src="${setting.path}/logo?${logoTag}" alt="" />`
  const links = look.links.map(({ label, url }) => html`<a href="${url}" dir="auto">${label}</a>`)
  const subscribe = subscribeButton(setting)
  return html`<header>
    ${
      isHome
        ? html`<div class="brand">
            ${logo}
            <h1 dir="auto">${name}</h1>
          </div>`
        : html`<p class="brand">
            <a href="${hrefOf(setting, "")}">${logo}<span dir="auto">${name}</span></a>
          </p>`
    }
    ${(links.length > 0 || subscribe !== false) && html`<nav class="links" aria-label="${name}">${links} ${subscribe}</nav>`}
  </header>`
}

/** A link to the form, which a script opens as a dialog. */
function subscribeButton(setting: Setting): Html | false {
  const { subscribe, close } = setting.locale.words
  return (
    setting.subscribing !== undefined &&
    html`<a class="subscribe-button" href="${hrefOf(setting, "/subscribe")}" data-close="${close}"
      >${subscribe}</a
    >`
  )
}
