import fc from "fast-check"
import { expect, test } from "vitest"
import {
  compactCss,
  faultOfCss,
  pageParts,
  pageProperties,
  pageVariables,
} from "../../src/graphql/status-pages/status-page/rules/page-css.ts"

test("variables, parts and safe properties of a page pass", () => {
  const taken = [
    "",
    "/* only a comment */",
    ":root { --ground: #fff; --radius: 0.25rem }",
    ".headline, main > .card:hover { color: var(--good); border: 1px solid rgb(0 0 0 / 0.1); }",
    "@media (prefers-color-scheme: dark) { :root { --card: color-mix(in srgb, #000 80%, red); } }",
    "@media (max-width: 600px) { .card { padding: calc(1rem + 2px); } }\nh1 { font-family: Georgia, serif }",
  ]
  expect(taken.map(faultOfCss)).toEqual(taken.map(() => null))
  for (const name of pageVariables) expect(faultOfCss(`:root{${name}:red}`)).toBeNull()
  for (const name of pageProperties) expect(faultOfCss(`.card{${name}:inherit}`)).toBeNull()
  for (const part of pageParts) expect(faultOfCss(`${part}{color:red}`)).toBeNull()
  expect(compactCss(".card {\n /* x */ color: red;\n}")).toBe(".card { color: red; }")
})

test("what could hide, move or load something is refused with its line and the reason", () => {
  const refused: [css: string, line: number, reason: RegExp][] = [
    [".card { display: none }", 1, /"display" is not allowed/],
    ["/* a\n b */\n.card {\n  position: fixed;\n}", 4, /"position" is not allowed/],
    [".card { background: url(https://evil.example/x) }", 1, /cannot contain :/],
    [".card { background: url(x) }", 1, /"url\(\)" is not allowed/],
    [".card { background: image-set(x) }", 1, /"image-set\(\)"/],
    ["@import x;\n.card { color: red }", 1, /@import is not allowed/],
    ["@font-face { font-family: x }", 1, /@font-face is not allowed/],
    ["@media print { .card { color: red } }", 1, /@media can ask for/],
    ["* { color: red }", 1, /"\*" cannot be styled/],
    [".status.good { color: red }", 1, /"\.status\.good" cannot be styled/],
    ["input[value^=a] { color: red }", 1, /cannot be styled/],
    [".card::before { color: red }", 1, /cannot be styled|not allowed/],
    [":root { --unknown-name: red }", 1, /is not a variable of the page/],
    [".card { color: red", 1, /is not closed/],
    [".card { color }", 1, /not a property and its value/],
    [".card { color: rgb(0 0 0 }", 1, /do not match/],
    [".card { color: red !important }", 1, /cannot contain !/],
    ['.card { font-family: "x" }', 1, /cannot contain "/],
    ["</style><script>alert(1)</script>", 1, /needs \{ and \}/],
    [".card { color: \\72 ed }", 1, /cannot contain \\/],
    ["color: red", 1, /needs \{ and \}/],
    ["}", 1, /needs \{ and \}/],
  ]
  for (const [css, line, reason] of refused) {
    expect({ css, ...faultOfCss(css) }).toEqual({
      css,
      line,
      reason: expect.stringMatching(reason),
    })
  }
})

test("whatever passes can end neither a style element nor its own rule", () => {
  const words =
    '.card { } color : ; red /* */ </style> \\ url( ) @media (max-width:9px) " <!-- :root --text expression( ,'
  const pieces = fc.constantFrom("\n", " ", ...words.split(" "))
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const css = parts.join("")
      if (faultOfCss(css) !== null) return
      const sent = compactCss(css)
      expect(sent).not.toMatch(/[<\\"]|url\(|expression\(/)
      expect(sent.split("{").length).toBe(sent.split("}").length)
    }),
    { numRuns: 2000 },
  )
})
