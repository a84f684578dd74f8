import type { Assertion, Entry } from "./conversion.ts"
import type { Item } from "./item.ts"
import { flag } from "./members.ts"
import type { Members } from "./source.ts"
import { isFilled, isMembers } from "./source.ts"
import { clip, plural, quoted, were } from "./words.ts"

/** How a website is asked and judged there. Of secrets only whether and how many there are. */
export type Request = {
  method?: string | undefined
  headerCount?: number
  hasBody?: boolean
  hasCredentials?: boolean
  /** Codes and ranges as in `readCodes`; undefined where any 2xx is good. */
  codes?: string | undefined
  keyword?: Keyword | undefined
  /** 0 judges the first answer. */
  maxRedirects?: number | undefined
  ignoresCertificate?: boolean | undefined
}
export type Keyword = { text: string; isWanted: boolean; ignoresCase?: boolean }

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
const usualCodes = "200-299"
const usualRedirects = 10
const mostRedirects = 20

export function requestMembers(request: Request, item: Item): Partial<Entry> {
  tellLosses(request, item)
  const assertions = [...statusOf(request), ...keywordOf(request, item)]
  return {
    ...methodOf(request, item),
    ...redirectsOf(request, item),
    ...(assertions.length > 0 && { assertions }),
  }
}

function tellLosses(request: Request, item: Item): void {
  const { headerCount = 0, hasBody, hasCredentials, ignoresCertificate } = request
  if (headerCount > 0) {
    item.lossy(
      `${plural(headerCount, "request header")} ${were(headerCount)} left out: set ${headerCount === 1 ? "it" : "them"} by hand`,
    )
  }
  if (hasBody === true) item.lossy("What it sends as a body was left out: set it by hand")
  if (hasCredentials === true) {
    item.lossy("How it signs in was left out: set a header named Authorization by hand")
  }
  if (ignoresCertificate === true) {
    item.lossy("Faults of the certificate are ignored there; here they make a check fail")
  }
}

function methodOf({ method, keyword }: Request, item: Item): Partial<Entry> {
  const word = method?.trim().toUpperCase() ?? ""
  if (word === "" || word === "GET") return {}
  if (word === "HEAD" && (keyword?.text ?? "") !== "") {
    item.lossy("It is asked by HEAD there, and by GET here: else there is no body to judge")
    return {}
  }
  if (methods.includes(word)) return { method: word }
  item.lossy(`It is asked by the method ${quoted(word)} there, and by GET here`)
  return {}
}

function redirectsOf({ maxRedirects = usualRedirects }: Request, item: Item): Partial<Entry> {
  const fitting = Math.min(Math.max(Math.floor(maxRedirects), 0), mostRedirects)
  if (fitting !== maxRedirects) {
    item.lossy(`It follows ${maxRedirects} redirects there, and ${fitting} here`)
  }
  return fitting === usualRedirects ? {} : { max_redirects: fitting }
}

const statusOf = ({ codes }: Request): Assertion[] =>
  codes === undefined || codes === usualCodes ? [] : [{ kind: "status", codes }]

function keywordOf({ keyword }: Request, item: Item): Assertion[] {
  const text = keyword?.text ?? ""
  if (keyword === undefined || text === "") return []
  const { isWanted, ignoresCase } = keyword
  const pattern = ignoresCase === true ? `(?i)${escaped(text)}` : null
  if (
    !text.isWellFormed() ||
    text.includes("\0") ||
    (pattern ?? text).length > (pattern === null ? 5000 : 1000)
  ) {
    item.lossy(
      `That the body must ${isWanted ? "" : "not "}contain ${quoted(clip(text, 60))} was left out: it is longer than a condition can be here, or holds signs that it cannot`,
    )
    return []
  }
  if (pattern !== null) return [{ kind: "regex", pattern, matches: isWanted }]
  return [{ kind: "body", comparison: isWanted ? "contains" : "not_contains", value: text }]
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const range = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/
const family = /^([1-5])xx$/i

/** `200`, `"200-299"` and `"2xx"` as one text of codes and ranges; null where one of them is something else. */
export function readCodes(given: unknown[]): string | null {
  const parts = given.map((one) => {
    const word = String(one).trim()
    const [, hundred] = family.exec(word) ?? []
    if (hundred !== undefined) return `${hundred}00-${hundred}99`
    const [, from, to] = range.exec(word) ?? []
    if (from === undefined || Number(from) > Number(to ?? from)) return null
    return to === undefined ? from : `${from}-${to}`
  })
  if (parts.length === 0 || parts.includes(null)) return null
  const codes = [...new Set(parts)].join(",")
  return codes.length <= 200 ? codes : null
}

/** Every code but one. */
export const otherCodes = (code: number): string =>
  [
    [100, code - 1],
    [code + 1, 599],
  ]
    .filter(([from = 0, to = 0]) => from <= to)
    .map(([from, to]) => `${from}-${to}`)
    .join(",")

/** The codes of a list; undefined, with a note where there is a list, where every 2xx is good. */
export function acceptedCodes(
  given: unknown[] | undefined,
  item: Item,
  ...path: string[]
): string | undefined {
  if (given === undefined || given.length === 0) return undefined
  const codes = readCodes(given)
  if (codes === null) {
    item.lossy("Which codes it accepts cannot be read; here every 2xx is good", ...path)
  }
  return codes ?? undefined
}

/** Headers are an object, a list, or JSON inside a text; what cannot be counted is one. */
export function countHeaders(given: unknown): number {
  if (!isFilled(given)) return 0
  if (typeof given !== "string") return Object.keys(Object(given)).length
  try {
    const parsed: unknown = JSON.parse(given)
    return isMembers(parsed) || Array.isArray(parsed) ? Object.keys(parsed).length : 1
  } catch {
    // It is no JSON, and may be a header all the same.
    return 1
  }
}

/** A word that must be there unless the flag says that it must not; none where the flag cannot be read. */
export function keywordUnless(
  raw: Members,
  name: string,
  text: string,
  item: Item,
): Keyword | undefined {
  if (text === "") return undefined
  const read = flag.safeParse(raw[name])
  if (read.success) return { text, isWanted: read.data !== true }
  item.lossy(
    `Its condition on the word ${quoted(text)} was left out: "${name}" should be true or false`,
    name,
  )
  return undefined
}
