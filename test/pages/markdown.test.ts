import { expect, test } from "vitest"
import { Marked } from "marked"
import { markdown } from "../../src/pages/markdown.ts"
import { parseBounded } from "../../src/web/ui/parse-bounded.ts"

/** Without the line breaks of the templates. */
const markup = (text: string) => markdown(text).text.replaceAll(/\n\s*/g, "")

test("Markdown is shown as markup, with line breaks as they were written", () => {
  expect(markup("We are **on it**.\nNews at `noon`.\n\n- one\n- *two*")).toBe(
    '<div class="rich" dir="auto"><p>We are <strong>on it</strong>.<br />News at <code>noon</code>.</p>' +
      "<ul><li>one</li><li><em>two</em></li></ul></div>",
  )
  expect(markup("# Facts\n> quoted\n\n1. first\n\n[a](https://example.org)")).toContain(
    '<p><strong>Facts</strong></p><blockquote><p>quoted</p></blockquote><ol><li>first</li></ol><p><a href="https://example.org" rel="nofollow noopener">a</a></p>',
  )
})

test.each([
  "<script>alert(1)</script>",
  'a <img src=x onerror="alert(1)"> b',
  "[a](javascript:alert(1))",
  "![a](javascript:alert(1))",
  "`<b>`\n\n```\n<script>\n```",
  "<javascript:alert(1)>",
  "| a |\n| - |\n| <script> |",
])("%s becomes text", (text) => {
  expect(markup(text)).not.toMatch(/<(?:script|img|b)\b|href="javascript|onerror="/i)
})

test("a text that is too much is shown as it was written in the dashboard", () => {
  const parser = new Marked({ breaks: true })
  const begunMs = performance.now()
  for (const text of ["_a_".repeat(16_000), ">".repeat(50_000), "[".repeat(50_000)]) {
    expect(parseBounded(parser, text)).toBeNull()
  }
  expect(performance.now() - begunMs).toBeLessThan(1000)
  const nested = Array.from({ length: 5000 }, (_, at) => `${" ".repeat(at % 100)}- a`).join("\n")
  expect(() => parseBounded(parser, nested)).not.toThrow()
  expect(parseBounded(parser, "> We are **on it**")).toContain("<strong>on it</strong>")
})
