import type { Token } from "marked"
import { marked } from "marked"
import type { Html } from "../platform/html.ts"
import { html } from "../platform/html.ts"

/**
 * Markdown that people wrote, as markup for the public. Every text goes through `html`, which escapes it; HTML in the
 * source is shown as text, and links are to http, https and mail addresses only.
 */
export const markdown = (text: string): Html =>
  html`<div class="rich" dir="auto">
    ${blocks(marked.lexer(text, { gfm: true, breaks: true }))}
  </div>`

const isLink = /^(?:https?:\/\/|mailto:)/i

const blocks = (tokens: readonly Token[] = []): Html[] =>
  tokens.filter(({ type }) => type !== "space" && type !== "def").map((token) => block(token))

const inlines = (tokens: readonly Token[] = []): Html[] => tokens.map((token) => inline(token))

function block(token: Token): Html {
  switch (token.type) {
    case "heading":
      return html`<p><strong>${inlines(token.tokens)}</strong></p>`
    case "paragraph":
      return html`<p>${inlines(token.tokens)}</p>`
    case "blockquote":
      return html`<blockquote>${blocks(token.tokens)}</blockquote>`
    case "code":
      return html`<pre><code>${textOf(token)}</code></pre>`
    case "hr":
      return html`<hr />`
    case "list":
      return listOf(token)
    case "text":
      return html`${inlines(token.tokens ?? [token])}`
    default:
      return html`<p>${token.raw.trim()}</p>`
  }
}

function listOf(token: Token): Html {
  const { ordered, items } = token as { ordered: boolean; items: readonly Token[] }
  const lines = items.map((item) => html`<li>${"tokens" in item ? blocks(item.tokens) : []}</li>`)
  return ordered
    ? html`<ol>
        ${lines}
      </ol>`
    : html`<ul>
        ${lines}
      </ul>`
}

function inline(token: Token): Html {
  switch (token.type) {
    case "strong":
      return html`<strong>${inlines(token.tokens)}</strong>`
    case "em":
      return html`<em>${inlines(token.tokens)}</em>`
    case "del":
      return html`<del>${inlines(token.tokens)}</del>`
    case "codespan":
      return html`<code>${textOf(token)}</code>`
    case "br":
      return html`<br />`
    case "link":
      return linkOf(token)
    case "escape":
      return html`${textOf(token)}`
    case "text":
      return token.tokens === undefined ? html`${token.raw}` : html`${inlines(token.tokens)}`
    default:
      return html`${token.raw}`
  }
}

function linkOf(token: Token): Html {
  const { href, tokens } = token as { href: string; tokens?: readonly Token[] }
  const words = inlines(tokens)
  return isLink.test(href)
    ? html`<a href="${href}" rel="nofollow noopener">${words}</a>`
    : html`${token.raw}`
}

const textOf = (token: Token): string =>
  "text" in token && typeof token.text === "string" ? token.text : token.raw
