import { isMembers, type Source } from "./source.ts"
import type { Variables } from "./variables.ts"

/** Which variables without braces, such as `$NAME`, the product fills in. */
export type BareVariables = "none" | "upper" | "any"

const word = "[A-Za-z_][A-Za-z0-9_]{0,99}"
/** Placeholders of shells, Compose, GitHub, templates, Kubernetes, Logstash and Octopus. */
const forms = [
  String.raw`\$\{\{\s{0,9}(?:secrets|env|vars)\.(?<github>${word})\s{0,9}\}\}`,
  String.raw`\{\{(?<template>[^{}]{1,120})\}\}`,
  String.raw`\$\{(?<shell>${word})(?:(?<operator>:?[-?+=])(?<word>[^{}]{0,500}))?\}`,
  String.raw`[%#]\{(?<other>${word})\}`,
  String.raw`\$\((?<kube>[A-Z_][A-Z0-9_]{0,99})\)`,
]
const bareForms: Record<BareVariables, string[]> = {
  none: [],
  upper: [String.raw`\$(?<bare>[A-Z_][A-Z0-9_]{0,99})`],
  any: [String.raw`(?<escape>\$\$)`, String.raw`\$(?<bare>${word})`],
}
const patterns = new Map(
  Object.entries(bareForms).map(([kind, bare]) => [
    kind,
    new RegExp([...forms, ...bare].join("|"), "g"),
  ]),
)

/** The variable in a template: `env "NAME"`, `.Env.NAME`, `NAME`. */
function nameInTemplate(inner: string): string {
  const text = inner.trim().replace(/^-\s+|\s+-$/g, "")
  const [, quoted] = /^env\s+["'`](\w{1,100})["'`]$/.exec(text) ?? []
  const [, looked] = /^lookup\(\s*["']env["']\s*,\s*["'](\w{1,100})["']\s*\)$/.exec(text) ?? []
  const [, member] = /^\$?\.?(?:env|vars|secrets)\.(\w{1,100})$/i.exec(text) ?? []
  return quoted ?? looked ?? member ?? text.replace(/^[$.]+/, "")
}

type Groups = Partial<
  Record<
    "github" | "template" | "shell" | "operator" | "word" | "other" | "kube" | "bare" | "escape",
    string
  >
>

const nameOf = ({ github, template, shell, other, kube, bare }: Groups): string =>
  github ?? shell ?? other ?? kube ?? bare ?? nameInTemplate(template ?? "")

type Found = { whole: string; groups: Groups }

const replaceIn = (text: string, bare: BareVariables, by: (found: Found) => string): string => {
  const pattern = patterns.get(bare)
  if (pattern === undefined || !/[$%#{]/.test(text)) return text
  return text.replaceAll(pattern, (...args: unknown[]) =>
    by({ whole: String(args[0]), groups: Object(args.at(-1)) as Groups }),
  )
}

/** Fills the placeholders whose variable or default is known; others stay. */
const fillText = (text: string, variables: Variables, bare: BareVariables): string =>
  replaceIn(text, bare, ({ whole, groups }) => {
    // Encoded in a URL, so that what follows is no variable.
    if (groups.escape !== undefined) return text.includes("://") ? "%24" : "$"
    const { operator = "", word: other = "" } = groups
    const value = variables.get(nameOf(groups))
    const isSet = value !== undefined && !(operator.startsWith(":") && value === "")
    if (operator.endsWith("+")) return isSet ? other : ""
    if (isSet) return value
    return operator.endsWith("-") || operator.endsWith("=") ? other : (value ?? whole)
  })

/** Names of the variables that are still missing. */
export function missingIn(text: string, bare: BareVariables): string[] {
  const names = new Set<string>()
  replaceIn(text, bare, ({ whole, groups }) => {
    if (groups.escape === undefined) names.add(nameOf(groups))
    return whole
  })
  return [...names]
}

/** Fills the placeholders in every text of an export, except in names of members. */
export function fillSource(source: Source, variables: Variables, bare: BareVariables): Source {
  // Aliases of YAML share values: each is filled once.
  const known = new Map<object, unknown>()
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return fillText(value, variables, bare)
    if (typeof value !== "object" || value === null) return value
    const done = known.get(value)
    if (done !== undefined) return done
    const filled = Array.isArray(value)
      ? value.map(fill)
      : isMembers(value)
        ? Object.fromEntries(Object.entries(value).map(([name, held]) => [name, fill(held)]))
        : value
    known.set(value, filled)
    return filled
  }
  if (source.kind === "table") {
    return {
      ...source,
      rows: source.rows.map((row) =>
        row.cells === null ? row : { ...row, cells: fillCells(row.cells, variables, bare) },
      ),
    }
  }
  return {
    ...source,
    values: source.values.map(({ value, pointer }) => ({ value: fill(value), pointer })),
  }
}

const fillCells = (cells: Record<string, string>, variables: Variables, bare: BareVariables) =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, fillText(cell, variables, bare)]),
  )
