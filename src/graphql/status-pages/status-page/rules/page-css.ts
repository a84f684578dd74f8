/**
 * The sandbox of a page's own CSS: its variables, named parts of the page, and properties that cannot hide, move or
 * load anything. Nothing else passes, so the result is safe inside a style element.
 */

/** Longest custom CSS, in characters. */
export const customCssAtMost = 10_000

const listOf = (names: string): string[] => names.trim().split(/\s+/)

const moods = listOf("good warning bad worst planned unknown")

/** What `:root` can set; every color of the page is one of them. */
export const pageVariables = [
  listOf("accent link ground card line line-strong text muted radius width"),
  moods.flatMap((mood) => [mood, `${mood}-soft`]),
  listOf("bar-good bar-warning bar-bad bar-worst bar-planned bar-unseen"),
]
  .flat()
  .map((name) => `--${name}`)

/** Elements and classes that a selector can name. */
export const pageParts = listOf(`
  :root body header main footer nav h1 h2 h3 p a button
  .brand .links .subscribe-button .headline .asof .card .group
  .component .status .uptime .bars .about .incident .timeline .notice`)

export const pageProperties = listOf(`
  color background background-color accent-color text-decoration-color
  border border-color border-style border-width border-radius border-top
  border-bottom border-inline-start border-inline-end box-shadow outline-color
  font-family font-weight font-style letter-spacing line-height text-align
  text-transform text-decoration text-underline-offset text-shadow
  padding padding-block padding-inline gap border-block border-inline`)

const functions = listOf(`
  var rgb rgba hsl hsla hwb lab lch oklab oklch color-mix
  calc min max clamp linear-gradient`)

const states = ["hover", "focus-visible", "first-child", "last-child"]
const conditions =
  /^\((?:prefers-color-scheme: ?(?:light|dark)|(?:min|max)-width: ?\d{1,5}(?:px|em|rem))\)$/
const partsAtMost = 4

type Fault = { line: number; reason: string }

/** The first thing that the sandbox refuses, with its line; null if it takes everything. */
export function faultOfCss(css: string): Fault | null {
  // Comments keep their line breaks, so that lines are counted as they were typed.
  const text = css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
  const lineAt = (at: number) => text.slice(0, at).split("\n").length
  try {
    readRules(text, 0, text.length, 0)
    return null
  } catch (error) {
    if (error instanceof Refusal) return { line: lineAt(error.at), reason: error.message }
    throw error
  }
}

/** CSS that `faultOfCss` took, as it is sent: without comments and needless space. */
export const compactCss = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

class Refusal extends Error {
  readonly at: number
  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

const startOf = (text: string, from: number): number =>
  from + /^\s*/.exec(text.slice(from))![0].length

function readRules(text: string, from: number, to: number, depth: number): void {
  let at = startOf(text, from)
  while (at < to) {
    const open = text.indexOf("{", at)
    if (open === -1 || open >= to) throw new Refusal(at, "a rule needs { and }")
    const close = endOf(text, open, to)
    const head = text.slice(at, open).trim()
    if (head.startsWith("@")) {
      readCondition(head, at, depth)
      readRules(text, open + 1, close, depth + 1)
    } else {
      readSelectors(head, at)
      readDeclarations(text, open + 1, close)
    }
    at = startOf(text, close + 1)
  }
}

function endOf(text: string, open: number, to: number): number {
  let depth = 0
  for (let at = open; at < to; at += 1) {
    if (text[at] === "{") depth += 1
    else if (text[at] === "}" && --depth === 0) return at
  }
  throw new Refusal(open, "this { is not closed")
}

function readCondition(head: string, at: number, depth: number): void {
  const name = /^@[\w-]*/.exec(head)?.[0] ?? head
  if (name !== "@media") throw new Refusal(at, `${name} is not allowed; only @media is`)
  if (depth > 0) throw new Refusal(at, "@media cannot be inside of @media")
  if (!conditions.test(head.slice(6).trim())) {
    throw new Refusal(at, "@media can ask for prefers-color-scheme, min-width or max-width")
  }
}

function readSelectors(head: string, at: number): void {
  for (const selector of head.split(",")) {
    const parts = selector.trim().split(/\s*>\s*|\s+/)
    if (parts.length > partsAtMost) throw new Refusal(at, `at most ${partsAtMost} parts a selector`)
    for (const part of parts) {
      const [, name = part, state] = /^(:root|[^:]*)(?::([\w-]+))?$/.exec(part) ?? []
      if (!pageParts.includes(name)) {
        throw new Refusal(at, `${quote(name)} cannot be styled; use ${pageParts.join(", ")}`)
      }
      if (state !== undefined && !states.includes(state)) {
        throw new Refusal(at, `:${state} is not allowed; use ${states.join(", ")}`)
      }
    }
  }
}

function readDeclarations(text: string, from: number, to: number): void {
  let at = from
  while (at < to) {
    const semicolon = text.indexOf(";", at)
    const end = semicolon === -1 || semicolon > to ? to : semicolon
    const begin = startOf(text, at)
    if (begin < end) readDeclaration(text.slice(begin, end), begin)
    at = end + 1
  }
}

function readDeclaration(declaration: string, at: number): void {
  const colon = declaration.indexOf(":")
  if (colon === -1) throw new Refusal(at, `${quote(declaration)} is not a property and its value`)
  const name = declaration.slice(0, colon).trim().toLowerCase()
  const isVariable = name.startsWith("--")
  const known = isVariable ? pageVariables : pageProperties
  if (!known.includes(name)) {
    const what = isVariable ? "is not a variable of the page" : "is not allowed"
    throw new Refusal(at, `${quote(name)} ${what}; use ${known.join(", ")}`)
  }
  readValue(declaration.slice(colon + 1).trim(), at)
}

function readValue(value: string, at: number): void {
  if (value === "") throw new Refusal(at, "a property needs a value")
  const odd = /[^\w\s.,#%()+*/-]/.exec(value)?.[0]
  if (odd !== undefined) throw new Refusal(at, `a value cannot contain ${odd}`)
  for (const [, name = ""] of value.matchAll(/([\w-]*)\(/g)) {
    if (name !== "" && !functions.includes(name.toLowerCase())) {
      throw new Refusal(at, `${quote(`${name}()`)} is not allowed; use ${functions.join(", ")}`)
    }
  }
  const opened = value.split("(").length
  if (opened !== value.split(")").length) throw new Refusal(at, "( and ) do not match")
}

const quote = (text: string): string => `"${text.slice(0, 60)}"`
