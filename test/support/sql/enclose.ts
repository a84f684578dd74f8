import {
  isArrowFunction,
  isBindingElement,
  isBlock,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSourceFile,
  isVariableDeclaration,
  isVariableStatement,
  type Expression,
  type Identifier,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast"
import { TypeFlags, type Checker, type Type } from "typescript/unstable/sync"

type Scope = { source: SourceFile; checker: Checker; seen: Set<Node> }

type Local = { name: Identifier; declaration: Node }

/**
 * Source of a generator that yields every value of an expression: constants are repeated, loops over constants run,
 * and parameters take every value of their type. Null if a value is only known to the caller.
 */
export function enclose(
  expression: Expression,
  source: SourceFile,
  checker: Checker,
): string | null {
  const lines = declare(expression, { source, checker, seen: new Set() })
  if (lines === null) return null
  const ends = lines.map((line) => (line.endsWith("{") ? "}" : "")).join("")
  return `function* () { ${lines.join(" ")} yield (${expression.getText(source)}) ${ends} }`
}

/** Whether an expression is only a text that its function was given: it is found where it is made. */
export function isPassed(expression: Expression): boolean {
  if (!isIdentifier(expression)) return false
  const [local] = localsOf(expression)
  return local !== undefined && isParameterDeclaration(local.declaration)
}

/** Statements that declare the locals of a node; null if one is not known. */
function declare(node: Node, scope: Scope): string[] | null {
  const lines: string[] = []
  for (const local of localsOf(node)) {
    if (scope.seen.has(local.declaration)) continue
    const some = declareLocal(local, scope)
    if (some === null) return null
    scope.seen.add(local.declaration)
    lines.push(...some)
  }
  return lines
}

function declareLocal({ name, declaration }: Local, scope: Scope): string[] | null {
  const { source, checker } = scope
  if (isFunctionDeclaration(declaration)) return [declaration.getText(source)]
  const type = checker.getTypeAtLocation(name)
  const values = valuesOf(type)
  const isListed = values !== null && type !== undefined && (type.flags & TypeFlags.Number) === 0
  const loop = `for (const ${name.text} of ${JSON.stringify(values)}) {`
  const isPattern = isVariableDeclaration(declaration) && !isIdentifier(declaration.name)
  if (isListed && !isPattern) return [loop]
  return initialize(declaration, scope) ?? (values === null ? null : [loop])
}

const isFilledLater = /\b(?:await|this)\b|^\[\]$/

/** The declaration of a constant, or the loop over one, as it is written. */
function initialize(declaration: Node, scope: Scope): string[] | null {
  if (!isVariableDeclaration(declaration)) return null
  const { source } = scope
  const pattern = declaration.name.getText(source)
  const loop = declaration.parent.parent
  const from = isForOfStatement(loop) ? loop.expression : declaration.initializer
  if (from === undefined || isFilledLater.test(from.getText(source))) return null
  const before = declare(from, scope)
  if (before === null) return null
  const value = from.getText(source)
  const line = isForOfStatement(loop)
    ? `for (const ${pattern} of ${value}) {`
    : `const ${pattern} = ${value};`
  return [...before, line]
}

/** Every value of a type, one for all numbers, and one for lists beside null; null if they cannot be listed. */
function valuesOf(type: Type | undefined): unknown[] | null {
  if (type === undefined) return null
  if (type.isUnionType()) {
    const types = type.getTypes() ?? []
    if (types.some((one) => (one.flags & TypeFlags.Null) !== 0) && types.length === 2) {
      return [null, ...types.flatMap((one) => valuesOf(one) ?? (one.isObjectType() ? [[]] : []))]
    }
    const all = types.map(valuesOf)
    return all.includes(null) ? null : all.flatMap((one) => one ?? [])
  }
  if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()) {
    return [type.value]
  }
  if ((type.flags & TypeFlags.Number) !== 0) return [1]
  if ((type.flags & TypeFlags.Null) !== 0) return [null]
  return null
}

/** Identifiers within a node that are declared in an enclosing function. */
function localsOf(node: Node): Local[] {
  const found: Local[] = []
  const visit = (one: Node): undefined => {
    if (isIdentifier(one) && !isMemberName(one)) {
      const declaration = findLocal(one, node)
      if (declaration !== null) found.push({ name: one, declaration })
    }
    one.forEachChild(visit)
  }
  visit(node)
  return found
}

function isMemberName(node: Identifier): boolean {
  const { parent } = node
  if (isPropertyAccessExpression(parent)) return parent.name === node
  return isPropertyAssignment(parent) && parent.name === node
}

/** The declaration of a name in a function around it, unless it is inside of `within` or at the top of the file. */
function findLocal(name: Identifier, within: Node): Node | null {
  for (let scope: Node = name; !isSourceFile(scope); scope = scope.parent) {
    const declaration = declarationIn(scope, name.text)
    if (declaration !== null) return isInside(declaration, within) ? null : declaration
  }
  return null
}

const isInside = (node: Node, outer: Node) => node.pos >= outer.pos && node.end <= outer.end

function declarationIn(scope: Node, name: string): Node | null {
  if (isBlock(scope)) {
    for (const statement of scope.statements) {
      if (isFunctionDeclaration(statement) && statement.name?.text === name) return statement
      if (!isVariableStatement(statement)) continue
      for (const one of statement.declarationList.declarations)
        if (binds(one.name, name)) return one
    }
  }
  if (isForOfStatement(scope) && !isIdentifier(scope.initializer)) {
    let found: Node | null = null
    scope.initializer.forEachChild((one) => {
      if (isVariableDeclaration(one) && binds(one.name, name)) found = one
      return undefined
    })
    if (found !== null) return found
  }
  if (
    isArrowFunction(scope) ||
    isFunctionDeclaration(scope) ||
    isFunctionExpression(scope) ||
    isMethodDeclaration(scope)
  ) {
    return scope.parameters.find((one) => binds(one.name, name)) ?? null
  }
  return null
}

function binds(pattern: Node, name: string): boolean {
  if (isIdentifier(pattern)) return pattern.text === name
  let found = false
  pattern.forEachChild((one) => {
    if (isBindingElement(one) && one.name !== undefined && binds(one.name, name)) found = true
    return undefined
  })
  return found
}
