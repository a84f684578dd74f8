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
