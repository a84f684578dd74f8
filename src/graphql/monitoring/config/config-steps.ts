import { createHash } from "node:crypto"
import { newId } from "../../../platform/id.ts"
import type { Vault } from "../../../platform/secret.ts"
import { DomainError, type Issue } from "../../kernel/errors.ts"
import { byCodePoint } from "./rules/code-point.ts"
import { compare, type Change } from "./rules/compare-config.ts"
import { nameParents, resolveParents, type Node, type ParentName } from "./config-parent.ts"
import { keyOf } from "./plan-import.ts"
import type { Present } from "./present-plan.ts"
import type { ReadEntry, Reading } from "./read-entry.ts"

export type Add = { action: "add"; id: string; entry: ReadEntry; parentId: string | null }
export type Alter = {
  action: "change"
  id: string
  monitor: Present
  entry: ReadEntry
  parentId: string | null
  changes: Change[]
}
/** `ignore`: it is not in the document, and stays. */
type Leave = { action: "keep" | "ignore"; monitor: Present }
type Remove = { action: "remove"; monitor: Present }
export type Step = Add | Alter | Leave | Remove

/** Steps that make a project match a document. */
export type Plan = {
  /** By name and type. */
  steps: Step[]
  /** Labels that the project does not have; they are not created or assigned. */
  unmatchedLabels: string[]
  /** The same for two plans that would do the same. */
  digest: string
}

type Given = {
  readings: Reading[]
  present: Present[]
  /** The project's labels, by name. */
  labels: ReadonlyMap<string, string>
  prune: boolean
}

/** @throws {DomainError} validation_failed with a pointer to each entry that cannot be followed. */
export function planSteps({ readings, present, labels, prune }: Given, vault: Vault): Plan {
  const { pairs, issues } = pair(readings, present)
  const unmatched = new Set<string>()
  const named = new Set(pairs.flatMap(({ monitor }) => (monitor === null ? [] : [monitor.id])))
  const others = present.filter(({ id }) => !named.has(id))
  const nodes = [
    ...pairs.map(({ id, entry: { name, kind } }): Node => ({ id, name, kind, parentId: null })),
    ...(prune ? [] : others),
  ]
  const claims = new Map(pairs.map(({ id, entry }) => [id, entry.parent] as const))
  const { parents, faults } = resolveParents(nodes, claims)
  const parentNames = nameParents([...nodes, ...(prune ? others : [])])
  const steps = pairs.map(({ at, id, monitor, entry: given }): Step => {
    for (const label of given.labels) if (!labels.has(label)) unmatched.add(label)
    const entry = { ...given, labels: given.labels.filter((label) => labels.has(label)) }
    const fault = faults.get(id)
    if (fault !== undefined) issues.push(issue(at, given, `is not valid: ${fault}`))
    const parentId = parents.get(id) ?? null
    if (monitor === null) return { action: "add", id, entry, parentId }
    const changes = [
      ...compare(monitor, entry, vault),
      ...compareParents(monitor.parentId, parentId, parentNames),
    ]
    return changes.length === 0
      ? { action: "keep", monitor }
      : { action: "change", id, monitor, entry, parentId, changes }
  })
  const left = others.map((monitor): Step => ({ action: prune ? "remove" : "ignore", monitor }))
  const [first] = issues
  if (first !== undefined) {
    const text = `The document cannot be followed: ${first.pointer} ${first.detail}`
    throw new DomainError("validation_failed", text, issues)
  }
  const all = [...steps, ...left].toSorted(byIdentity)
  const unmatchedLabels = [...unmatched].toSorted(byCodePoint)
  return { steps: all, unmatchedLabels, digest: digestOf(all) }
}

/** The monitor that a step concerns. */
export const subjectOf = (step: Step) => (step.action === "add" ? step.entry : step.monitor)

type Pair = { at: number; id: string; entry: ReadEntry; monitor: Present | null }

/** Each entry with the one monitor of its name and type. */
function pair(readings: Reading[], present: Present[]): { pairs: Pair[]; issues: Issue[] } {
  const live = Map.groupBy(present, keyOf)
  const seen = new Map<string, number>()
  const issues: Issue[] = []
  const pairs = readings.flatMap(({ name, result }, at): Pair[] => {
    const { entry, fault } = result
    if (entry === null) {
      issues.push(issue(at, { name }, `is not valid: ${fault}`))
      return []
    }
    const key = keyOf(entry)
    const [monitor = null, ...namesakes] = live.get(key) ?? []
    const earlier = seen.get(key)
    seen.set(key, earlier ?? at)
    if (earlier !== undefined) {
      issues.push(issue(at, entry, `has the name and type of monitors[${earlier}]`))
    } else if (namesakes.length > 0) {
      const detail = "matches several existing monitors of this name and type; rename them"
      issues.push(issue(at, entry, detail))
    }
    return [{ at, id: monitor?.id ?? newId(), entry, monitor }]
  })
  return { pairs, issues }
}

const issue = (at: number, { name }: { name: string | null }, detail: string): Issue => ({
  pointer: `#/monitors/${at}`,
  detail: name === null || name === "" ? detail : `(${name}) ${detail}`,
})

function compareParents(
  from: string | null,
  to: string | null,
  names: Map<string, ParentName>,
): Change[] {
  if (from === to) return []
  const say = (id: string | null) => {
    const { name, kind } = (id === null ? null : names.get(id)) ?? { name: null, kind: null }
    return kind === null ? name : `${name} (${kind})`
  }
  return [{ member: "parent_monitor", from: say(from), to: say(to), isSecret: false }]
}

function byIdentity(one: Step, other: Step): number {
  const [a, b] = [subjectOf(one), subjectOf(other)]
  return byCodePoint(a.name, b.name) || byCodePoint(a.kind, b.kind)
}

function digestOf(steps: Step[]): string {
  const said = steps.map((step) => {
    const { name, kind } = subjectOf(step)
    const changes = step.action === "change" ? step.changes : []
    return [step.action, name, kind, step.action === "add" ? null : step.monitor.id, changes]
  })
  return createHash("sha256").update(JSON.stringify(said)).digest("base64url")
}
