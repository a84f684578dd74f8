import DOMPurify from "dompurify"
import { Marked } from "marked"
import { withViewerZone } from "./both-zones.ts"
import { hourClock } from "./hour-clock.ts"

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

/** Marks of emphasis in one paragraph: the parser's time grows with their square. */
const mostMarks = 2000
const mostQuotes = 20

const isTooMuch = (text: string): boolean =>
  text.split(/\n\s*\n/).some((part) => (part.match(/[*_~[]/g)?.length ?? 0) > mostMarks) ||
  text.split("\n").some((line) => (/^[\s>]*/.exec(line)?.[0].match(/>/g)?.length ?? 0) > mostQuotes)

/** Null for a text that is better shown as it is. */
function parse(parser: Marked, text: string): string | null {
  if (isTooMuch(text)) return null
  try {
    return parser.parse(text, { async: false })
  } catch (error) {
    // The parser of deeply nested text runs out of stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Loaded when the first text is shown. */
export function MarkdownView({ text, hasBothZones = false }: MarkdownProps) {
  hourClock.use()
  const parser = hasBothZones ? zoned : plain
  const parsed = parse(parser, text)
  if (parsed === null) return <p className="words">{text}</p>
  const html = DOMPurify.sanitize(parsed, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href"],
  })
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
