import type { Html } from "../html.ts"
import { html } from "../html.ts"

/** A document and the policy that lets its parts through. */
export type Page = { text: string; policy: string }

export type Head = {
  title: string
  description: string
  /** Of the entry in the navigation that this page belongs to; null for none. */
  place: string | null
  /** Styles and scripts beyond the common style; most pages need none. */
  more?: Html
  policy?: readonly string[]
  /** Where the content brings a main landmark of its own. */
  hasOwnMain?: boolean
}

const places = [
  ["/docs/api", "Getting started"],
  ["/docs/api-reference", "Reference"],
  ["/docs/webhooks", "Webhooks"],
  ["/docs/chats", "Chats and devices"],
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

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%233f4fd0'/%3E%3C/svg%3E"

export function layout(
  { title, description, place, more, policy = [], hasOwnMain = false }: Head,
  content: Html,
  beside: Html | null = null,
): Page {
  const links = places.map(
    ([path, name]) => html`<li><a href="${path}" ${path === place && here}>${name}</a></li> `,
  )
  const body = html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Watchkeeper API</title>
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
  return { text: body.text, policy: [...closed, ...policy].join("; ") }
}

const here = html`aria-current="page"`
