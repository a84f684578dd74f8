import { html } from "../../platform/html.ts"
import { plainLook } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import type { Locale } from "./locale.ts"
import { layout, type Page } from "./page-layout.ts"

/** The lighthouse of the logo, whose light finds nothing. */
const lighthouse = html`<svg viewBox="0 0 160 96" aria-hidden="true">
  <path class="beam" d="M88 24 150 6v40L88 30z" />
  <path
    d="M70 84 74 38h12l4 46M72.5 56h15M71 70h18M72 38h16M75 38V22h10v16M73 22h14M75 22l5-7 5 7M80 15v-4"
  />
  <path
    d="M8 88q6-5 12 0t12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0M20 76q4-3 8 0t8 0M118 74q4-3 8 0t8 0"
  />
</svg>`

/**
 * The same document for every missing page, whatever the reason.
 * @param home the page that the visitor can see, if the address is below one.
 */
export const renderNothing = (locale: Locale, home: { name: string; href: string } | null): Page =>
  layout(
    {
      title: locale.words.nothingHere,
      description: locale.words.nothingLit,
      setting: { path: "", locale, isChosen: false },
      mood: "unknown",
      hasFeed: false,
      look: plainLook,
    },
    html`<main class="lost">
      ${lighthouse}
      <h1>${locale.words.nothingHere}</h1>
      <p>${locale.words.nothingLit}</p>
      <p class="said">${locale.words.checkAddress}</p>
      ${home !== null && html`<p><a href="${home.href}" dir="auto">${home.name}</a></p>`}
    </main>`,
  )
