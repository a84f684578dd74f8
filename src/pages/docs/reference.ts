import { html } from "../../platform/html.ts"
import { layout, type Page } from "./docs-layout.ts"

/** Swagger UI for this installation's document; everything is served from here. */
export function renderReference(): Page {
  return layout(
    {
      title: "Reference",
      description: "Every operation, with a form to try it.",
      place: "/docs/api-reference",
      hasOwnMain: true,
      policy: ["script-src 'self'", "connect-src 'self'"],
      more: html`<link rel="stylesheet" href="/docs/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/reference.css" />
        <script defer src="/docs/swagger-ui-bundle.js"></script>
        <script type="module" src="/docs/reference.js"></script>`,
    },
    html`<div id="reference">
      <p class="lead" role="status">Loading the reference…</p>
      <noscript>
        <p>
          The reference needs JavaScript. The same content is in
          <a href="/docs/api/openapi.json">openapi.json</a>.
        </p>
      </noscript>
    </div>`,
  )
}
