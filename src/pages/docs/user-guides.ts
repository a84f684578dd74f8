import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Marked, type Tokens } from "marked"
import { html, storedHtml, type Html } from "../../platform/html.ts"
import { layout, type Page } from "./docs-layout.ts"

/** The guides of `docs/guides` in the order in which they are read. */
export const guideNames = [
  "first-monitor",
  "on-call",
  "escalation",
  "status-pages",
  "maintenance",
  "incidents",
  "telemetry",
  "moving-in",
] as const

type GuideName = (typeof guideNames)[number]

const folder = join(import.meta.dirname, "../../../docs/guides")
const pictures = join(folder, "pictures")

export const pictureNames = (): string[] => readdirSync(pictures)
export const readPicture = (name: string): Buffer => readFileSync(join(pictures, name))

/** Of every picture, in CSS pixels, so that nothing moves when it has loaded. */
const size = { width: 1200, height: 750 }

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

/** Between guides, and to other pages of the documentation. */
const hrefOf = (href: string): string =>
  href.startsWith("../")
    ? `/docs/${href.slice(3)}`
    : href.replace(/^([\w-]+)\.md/, "/docs/guides/$1")

/** Markdown of this repository; what people write is rendered by `markdown.ts`. */
const written = new Marked({
  renderer: {
    heading({ depth, text }) {
      const id = anchorOf(text)
      return depth === 1
        ? html`<h1>${text}</h1>`.text
        : html`<h2 id="${id}"><a href="#${id}">${text}</a></h2>`.text
    },
    link({ href, text }) {
      return html`<a href="${hrefOf(href)}">${text}</a>`.text
    },
    image({ href, text }) {
      const path = `/docs/guides/${href}`
      return html`<picture class="shot">
        <source media="(prefers-color-scheme: dark)" srcset="${path.replace(".", "-dark.")}" />
        <img
          src="${path}"
          alt="${text}"
          width="${size.width}"
          height="${size.height}"
          loading="lazy"
          decoding="async"
        />
      </picture>`.text
    },
  },
})

function read(name: GuideName) {
  const text = readFileSync(join(folder, `${name}.md`), "utf8")
  const tokens = written.lexer(text)
  const headings = tokens.filter((one): one is Tokens.Heading => one.type === "heading")
  const first = tokens.find((one): one is Tokens.Paragraph => one.type === "paragraph")
  const [title = name, ...sections] = headings.map((one) => one.text)
  return { name, title, sections, lead: first?.text ?? "", body: written.parser(tokens) }
}

type Guide = ReturnType<typeof read>

/** One guide, with its contents and the guides before and after it. */
export function renderUserGuide(name: GuideName): Page {
  const { title, sections, lead, body } = read(name)
  const at = guideNames.indexOf(name)
  const [before, after] = [guideNames[at - 1], guideNames[at + 1]]
  return layout(
    { title, description: lead, place: "/docs/guides" },
    html`<p class="back"><a href="/docs/guides">Guides</a></p>
      <div class="guide">${storedHtml(body)}</div>
      <nav class="around" aria-label="Other guides">
        ${before !== undefined && around("Previous", read(before))}
        ${after !== undefined && around("Next", read(after))}
      </nav>`,
    html`<nav class="contents" aria-labelledby="contents">
      <p id="contents">On this page</p>
      <ol>
        ${sections.map((one) => html`<li><a href="#${anchorOf(one)}">${one}</a></li> `)}
      </ol>
    </nav>`,
  )
}

const around = (word: string, { name, title }: Guide): Html =>
  html`<a href="/docs/guides/${name}" rel="${word === "Next" ? "next" : "prev"}">
    <span>${word}</span> ${title}
  </a>`

/** The list of all guides. */
export const renderUserGuides = (): Page =>
  layout(
    {
      title: "Guides",
      description: "How to use Watchkeeper, step by step.",
      place: "/docs/guides",
    },
    html`<h1>Guides</h1>
      <p class="lead">
        How to use Watchkeeper, step by step. You need not be a programmer. In the dashboard, press
        <kbd>?</kbd> for the guide to the page that you are on.
      </p>
      <ol class="guides">
        ${guideNames.map(read).map(
          ({ name, title, lead }) =>
            html`<li>
              <a href="/docs/guides/${name}">${title}</a>
              <p>${lead}</p>
            </li> `,
        )}
      </ol>
      <p>For developers: <a href="/docs/api">the API</a>, and the other pages above.</p>`,
  )
