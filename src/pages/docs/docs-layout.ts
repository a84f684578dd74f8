import { html, type Html } from "../../platform/html.ts"
import { iconUrl } from "../icon.ts"

/** A document with the Content-Security-Policy for its parts. */
export type Page = { text: string; policy: string }

export type Head = {
  title: string
  description: string
  /** The navigation entry of this page; null for none. */
  place: string | null
  /** Additional styles and scripts; most pages need none. */
  more?: Html
  policy?: readonly string[]
  /** True if the content has its own main landmark. */
  hasOwnMain?: boolean
}

const places = [
  ["/docs/guides", "Guides"],
  ["/docs/api", "API"],
  ["/docs/api-reference", "Reference"],
  ["/docs/graphql", "GraphQL"],
  ["/docs/webhooks", "Webhooks"],
  ["/docs/mcp", "MCP"],
  ["/docs/chats", "Chat and devices"],
  ["/docs/telemetry", "Telemetry"],
  ["/docs/slos", "SLOs"],
  ["/docs/alerts-in", "Alerts in"],
  ["/docs/exports", "Exports"],
  ["/docs/status-pages", "Status pages"],
  ["/docs/api/problems/", "Problems"],
] as const

const closed = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const icon = iconUrl("3f4fd0")

export function layout(
  { title, description, place, more, policy = [], hasOwnMain = false }: Head,
  content: Html,
  beside: Html | null = null,
): Page {
  const links = places.map(
    ([path, name]) => html`<li><a href="${path}" ${path === place && here}>${name}</a></li> `,
  )
  const directives = [...closed.filter((one) => !isReplaced(one, policy)), ...policy]
  const body = html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Watchkeeper docs</title>
        <meta name="description" content="${description}" />
        <link rel="icon" href="${icon}" />
        <link rel="stylesheet" href="/docs/docs.css" />
        ${more ?? null}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/">Watchkeeper</a>
          <nav aria-label="Documentation">
            <ul>
              ${links}
            </ul>
          </nav>
        </header>
        <div class="frame">
          ${beside}
          ${
            hasOwnMain
              ? html`<div id="content" tabindex="-1">${content}</div>`
              : html`<main id="content" tabindex="-1">${content}</main>`
          }
        </div>
      </body>
    </html> `
  return { text: body.text, policy: directives.join("; ") }
}

/** A page may replace a directive; of two with one name the browser reads the first. */
const isReplaced = (directive: string, policy: readonly string[]) =>
  policy.some((one) => one.split(" ", 1)[0] === directive.split(" ", 1)[0])

const here = html`aria-current="page"`
