import { ts } from "@ts-morph/common"

/** One changed condition; `start` and `end` are offsets in the file. */
export type Mutant = {
  path: string
  line: number
  /** Among the mutants of its file, in the order of the text. */
  index: number
  kind: "guard" | "true" | "false" | "edge"
  start: number
  end: number
  original: string
  replacement: string
  /** Starts a statement of a block, which an opening parenthesis would join to the one before. */
  isFirst: boolean
}

/** Calls whose only purpose is to throw. */
const guardName = /^(?:require|assert|ensure|refuse|reject|check|expect|verify|guard|forbid)/
const { SyntaxKind } = ts
type Kind = Mutant["kind"]

const edges = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
])
const equalities = new Set<ts.SyntaxKind>([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
])

const inner = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) ? inner(node.expression) : node

const isLogical = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken ||
    node.operatorToken.kind === SyntaxKind.BarBarToken)

const isComparison = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (edges.has(node.operatorToken.kind) || equalities.has(node.operatorToken.kind))

const isNegation = (node: ts.Node): boolean =>
  ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken

/** The condition that a statement or expression decides by. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return node.expression
  }
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return node.condition
  return undefined
}

const isLoop = (node: ts.Node) =>
  ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node)

function calledName(node: ts.Node): string | null {
  const call = ts.isAwaitExpression(node) ? inner(node.expression) : node
  if (!ts.isCallExpression(call)) return null
  const { expression } = call
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : null
}

const atOnce = /^(?:filter|map|flatMap|some|every|find|toSorted|reduce|fromEntries)$/

/** An argument that its call runs, as `filter` does. */
const runsAtOnce = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && atOnce.test(calledName(node.parent) ?? "")

/** Whether it runs once, when the file is loaded, and not in each test. */
function isStatic(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && !runsAtOnce(at)) return false
  }
  return true
}

function startsStatement(node: ts.Node): boolean {
  let at = node
  while (!ts.isExpressionStatement(at)) {
    if (at.parent === undefined || at.parent.getStart() !== node.getStart()) return false
    at = at.parent
  }
  return "statements" in at.parent
}

/**
 * Each leaf of a condition is replaced by what makes it irrelevant, a whole condition by both values, a comparison by
 * its neighbor, and a call that only throws by nothing.
 */
export function findMutants(path: string, text: string): Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Omit<Mutant, "index">[] = []
  const add = (node: ts.Node, kind: Kind, replacement: string) => {
    if (isStatic(node)) return
    const [start, end] = [node.getStart(source), node.getEnd()]
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    const original = text.slice(start, end)
    const isFirst = startsStatement(node)
    found.push({ path, line, kind, start, end, original, replacement, isFirst })
  }
  const addLeaf = (given: ts.Node, values: ("true" | "false")[]) => {
    const node = inner(given)
    if (isLogical(node)) {
      const isAnd = node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken
      if (values.includes(isAnd ? "false" : "true")) {
        add(node, isAnd ? "false" : "true", isAnd ? "false" : "true")
      }
      for (const side of [node.left, node.right]) addLeaf(side, [isAnd ? "true" : "false"])
      return
    }
    for (const value of values) add(node, value, value)
    if (!isComparison(node)) return
    const { left, right, operatorToken } = node
    const edge = edges.get(operatorToken.kind)
    if (edge !== undefined) {
      add(node, "edge", `${left.getText(source)} ${edge} ${right.getText(source)}`)
    }
  }
  const visit = (node: ts.Node, isInCondition: boolean): void => {
    const condition = conditionOf(node)
    if (condition !== undefined) addLeaf(condition, isLoop(node) ? ["false"] : ["true", "false"])
    else if (!isInCondition && (isLogical(node) || isComparison(node) || isNegation(node))) {
      // A right side that is no condition is a value, which "true" or "false" would not stand for.
      const isValue = isLogical(node) && ![node.left, node.right].some((one) => isBoolean(one))
      if (!isValue) addLeaf(node, ["true", "false"])
    }
    if (ts.isExpressionStatement(node)) {
      const name = calledName(node.expression)
      if (name !== null && guardName.test(name)) add(node.expression, "guard", "undefined")
    }
    node.forEachChild((child) => {
      const isPart =
        child === condition ||
        (isInCondition &&
          (isLogical(node) || ts.isParenthesizedExpression(node)) &&
          child !== (node as ts.BinaryExpression).operatorToken) ||
        (!isInCondition && isLogical(node))
      visit(child, isPart)
    })
  }
  visit(source, false)
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((one, index) => ({ ...one, index }))
}

const isBoolean = (given: ts.Node): boolean => {
  const node = inner(given)
  return isComparison(node) || isNegation(node) || isLogical(node)
}

/** The text with every mutant in it, each behind a switch: `on(id)` is whether it is the active one. */
export function plant(text: string, mutants: (Mutant & { id: number })[]): string {
  const render = (start: number, end: number, within: (Mutant & { id: number })[]): string => {
    let rendered = ""
    let at = start
    for (let next = 0; next < within.length;) {
      const outer = within[next]
      if (outer === undefined) break
      const same = within
        .slice(next)
        .filter((one) => one.start === outer.start && one.end === outer.end)
      const inside = within
        .slice(next)
        .filter((one) => !same.includes(one) && one.start >= outer.start && one.end <= outer.end)
      const switches = same.map(
        ({ id, replacement }) => `globalThis.__mutants.on(${id})?(${replacement}):`,
      )
      rendered += `${text.slice(at, outer.start)}${outer.isFirst ? ";" : ""}(${switches.join("")}${render(outer.start, outer.end, inside)})`
      at = outer.end
      next += same.length + inside.length
    }
    return rendered + text.slice(at, end)
  }
  return render(
    0,
    text.length,
    mutants.toSorted((a, b) => a.start - b.start || b.end - a.end),
  )
}
