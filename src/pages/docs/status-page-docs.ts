import {
  customCssAtMost,
  pageParts,
  pageProperties,
  pageVariables,
} from "../../graphql/status-pages/status-page/rules/page-css.ts"
import { html, type Html } from "../../platform/html.ts"
import { layout, type Page } from "./docs-layout.ts"

const names = (all: readonly string[]): Html =>
  html`${all.map((name, at) => html`${at > 0 && ", "}<code>${name}</code>`)}`

/** The look of status pages and what their own CSS can do. */
export const renderStatusPages = (): Page =>
  layout(
    {
      title: "Status pages",
      description: "Theme, links and custom CSS of status pages.",
      place: "/docs/status-pages",
    },
    html`<h1>Status pages</h1>
      <p class="lead">
        The tab Look of a status page sets its colors, typeface, density, links, logo and CSS, with
        a preview beside it. In GraphQL, <code>updateStatusPage</code> takes the same settings.
      </p>
      <h2 id="css">Custom CSS</h2>
      <p>
        At most ${customCssAtMost} characters. What it contains is read before it is saved, and
        refused with its line and the reason if it could hide, move or load anything. Rules can be
        inside <code>@media</code> with <code>prefers-color-scheme</code>, <code>min-width</code> or
        <code>max-width</code>. Strings, <code>url()</code>, <code>@import</code> and
        <code>!important</code> are not allowed.
      </p>
      <pre><code>${example}</code></pre>
      <h2 id="variables">Variables</h2>
      <p>Set them on <code>:root</code>: ${names(pageVariables)}.</p>
      <h2 id="selectors">Selectors</h2>
      <p>Up to four of these, one inside the other: ${names(pageParts)}.</p>
      <h2 id="properties">Properties</h2>
      <p>${names(pageProperties)}.</p>`,
  )

const example = `:root { --radius: 0; --ground: #fffaf0; }
.headline { letter-spacing: 0.05em; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101820; }
}`
