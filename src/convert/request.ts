import { escaped } from "./assertion.ts"
import { isUsual, printCodes, readCodes, type Codes } from "./codes.ts"
import type { Assertion, Entry } from "./conversion.ts"
import type { Item } from "./item.ts"
import { flag } from "./read-members.ts"
import { isFilled, isMembers, type Members } from "./source.ts"
import { plural, quoted, were } from "./convert-messages.ts"

/** An HTTP request and its conditions. Of secrets only their existence and number is kept. */
export type Request = {
  method?: string | undefined
  headerCount?: number
  hasBody?: boolean
  hasCredentials?: boolean
  /** Undefined if every 2xx is accepted. */
  codes?: Codes | undefined
  keyword?: Keyword | undefined
  /** 0 checks the first response. */
  maxRedirects?: number | undefined
  ignoresCertificate?: boolean | undefined
}
export type Keyword = { text: string; isWanted: boolean; ignoresCase?: boolean }

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
const usualRedirects = 10
const mostRedirects = 20

export function requestMembers(request: Request, item: Item): Partial<Entry> {
  tellLosses(request, item)
  const assertions = [...statusOf(request, item), ...keywordOf(request)]
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
      `${plural(headerCount, "request header")} ${were(headerCount)} not imported: add ${headerCount === 1 ? "it" : "them"} by hand`,
    )
  }
  if (hasBody === true) item.lossy("Its request body was not imported: add it by hand")
  if (hasCredentials === true) {
    item.lossy("Its credentials were not imported: add an Authorization header by hand")
  }
  if (ignoresCertificate === true) {
    item.lossy("It ignores certificate errors, but here they fail the check")
  }
}

function methodOf({ method, keyword }: Request, item: Item): Partial<Entry> {
  const word = method?.trim().toUpperCase() ?? ""
  if (word === "" || word === "GET") return {}
  if (word === "HEAD" && (keyword?.text ?? "") !== "") {
    item.lossy("HEAD was changed to GET, because its conditions need a body")
    return {}
  }
  if (methods.includes(word)) return { method: word }
  item.lossy(`The method ${quoted(word)} is not supported and was changed to GET`)
  return {}
}

function redirectsOf({ maxRedirects = usualRedirects }: Request, item: Item): Partial<Entry> {
  const fitting = Math.min(Math.max(Math.floor(maxRedirects), 0), mostRedirects)
  if (fitting !== maxRedirects) {
    item.lossy(`Its limit of ${maxRedirects} redirects was changed to ${fitting}`)
  }
  return fitting === usualRedirects ? {} : { max_redirects: fitting }
}

function statusOf({ codes }: Request, item: Item): Assertion[] {
  if (codes === undefined || isUsual(codes)) return []
  const text = printCodes(codes)
  if (text !== null) return [{ kind: "status", codes: text }]
  item.lossy(
    "Its accepted status codes were not imported, because they exceed an assertion's limit; every 2xx is accepted",
  )
  return []
}

function keywordOf({ keyword }: Request): Assertion[] {
  const text = keyword?.text ?? ""
  if (keyword === undefined || text === "") return []
  const { isWanted, ignoresCase } = keyword
  if (ignoresCase === true) {
    return [{ kind: "regex", pattern: `(?i)${escaped(text)}`, matches: isWanted }]
  }
  return [{ kind: "body", comparison: isWanted ? "contains" : "not_contains", value: text }]
}

/** The codes of a list; undefined if every 2xx is accepted, with a note if the list is not valid. */
export function acceptedCodes(
  given: unknown[] | undefined,
  item: Item,
  ...path: string[]
): Codes | undefined {
  if (given === undefined || given.length === 0) return undefined
  const codes = readCodes(given)
  if (codes === null) {
    item.lossy("Its accepted status codes are not valid; every 2xx is accepted", ...path)
  }
  return codes ?? undefined
}

/** Counts headers in an object, a list, or JSON in a string; anything else counts as one. */
export function countHeaders(given: unknown): number {
  if (!isFilled(given)) return 0
  if (typeof given !== "string") return Object.keys(Object(given)).length
  try {
    const parsed: unknown = JSON.parse(given)
    return isMembers(parsed) || Array.isArray(parsed) ? Object.keys(parsed).length : 1
  } catch {
    // A single header, not JSON.
    return 1
  }
}

/** A keyword that must occur unless the flag says that it must not; none if the flag is not valid. */
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
    `Its keyword ${quoted(text)} was not imported: "${name}" should be true or false`,
    name,
  )
  return undefined
}
