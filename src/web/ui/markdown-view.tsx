import DOMPurify from "dompurify"
import { marked } from "marked"

const tags =
  "p br strong em del code pre blockquote ul ol li a hr h1 h2 h3 h4 table thead tbody tr th td".split(
    " ",
  )

/** Loaded when the first text is shown. */
export function MarkdownView({ text }: { text: string }) {
  const html = DOMPurify.sanitize(marked.parse(text, { async: false, breaks: true }), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href"],
  })
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
