import { marked, type Token } from "marked"
import { html, type Html } from "../platform/html.ts"

/** Changes with the markup below, so that stored markup of an earlier version is made again. */
export const markupVersion = 1

/** How deep quotes, lists and emphasis may nest. */
const mostDepth = 20

class TooDeep extends Error {}

/**
 * Markdown that people wrote, as markup for the public. Every text goes through `html`, which escapes it; HTML in the
 * source is shown as text, and links are to http, https and mail addresses only. Time grows with the square of some
 * texts: only `render-apart.ts` calls it, in a thread of its own.
 *
 * @throws if it nests too deep.
 */
export const markdown = (text: string): Html =>
  rich(blocks(marked.lexer(text, { gfm: true, breaks: true }), 0))

/** The text as it was written, with its line breaks. */
export const plainText = (text: string): Html =>
  rich([
    html`<p>
      ${text.split("\n").map((line, at) => (at === 0 ? html`${line}` : html`<br />${line}`))}
    </p>`,
  ])

const rich = (parts: readonly Html[]): Html => html`<div class="rich" dir="auto">${parts}</div>`

const isLink = /^(?:https?:\/\/|mailto:)/i

function blocks(tokens: readonly Token[] | undefined, depth: number): Html[] {
  if (depth > mostDepth) throw new TooDeep("the text nests too deep")
  return (tokens ?? [])
    .filter(({ type }) => type !== "space" && type !== "def")
    .map((token) => block(token, depth + 1))
}

function inlines(tokens: readonly Token[] | undefined, depth: number): Html[] {
  if (depth > mostDepth) throw new TooDeep("the text nests too deep")
  return (tokens ?? []).map((token) => inline(token, depth + 1))
}

function block(token: Token, depth: number): Html {
  switch (token.type) {
    case "heading":
      return html`<p><strong>${inlines(token.tokens, depth)}</strong></p>`
    case "paragraph":
      return html`<p>${inlines(token.tokens, depth)}</p>`
    case "blockquote":
      return html`<blockquote>${blocks(token.tokens, depth)}</blockquote>`
    case "code":
      return html`<pre><code>${textOf(token)}</code></pre>`
    case "hr":
      return html`<hr />`
    case "list":
      return listOf(token, depth)
    case "text":
      return html`${inlines(token.tokens ?? [token], depth)}`
    default:
      return html`<p>${token.raw.trim()}</p>`
  }
}

function listOf(token: Token, depth: number): Html {
  const { ordered, items } = token as { ordered: boolean; items: readonly Token[] }
  const lines = items.map(
    (item) => html`<li>${"tokens" in item ? blocks(item.tokens, depth) : []}</li>`,
  )
  return ordered
    ? html`<ol>
        ${lines}
      </ol>`
    : html`<ul>
        ${lines}
      </ul>`
}

function inline(token: Token, depth: number): Html {
  switch (token.type) {
    case "strong":
      return html`<strong>${inlines(token.tokens, depth)}</strong>`
    case "em":
      return html`<em>${inlines(token.tokens, depth)}</em>`
    case "del":
      return html`<del>${inlines(token.tokens, depth)}</del>`
    case "codespan":
      return html`<code>${textOf(token)}</code>`
    case "br":
      return html`<br />`
    case "link":
      return linkOf(token, depth)
    case "escape":
      return html`${textOf(token)}`
    case "text":
      return token.tokens === undefined ? html`${token.raw}` : html`${inlines(token.tokens, depth)}`
    default:
      return html`${token.raw}`
  }
}

function linkOf(token: Token, depth: number): Html {
  const { href, tokens } = token as { href: string; tokens?: readonly Token[] }
  const words = inlines(tokens, depth)
  return isLink.test(href)
    ? html`<a href="${href}" rel="nofollow noopener">${words}</a>`
    : html`${token.raw}`
}

const textOf = (token: Token): string =>
  "text" in token && typeof token.text === "string" ? token.text : token.raw
