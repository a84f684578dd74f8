import { join, relative } from "node:path"
import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type CallExpression,
  type Expression,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  type TypeNode,
} from "typescript/unstable/ast"
import { API, TypeFlags, type Checker } from "typescript/unstable/sync"
import { membersOf, kindOf, type Kind } from "./kinds.ts"
import { enclose, isPassed } from "./enclose.ts"

const root = join(import.meta.dirname, "../../..")

/** The server's settings for `src` alone, which is half of the files. */
const config = join(root, "src.tsconfig.json")
const settings = {
  extends: "./tsconfig.json",
  compilerOptions: { incremental: false },
  include: ["src"],
  exclude: ["src/web"],
}

/** One place of `src` that hands SQL to PostgreSQL. */
export type Site = {
  /** As `src/…/file.ts:12`. */
  at: string
  file: string
  /** The text where it is in the source as it is sent; else the range of the expression that makes it. */
  text: string | null
  range: { from: number; to: number; isShorthand: boolean } | null
  /** A function, as source, that makes the expression's values within its module; null if it depends on its caller. */
  thunk: string | null
  /** Members of the declared row type. */
  row: Record<string, Kind> | null
  /** Kinds of the values, where they are listed beside the text. */
  values: Kind[] | null
  /** True for Prisma's `$queryRaw`, which maps some types differently. */
  isPrisma: boolean
}

/** Layers that never touch PostgreSQL; some send statements to ClickHouse or SQLite. */
const others = /^src\/(?:web|convert|mcp|rest|channels|telemetry\/(?:store|query|doctor|otlp))\//
const senders = new Set(["query", "queryAsync", "finds", "$queryRawUnsafe", "$executeRawUnsafe"])
const tags = new Set(["$queryRaw", "$executeRaw"])

/** Finds every text by the types and the syntax of the compiler. */
export function findTexts(): Site[] {
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === config ? JSON.stringify(settings) : undefined),
      fileExists: (path) => (path === config ? true : undefined),
    },
  })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} is no project`)
    const { program, checker } = project
    const sites: Site[] = []
    for (const path of program.getSourceFileNames()) {
      const file = relative(root, path)
      if (!file.startsWith("src/") || others.test(file)) continue
      const source = program.getSourceFile(path)
      if (source === undefined || !/query|text:|\$executeRaw/.test(source.text)) continue
      for (const found of sinksOf(source, checker)) {
        const { expression, values, row, isPrisma } = found
        const line = source.text.slice(0, expression.getStart(source)).split("\n").length
        const whole = wholeText(expression)
        const from = expression.getStart(source)
        const isShorthand = isShorthandPropertyAssignment(expression.parent)
        if (whole === null && isPassed(expression)) continue
        sites.push({
          at: `${file}:${line}`,
          file,
          text: whole,
          range: whole === null ? { from, to: expression.end, isShorthand } : null,
          thunk: whole === null ? enclose(expression, source, checker) : null,
          row: row === null ? null : membersOf(row, checker),
          values: values?.map((one) => kindOf(checker.getTypeAtLocation(one), checker)) ?? null,
          isPrisma,
        })
      }
    }
    return sites
  } finally {
    api.close()
  }
}

type Sink = {
  expression: Expression
  values: readonly Expression[] | null
  row: TypeNode | null
  isPrisma: boolean
}

function sinksOf(source: SourceFile, checker: Checker): Sink[] {
  const sinks: Sink[] = []
  const visit = (node: Node): undefined => {
    if (isTaggedTemplateExpression(node) && tags.has(nameOf(node.tag))) {
      const { template, typeArguments } = node
      const values = isTemplateExpression(template)
        ? template.templateSpans.map(({ expression }) => expression)
        : []
      sinks.push({ expression: template, values, row: typeArguments?.[0] ?? null, isPrisma: true })
    } else if (isSender(node)) {
      const [text, values] = node.arguments
      const isPrisma = nameOf(node.expression).startsWith("$")
      const isBuilder = isString(checker, node)
      if (text !== undefined && !isBuilder && isString(checker, text)) {
        const listed = isPrisma ? node.arguments.slice(1) : itemsOf(values)
        sinks.push({ expression: text, values: listed, row: rowOf(node), isPrisma })
      }
    } else if (isObjectLiteralExpression(node)) {
      const text = memberOf(node, "text")
      const values = memberOf(node, "values")
      const isStatement = values !== undefined || memberOf(node, "name") !== undefined
      if (text !== undefined && (isStatement || beginsAsSql(text))) {
        const call = senderOf(node)
        // A statement with its own parsers declares what they return.
        const isParsed = memberOf(node, "types") !== undefined
        const row = call === null || isParsed ? null : rowOf(call)
        sinks.push({ expression: text, values: itemsOf(values), row, isPrisma: false })
      }
    }
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return sinks
}

/** `store` is the telemetry store. */
const isSender = (node: Node): node is CallExpression =>
  isCallExpression(node) &&
  senders.has(nameOf(node.expression)) &&
  !(isPropertyAccessExpression(node.expression) && nameOf(node.expression.expression) === "store")

const sql = /^\s*(?:--.*\s+)*\(?\s*(?:select|insert into|update|delete from|with)\s/

const beginsAsSql = (node: Expression) =>
  sql.test(isTemplateExpression(node) ? node.head.text : (literalOf(node) ?? ""))

const literalOf = (node: Expression) =>
  isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : null

const isString = (checker: Checker, node: Expression) =>
  literalOf(node) !== null ||
  isTemplateExpression(node) ||
  ((checker.getTypeAtLocation(node)?.flags ?? 0) & TypeFlags.StringLike) !== 0

const rowOf = (call: CallExpression): TypeNode | null => call.typeArguments?.[0] ?? null

/** The call that an object, or the constant it is the value of, is sent by. */
function senderOf(node: ObjectLiteralExpression): CallExpression | null {
  const { parent } = node
  if (isSender(parent)) return parent
  return null
}

function memberOf(node: ObjectLiteralExpression, name: string): Expression | undefined {
  for (const member of node.properties) {
    if (isPropertyAssignment(member) && member.name.getText() === name) return member.initializer
    if (isShorthandPropertyAssignment(member) && isIdentifier(member.name)) {
      if (member.name.text === name) return member.name
    }
  }
  return undefined
}

const itemsOf = (values: Expression | undefined): readonly Expression[] | null =>
  values !== undefined &&
  isArrayLiteralExpression(values) &&
  !values.elements.some((one) => isSpreadElement(one))
    ? values.elements
    : null

function nameOf(node: Node): string {
  if (isIdentifier(node)) return node.text
  if (isPropertyAccessExpression(node)) return node.name.text
  return ""
}

function wholeText(node: Expression): string | null {
  const literal = literalOf(node)
  if (literal !== null) return literal
  if (!isTemplateExpression(node) || !isTaggedTemplateExpression(node.parent)) return null
  return node.templateSpans.reduce(
    (text, span, at) => `${text}$${at + 1}${span.literal.text}`,
    node.head.text,
  )
}
