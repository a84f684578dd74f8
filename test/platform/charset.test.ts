import { expect, test } from "vitest"
import { decodeText } from "../../src/platform/charset.ts"

/** "größe" in Windows-1252, and "日本" in several charsets, as bytes. */
const latin = Buffer.from("größe", "latin1")
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")
const shiftJis = hex("93fa 967b")
const page = (head: string, rest: Uint8Array = latin) => Buffer.concat([Buffer.from(head), rest])
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16()

const table: [what: string, bytes: Uint8Array, contentType: string, text: string][] = [
  ["Content-Type", latin, "text/html; charset=ISO-8859-1", "größe"],
  ["a quoted label", latin, 'text/html;charset="Latin1"', "größe"],
  ["a label in apostrophes", latin, "text/html; Charset = 'WINDOWS-1252'", "größe"],
  ["a second type", latin, "text/html; charset=latin1, text/html", "größe"],
  ["Shift_JIS", shiftJis, "text/plain; charset=Shift_JIS", "日本"],
  ["gb18030", hex("c8d5 b1be"), "text/plain; charset=GB2312", "日本"],
  ["ISO-2022-JP", hex("1b2442 467c 4b5c 1b2842"), "text/plain; charset=iso-2022-jp", "日本"],
  ["Windows-1252, not Latin-1", hex("80"), "text/plain; charset=iso-8859-1", "€"],
  [
    "a mark before Content-Type",
    page("\uFEFF", Buffer.from("größe")),
    "text/html; charset=latin1",
    "größe",
  ],
  ["UTF-16LE by its mark", Buffer.from("\uFEFFgröße", "utf16le"), "text/plain", "größe"],
  ["UTF-16BE by its mark", utf16be("\uFEFFgröße"), "application/json", "größe"],
  [
    "UTF-16 JSON without a mark",
    Buffer.from('{"a":"ö"}', "utf16le"),
    "application/json",
    '{"a":"ö"}',
  ],
  ["UTF-16 XML without a mark", utf16be("<?xml?><a>ö</a>"), "text/xml", "<?xml?><a>ö</a>"],
  ["meta charset", page("<meta charset=latin1>"), "text/html", "<meta charset=latin1>größe"],
  [
    "meta in odd spelling",
    page("<!DOCTYPE html><HTML><META\nx/CharSet = ' ISO-8859-1 ' />"),
    "",
    "<!DOCTYPE html><HTML><META\nx/CharSet = ' ISO-8859-1 ' />größe",
  ],
  [
    "meta http-equiv",
    page('<meta content="text/html; charset=Shift_JIS" http-equiv=Content-Type>', shiftJis),
    "text/html",
    '<meta content="text/html; charset=Shift_JIS" http-equiv=Content-Type>日本',
  ],
  [
    "Content-Type before meta",
    page("<meta charset=shift_jis>", Buffer.from("größe")),
    "text/html; charset=utf-8",
    "<meta charset=shift_jis>größe",
  ],
  [
    "no meta in a comment or an attribute",
    page('<!-- <meta charset=koi8-r> --><a title="<meta charset=koi8-r>">', Buffer.from("größe")),
    "text/html",
    '<!-- <meta charset=koi8-r> --><a title="<meta charset=koi8-r>">größe',
  ],
  [
    "content of another meta",
    page('<meta name=x content="a; charset=koi8-r">', Buffer.from("größe")),
    "text/html",
    '<meta name=x content="a; charset=koi8-r">größe',
  ],
  [
    "a meta that says UTF-16 where it cannot be",
    page("<meta charset=utf-16le>", Buffer.from("größe")),
    "text/html",
    "<meta charset=utf-16le>größe",
  ],
  [
    "an XML declaration",
    page('<?xml version="1.0" encoding="ISO-8859-1"?>'),
    "application/rss+xml",
    '<?xml version="1.0" encoding="ISO-8859-1"?>größe',
  ],
  [
    "meta has no meaning in plain text",
    page("<meta charset=koi8-r>"),
    "text/plain",
    "<meta charset=koi8-r>größe",
  ],
  ["an unknown charset", Buffer.from("größe"), "text/html; charset=x-unknown", "größe"],
  [
    "an unknown charset, and meta",
    page("<meta charset=latin1>"),
    "text/html; charset=none",
    "<meta charset=latin1>größe",
  ],
  ["nothing: UTF-8", Buffer.from("größe"), "", "größe"],
  ["nothing, and not UTF-8", latin, "text/html", "größe"],
  ["UTF-8 with a broken byte", page("größe ", hex("ff")), "text/html", "größe \uFFFD"],
  ["JSON is never Windows-1252", latin, "application/json", "gr\uFFFD\uFFFDe"],
  ["empty", Buffer.alloc(0), "text/html; charset=utf-16", ""],
]

test.each(table)("%s", (_what, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text)
})

test("a character that is cut off at the end is left out", () => {
  const bytes = Buffer.from("ab日")
  expect(decodeText(bytes.subarray(0, 4), "text/plain", false)).toBe("ab")
  expect(decodeText(bytes.subarray(0, 4), "text/plain; charset=utf-8")).toBe("ab\uFFFD")
  expect(decodeText(shiftJis.subarray(0, 3), "text/plain; charset=sjis", false)).toBe("日")
  expect(
    decodeText(Buffer.from("ab", "utf16le").subarray(0, 3), "text/plain; charset=utf-16", false),
  ).toBe("a")
})
