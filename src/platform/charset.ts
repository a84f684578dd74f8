/** Bytes in which a document may declare its charset: those that are stored of a failing response. */
const declaredWithin = 16_384

/**
 * Decodes the text of a response as browsers do: by its byte order mark, else the charset of Content-Type, else what
 * HTML or XML declares (WHATWG HTML, 13.2.3.2). Without any of these it is UTF-8, or Windows-1252 where it cannot be.
 *
 * @param isWhole whether the bytes are all; otherwise a character that is cut off at their end is left out.
 */
export function decodeText(bytes: Uint8Array, contentType: string, isWhole = true): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  const known = markedEncoding(bytes) ?? sentEncoding(contentType)
  if (known !== null) return decode(known)
  const declared = widthOf(bytes) ?? declaredEncoding(bytes, contentType)
  if (declared !== null) return decode(declared)
  const text = decode("utf-8")
  return isUtf8(text) || /[/+](json|xml)\b/i.test(contentType) ? text : decode("windows-1252")
}

function markedEncoding([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  return a === 0xff && b === 0xfe ? "utf-16le" : null
}

function sentEncoding(contentType: string): string | null {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|'?([^\s;,"']+))/i.exec(`;${contentType}`) ?? []
  return encodingOf(quoted ?? plain)
}

/** UTF-16 without a mark, by the first two characters, which are ASCII in HTML, XML and JSON. */
function widthOf([a, b, c, d]: Uint8Array): string | null {
  if (a && b === 0 && c && d === 0) return "utf-16le"
  return a === 0 && b && c === 0 && d ? "utf-16be" : null
}

/** A label of the Encoding Standard; null if it is unknown. */
function encodingOf(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    // As in browsers, an unknown label says nothing.
    return null
  }
}

function declaredEncoding(bytes: Uint8Array, contentType: string): string | null {
  const isMarkup = /^\s*($|;|text\/html|[^;]*[/+]xml\b)/i.test(contentType)
  if (!isMarkup) return null
  const start = Buffer.from(bytes.subarray(0, declaredWithin)).toString("latin1")
  const [, xml] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([^"'>]*)/i.exec(start) ?? []
  const declared = encodingOf(xml) ?? metaEncoding(start)
  // Text in which this could be read is not UTF-16.
  if (declared?.startsWith("utf-16")) return "utf-8"
  return declared === "x-user-defined" ? "windows-1252" : declared
}

/** What a meta element declares, outside comments and quoted attributes ("prescan a byte stream"). */
function metaEncoding(html: string): string | null {
  const tag = /<(?:!--|(\/?[a-z][^\s/>]*)|[!/?])/gi
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const [start, name] = found
    if (name === undefined) {
      const [end, from] = start === "<!--" ? ["-->", found.index + 2] : [">", tag.lastIndex]
      const at = html.indexOf(end, from)
      if (at === -1) return null
      tag.lastIndex = at + end.length
      continue
    }
    const { attributes, end } = readAttributes(html, tag.lastIndex)
    tag.lastIndex = end
    const encoding = name.toLowerCase() === "meta" ? encodingOfMeta(attributes) : null
    if (encoding !== null) return encoding
  }
  return null
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const direct = attributes.get("charset")
  if (direct !== undefined) return encodingOf(direct)
  if (attributes.get("http-equiv")?.toLowerCase() !== "content-type") return null
  return sentEncoding(attributes.get("content") ?? "")
}

function readAttributes(html: string, from: number) {
  const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y
  const attributes = new Map<string, string>()
  attribute.lastIndex = from
  let end = from
  for (let found = attribute.exec(html); found !== null; found = attribute.exec(html)) {
    end = attribute.lastIndex
    const [, name = "", double, single, plain] = found
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? plain ?? "")
  }
  return { attributes, end }
}

/** Whether more characters beyond ASCII were decoded than replaced: one broken byte does not change the charset. */
function isUtf8(text: string): boolean {
  const replaced = text.match(/\uFFFD/g)?.length ?? 0
  return replaced === 0 || replaced * 2 < (text.match(/[^\0-\x7f]/g)?.length ?? 0)
}
