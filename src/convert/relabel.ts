import { RE2JS } from "re2js"
import { isMembers } from "./source.ts"
import { wordOf } from "./convert-messages.ts"

/** Prometheus' relabeling: rules that rewrite a target's labels before it is scraped. */

type Labels = ReadonlyMap<string, string>
type Outcome = { labels: Labels; fault: null } | { labels: null; fault: string }

/** Labels after all rules; a fault if a rule drops the target or is not supported. */
export function relabel(given: Labels, rules: unknown[]): Outcome {
  let labels = given
  for (const [at, rule] of rules.entries()) {
    const next = apply(labels, rule)
    if (typeof next === "string") {
      return { labels: null, fault: `rule ${at + 1} of its relabel_configs ${next}` }
    }
    labels = next
  }
  return { labels, fault: null }
}

/** Labels after a rule, or why there are none. */
function apply(labels: Labels, rule: unknown): Labels | string {
  if (!isMembers(rule)) return "is not an object"
  const sources = Array.isArray(rule["source_labels"]) ? rule["source_labels"].map(wordOf) : []
  const separator = textOr(rule["separator"], ";")
  const value = sources.map((name) => labels.get(name) ?? "").join(separator)
  const target = wordOf(rule["target_label"])
  const action = textOr(rule["action"], "replace").toLowerCase()
  const pattern = compile(textOr(rule["regex"], "(.*)"))
  if (pattern === null) return "has an invalid regular expression"
  const replacement = textOr(rule["replacement"], "$1")
  switch (action) {
    case "replace": {
      const matcher = pattern.matcher(value)
      if (!matcher.matches()) return labels
      const name = expand(target, matcher)
      return withLabel(labels, name, expand(replacement, matcher))
    }
    case "keep":
      return pattern.matches(value) ? labels : "does not keep the target"
    case "drop":
      return pattern.matches(value) ? "drops the target" : labels
    case "keepequal":
      return value === (labels.get(target) ?? "") ? labels : "does not keep the target"
    case "dropequal":
      return value === (labels.get(target) ?? "") ? "drops the target" : labels
    case "lowercase":
      return withLabel(labels, target, value.toLowerCase())
    case "uppercase":
      return withLabel(labels, target, value.toUpperCase())
    case "labeldrop":
      return new Map([...labels].filter(([name]) => !pattern.matches(name)))
    case "labelkeep":
      return new Map([...labels].filter(([name]) => pattern.matches(name)))
    case "labelmap":
      return mapped(labels, pattern, replacement)
    default:
      return `has the action "${action.slice(0, 40)}", which is not supported`
  }
}

const textOr = (given: unknown, usual: string): string =>
  typeof given === "string" || typeof given === "number" ? String(given) : usual

/** An empty value removes the label. */
function withLabel(labels: Labels, name: string, value: string): Labels {
  if (name === "") return labels
  const next = new Map(labels)
  if (value === "") next.delete(name)
  else next.set(name, value)
  return next
}

function mapped(labels: Labels, pattern: RE2JS, replacement: string): Labels {
  const next = new Map(labels)
  for (const [name, value] of labels) {
    const matcher = pattern.matcher(name)
    if (matcher.matches()) next.set(expand(replacement, matcher), value)
  }
  return next
}

const compiled = new Map<string, RE2JS | null>()
const mostCompiled = 200

/** Prometheus anchors regular expressions. */
function compile(text: string): RE2JS | null {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const made = text.length > 1000 ? null : attempt(text)
  if (compiled.size >= mostCompiled) compiled.clear()
  compiled.set(text, made)
  return made
}

function attempt(text: string): RE2JS | null {
  try {
    return RE2JS.compile(text, RE2JS.DOTALL)
  } catch {
    // The caller reports it.
    return null
  }
}

/** Expands `$1`, `${1}` and `${name}`; `$$` is a literal `$` (Go's regexp.Expand). */
function expand(template: string, matcher: ReturnType<RE2JS["matcher"]>): string {
  return template.replaceAll(
    /\$(?:\$|(\w+)|\{(\w+)\})/g,
    (whole, bare: string | undefined, braced: string | undefined) => {
      const name = bare ?? braced
      return name === undefined ? whole.slice(1) : groupOf(matcher, name)
    },
  )
}

function groupOf(matcher: ReturnType<RE2JS["matcher"]>, name: string): string {
  if (/^\d{1,3}$/.test(name)) {
    const index = Number(name)
    return index <= matcher.groupCount() ? (matcher.group(index) ?? "") : ""
  }
  const index = matcher.pattern().namedGroups()[name]
  return index === undefined ? "" : (matcher.group(index) ?? "")
}
