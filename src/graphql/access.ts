import type { Plan, Role } from "../../prisma/generated/enums.ts"
import type { Services } from "../services.ts"
import { DomainError, notFound } from "./errors.ts"

/** Scopes that a public key can carry, on /v1 and on /graphql alike. */
export const scopes = [
  "monitors:read",
  "monitors:write",
  "incidents:read",
  "incidents:write",
  "alerts:read",
  "alerts:write",
  "maintenances:read",
  "maintenances:write",
  "status_pages:read",
  "status_pages:write",
  "on_call:read",
  "on_call:write",
  "usage:read",
  "webhooks:read",
  "webhooks:write",
] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** What only people do: a key never holds these. */
const personal = [
  "project:write",
  "project:delete",
  "members:read",
  "members:write",
  "keys:read",
  "keys:write",
  "audit:read",
] as const
export type Permission = Scope | "project:read" | (typeof personal)[number]

export type Actor =
  | { kind: "anonymous" }
  | { kind: "user"; userId: string; sessionId: string; name: string; email: string }
  | { kind: "key"; keyId: string; projectId: string; plan: Plan; name: string; scopes: Scope[] }
  /** The prober, the command line: trusted because it already holds the database. */
  | { kind: "system"; name: string }

const reads = scopes.filter((scope) => scope.endsWith(":read"))
const viewer = new Set<Permission>([...reads, "project:read", "members:read"])
const editor = new Set<Permission>([...viewer, ...scopes])
const admin = new Set<Permission>([
  ...editor,
  "project:write",
  "members:write",
  "keys:read",
  "keys:write",
  "audit:read",
])
const owner = new Set<Permission>([...admin, "project:delete"])
const allowed: Record<Role, ReadonlySet<Permission>> = { viewer, editor, admin, owner }

export type Access = ReturnType<typeof createAccess>

/** What an actor is in a project: a member by its role, a key by the plan alone. */
export type Standing = { role: Role | null; plan: Plan }

/** What is known of it already; null where it is nothing there. */
type Known = { projectId: string; standing: Standing | null }

/** Whoever showed a key was looked up together with its project a moment ago. */
const cameWith = (actor: Actor): Known | null =>
  actor.kind === "key"
    ? { projectId: actor.projectId, standing: { role: null, plan: actor.plan } }
    : null

/** What one actor may do; it remembers look-ups until `forget`. */
export function createAccess(
  { database: { prisma } }: Pick<Services, "database">,
  actor: Actor,
  known = cameWith(actor),
) {
  const remembered = new Map<string, Promise<Standing | null>>()
  if (known !== null) remembered.set(known.projectId, Promise.resolve(known.standing))

  function standing(projectId: string): Promise<Standing | null> {
    const known = remembered.get(projectId)
    if (known !== undefined) return known
    const asked = lookUp(projectId)
    remembered.set(projectId, asked)
    // Only a "yes" is kept: whoever is let in, or whatever is created, counts at the next question.
    const drop = () => {
      if (remembered.get(projectId) === asked) remembered.delete(projectId)
    }
    asked.then((found) => found ?? drop(), drop)
    return asked
  }

  async function lookUp(projectId: string): Promise<Standing | null> {
    if (actor.kind === "user") {
      const member = await prisma.member.findUnique({
        where: { projectId_userId: { projectId, userId: actor.userId } },
        select: { role: true, project: { select: { plan: true } } },
      })
      return member && { role: member.role, plan: member.project.plan }
    }
    const project = await prisma.project.findUnique({
      where: { id: projectId },
      select: { plan: true },
    })
    return project && { role: null, plan: project.plan }
  }

  /**
   * @param noun what the caller asked for: a project the actor cannot see answers as if that noun did not exist.
   * @throws {DomainError} unauthorized, not_found, insufficient_scope or plan_required.
   */
  async function require(projectId: string, permission: Permission, noun = "project") {
    if (actor.kind === "anonymous") {
      throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
    }
    if (actor.kind === "key" && actor.projectId !== projectId) throw notFound(noun)
    const found = await standing(projectId)
    if (found === null) throw notFound(noun)
    if (actor.kind === "system") return
    if (actor.kind === "key") {
      if (permission === "project:read") return
      if (!(actor.scopes as Permission[]).includes(permission)) throw lacking(permission)
      if (found.plan === "free" && !permission.endsWith(":read")) {
        throw new DomainError(
          "plan_required",
          "API keys of a project on the Free plan can only read; the Pro plan also writes.",
        )
      }
      return
    }
    if (found.role === null || !allowed[found.role].has(permission)) {
      throw new DomainError(
        "insufficient_scope",
        `This needs the permission ${permission}, which the role ${found.role} does not have.`,
      )
    }
  }

  /** Everything that `require` would allow in this project, in a fixed order; nothing for a stranger. */
  async function permissions(projectId: string): Promise<Permission[]> {
    if (actor.kind === "system") return [...owner]
    if (actor.kind === "anonymous") return []
    if (actor.kind === "key" && actor.projectId !== projectId) return []
    const found = await standing(projectId)
    if (found === null) return []
    if (actor.kind === "user") return found.role === null ? [] : [...allowed[found.role]]
    const usable = actor.scopes.filter((one) => found.plan !== "free" || one.endsWith(":read"))
    return ["project:read", ...usable]
  }

  return { require, permissions, forget: () => remembered.clear() }
}

const lacking = (permission: Permission) =>
  new DomainError("insufficient_scope", `This key lacks the scope ${permission}.`)

export const actorName = (actor: Actor): string =>
  actor.kind === "anonymous" ? "anonymous" : actor.name
