import { expect, test } from "vitest"
import { germanText } from "../../src/findings/german/german-text.ts"
import { reasons } from "./reasons.ts"

/** Words that German lacks. */
const english =
  /\b(?:the|is|are|not|of|and|by|for|your|this|with|has|have|got|again|until|after|within|expected|does|did|no|from|to|it|response|body|data|our|own|whole|could|sent|failed|closed|refused|answer|answered)\b/i

/** What the target said, names and addresses stay as they are. */
const quoted = /"[^"]*"|`[^`]*`|\S*[:/.]\/\/\S*/g

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
