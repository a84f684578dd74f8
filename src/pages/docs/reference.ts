import { html } from "../html.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"

/** Swagger UI over the document of this installation; everything comes from here and asks nowhere else. */
export function renderReference(): Page {
  return layout(
    {
      title: "Reference",
      description: "Every operation, and a way to try it.",
      place: "/docs/api-reference",
      hasOwnMain: true,
      policy: ["script-src 'self'", "connect-src 'self'"],
      more: html`<link rel="stylesheet" href="/docs/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/reference.css" />
        <script defer src="/docs/swagger-ui-bundle.js"></script>
        <script type="module" src="/docs/reference.js"></script>`,
    },
    html`<div id="reference">
      <p class="lead" role="status">Reading the description of the API…</p>
      <noscript>
        <p>
          The reference needs JavaScript. What it shows is in
          <a href="/docs/api/openapi.json">openapi.json</a>.
        </p>
      </noscript>
    </div>`,
  )
}
