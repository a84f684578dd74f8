import { expect, test } from "vitest"
import { markdown } from "../../src/pages/markdown.ts"

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
