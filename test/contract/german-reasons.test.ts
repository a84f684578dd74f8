import { globSync, readFileSync } from "node:fs"
import { parseSync } from "vite"
import { expect, test } from "vitest"
import { germanText } from "../../src/findings/german/german-text.ts"
import { reasons } from "./reasons.ts"

/** Words that German lacks. */
const english =
  /\b(?:the|is|are|not|of|and|by|for|your|this|with|has|have|got|again|until|after|within|expected|does|did|no|from|to|it|response|body|data|our|own|whole|could|sent|failed|closed|refused|answer|answered)\b/i

/** What the target said, names and addresses stay as they are. */
const quoted = /"[^"]*"|`[^`]*`|\S*[:/.]\/\/\S*/g

/** Sentences of the prober that no message has: what they begin with; `§` stands for what a template inserts. */
const unsent = [
  // Warnings of a check.
  "Could not check over",
  "Our own network",
  " over IPv",
  "the other addresses",
  "Not sent on to",
  "The response body is longer than",
  "The server sent extra bytes",
  "The server sent an unsolicited",
  "§ A lenient parser",
  "§ §; § was reached instead",
  "This prober was stalled, so the response time",
  // Assertions beside a reason.
  "not evaluated:",
  "a valid expression",
  "at least one § record",
  "§ to § UTC",
  // The health report.
  "Others are right, ",
  // Errors of the program, its log, and the command line.
  "nothing of ours ",
  "a monitor could not ",
  "a check ",
  "checks wait ",
  "could not re",
  "the queue of ",
  "the monitors could ",
  "the shard leases ",
  "name server §",
  "Nothing to judge:",
  "monitor, or it is paused",
  "A heartbeat can ",
  "RESOLVERS must ",
  "§ is not a type ",
  "dup2 failed",
  "REACHABLE_RANGES:",
]

const isSentence = (text: string) =>
  /[a-z]{2}.* .*[a-z]/i.test(text) &&
  !/^\s*(?:with (?:free|gone)|select|insert|update|delete|u?int|intptr_t)\b/.test(text)

/** String and template literals below a node. */
function literals(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literals)
  if (typeof node !== "object" || node === null) return []
  const { type, value, quasis } = node as {
    type?: string
    value?: unknown
    quasis?: { value: { cooked: string } }[]
  }
  if (type === "ImportDeclaration" || type === "TSLiteralType") return []
  const own =
    type === "TemplateLiteral"
      ? [(quasis ?? []).map((one) => one.value.cooked).join("§")]
      : type === "Literal" && typeof value === "string"
        ? [value]
        : []
  return [...own, ...Object.values(node).flatMap(literals)]
}

/** Whether a reason of the list has the text, with anything for what is inserted. */
function isListed(text: string): boolean {
  const parts = text.split("§").map((part) => RegExp.escape(part))
  const pattern = new RegExp(parts.join(".*"))
  return Object.values(reasons).some((listed) => listed.some((reason) => pattern.test(reason)))
}

test("each reason of a failed or inconclusive check has a German sentence", () => {
  for (const [failureClass, listed] of Object.entries(reasons)) {
    expect({ failureClass, isEmpty: listed.length === 0 }).toEqual({ failureClass, isEmpty: false })
    const left = listed.map((reason) => germanText(reason).replaceAll(quoted, ""))
    expect({
      failureClass,
      left: left.filter((text) => english.test(text) || / an? /.test(text)),
    }).toEqual({ failureClass, left: [] })
  }
  expect(germanText("Got 503, expected 200–299 (+2 failed assertions).")).toBe(
    "Erhalten: 503, erwartet: 200–299 (+2 nicht erfüllt).",
  )
})

test("no sentence of the prober is missing from the list", () => {
  const files = [...globSync("src/probe/**/*.ts"), "src/platform/guard.ts"]
  const written = files
    .flatMap((file) => literals(parseSync(file, readFileSync(file, "utf8")).program))
    .filter(isSentence)
  expect(written.length).toBeGreaterThan(100)
  const missing = written.filter(
    (text) => !unsent.some((start) => text.startsWith(start)) && !isListed(text),
  )
  expect(missing).toEqual([])
})
