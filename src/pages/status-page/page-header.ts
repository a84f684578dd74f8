import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { html, type Html } from "../../platform/html.ts"
import { hrefOf, type Setting } from "./page-setting.ts"

type Branded = Pick<PageView, "name" | "logoTag" | "darkLogoTag" | "look">

/**
 * The head of every document of a page: its name, its links and how to subscribe.
 * @param isHome whether the name is the document's heading; elsewhere it leads to the page.
 */
export function pageHeader(
  { name, look, ...logos }: Branded,
  setting: Setting,
  isHome: boolean,
): Html {
  const logo = logoOf(logos, look, setting)
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

/** The logo for the ground it is shown on; where the visitor chooses that, the style hides the other one. */
function logoOf(
  { logoTag, darkLogoTag }: Pick<Branded, "logoTag" | "darkLogoTag">,
  { theme }: Branded["look"],
  { path }: Setting,
): Html | false {
  if (logoTag === null) return false
  const light = `${path}/logo?${logoTag}`
  const dark = darkLogoTag === null ? light : `${path}/logo-dark?${darkLogoTag}`
  if (theme !== "auto" || dark === light) {
    return html`<img class="logo" src="${theme === "dark" ? dark : light}" alt="" />`
  }
  // A lazy image that is not shown is not loaded.
  return html`<img class="logo on-light" src="${light}" alt="" loading="lazy" /><img
      class="logo on-dark"
      src="${dark}"
      alt=""
      loading="lazy"
    />`
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
