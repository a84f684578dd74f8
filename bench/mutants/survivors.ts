import type { Mutant } from "./find-mutants.ts"

/** A mutant that no test can or need kill. `line` is the text of its line, and `change` as the report prints it. */
export type Survivor = { path: string; line: string; change: string; why: string }

export const survivors: readonly Survivor[] = [
  {
    path: "src/graphql/kernel/access.ts",
    line: 'actor.kind === "key"',
    change: 'actor.kind === "key" → true',
    why: "For others it would be the grant of a project without an id, which nobody asks for.",
  },
  {
    path: "src/graphql/kernel/access.ts",
    line: "role === null ? nothing : permissionsOfRole({ role, customPermissions })",
    change: "role === null → false",
    why: "Only keys and the system have no role, and what they may do is decided before.",
  },
  {
    path: "src/graphql/workspace/oauth/approve-request.ts",
    line: 'isStrong: ctx.actor.kind === "user" && ctx.actor.isStrong === true,',
    change: 'ctx.actor.kind === "user" → true',
    why: "requirePerson refuses everybody else; the condition is for the compiler.",
  },
  {
    path: "src/graphql/monitoring/alert-timeline/rules/tell-changes.ts",
    line: "Math.abs(one.getTime() - other.getTime()) < nearMs",
    change:
      "Math.abs(one.getTime() - other.getTime()) < nearMs → Math.abs(one.getTime() - other.getTime()) <= nearMs",
    why: "Two seconds are an estimate of how far apart the times of one change are written.",
  },
  {
    path: "src/graphql/monitoring/alert-timeline/rules/tell-outage.ts",
    line: "if (later.length <= mostChanges || from === undefined || until === undefined)",
    change: "from === undefined → false",
    why: "So many changes have a middle; the condition is for the compiler.",
  },
  {
    path: "src/graphql/monitoring/check/rules/settled.ts",
    line: "runs.good.count > 0",
    change: "runs.good.count > 0 → runs.good.count >= 0",
    why: "No check leaves a machine operational without runs; settledSql says the same.",
  },
  {
    path: "src/graphql/on-call/rules/time-zone.ts",
    line: "const isLast = next === null || next.epochMilliseconds > latest.getTime()",
    change:
      "next.epochMilliseconds > latest.getTime() → next.epochMilliseconds >= latest.getTime()",
    why: "No zone changes its offset at that very moment.",
  },
  {
    path: "src/graphql/on-call/rules/time-zone.ts",
    line: 'if (found === undefined) throw new Error("The time zone has no offsets")',
    change: "found === undefined → false",
    why: "Every zone has an offset; the condition is for the compiler.",
  },
  {
    path: "src/graphql/on-call/schedule/rules/rotation-turns.ts",
    line: "if (ends > from && ends > begins) {",
    change: "ends > begins → true",
    why: "A turn of no length covers nothing.",
  },
  {
    path: "src/graphql/on-call/schedule/rules/shifts.ts",
    line: "if (span.until <= window.from || span.from >= window.until) continue",
    change: "span.from >= window.until → false",
    why: "What is outside of the window is cut off afterwards; leaving it out early saves work.",
  },
]

export const changeOf = ({ original, replacement }: Mutant): string =>
  `${original.replaceAll(/\s+/g, " ")} → ${replacement}`

/** @param text the text of its file. */
export function isArgued(mutant: Mutant, text: string): boolean {
  const line = text.split("\n")[mutant.line - 1]?.trim()
  return survivors.some(
    (one) => one.path === mutant.path && one.line === line && one.change === changeOf(mutant),
  )
}
