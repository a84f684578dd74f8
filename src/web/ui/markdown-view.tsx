import DOMPurify from "dompurify"
import { Marked } from "marked"
import { withViewerZone } from "./both-zones.ts"
import { hourClock } from "./hour-clock.ts"
import { parseBounded } from "./parse-bounded.ts"

const tags =
  "p br strong em del code pre blockquote ul ol li a hr h1 h2 h3 h4 table thead tbody tr th td".split(
    " ",
  )

const plain = new Marked({ breaks: true })
/** Leaves code as it is. */
const zoned = new Marked({
  breaks: true,
  walkTokens(token) {
    if (token.type === "text") token["text"] = withViewerZone(String(token["text"]))
  },
})

export type MarkdownProps = {
  text: string
  /** Adds the viewer's time to times in UTC. */
  hasBothZones?: boolean
}

/** Loaded when the first text is shown. */
export function MarkdownView({ text, hasBothZones = false }: MarkdownProps) {
  hourClock.use()
  const parser = hasBothZones ? zoned : plain
  const parsed = parseBounded(parser, text)
  if (parsed === null) return <p className="words">{text}</p>
  const html = DOMPurify.sanitize(parsed, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href"],
  })
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
