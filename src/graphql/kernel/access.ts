import type { KeyClass, Plan, Role } from "../../../prisma/generated/enums.ts"
import type { Services } from "../../platform/services.ts"
import { DomainError, notFound } from "./errors.ts"
import { findGrant } from "./find-grant.ts"
import { isWithin, limitOf, type About, type Limit, type Subject } from "./monitor-scope.ts"

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

/** What a key may carry: legacy keys also read telemetry, over /mcp. */
export type KeyScope = Scope | "telemetry:read"

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** Public keys never have these, and legacy keys only telemetry:read. */
const personal = [
  "project:write",
  "project:delete",
  "members:read",
  "members:write",
  "keys:read",
  "keys:write",
  "audit:read",
  "telemetry:read",
  "security:write",
] as const
export type Permission = Scope | "project:read" | (typeof personal)[number]

/** What acted for a key, or the message that a person answered; for the audit log. */
export type Via = { client: string; tool: string }

/** Pages of which origins may send telemetry with a key, and how often. */
export type BrowserUse = { origins: readonly string[]; requestsPerMinute: number }

export type Actor =
  | { kind: "anonymous" }
  | {
      kind: "user"
      userId: string
      sessionId: string
      name: string
      email: string
      /** Of the account, as stored. */
      language?: string
      /** Whether the session proved a second factor; the identity provider is responsible for its own. */
      isStrong?: boolean
      /** Set without a session: the message that authenticates one action. */
      via?: Via
    }
  | {
      kind: "key"
      keyId: string
      projectId: string
      plan: Plan
      name: string
      scopes: KeyScope[]
      /** Limits it to monitors with one of these labels; empty for no limit. */
      labelIds?: readonly string[]
      /** Of an ingestion key that web pages may have; null for a secret key. */
      browser?: BrowserUse | null
      /** Absent for a program that a person authorized. */
      keyClass?: KeyClass
      /** The agent's program and the MCP tool it calls. */
      via?: Via
    }
  /** The prober and the command line, trusted because they have direct access to the database. */
  | { kind: "system"; name: string }

const reads = scopes.filter((scope) => scope.endsWith(":read"))
const viewer = new Set<Permission>([...reads, "project:read", "members:read", "telemetry:read"])
const editor = new Set<Permission>([...viewer, ...scopes])
const admin = new Set<Permission>([
  ...editor,
  "project:write",
  "members:write",
  "keys:read",
  "keys:write",
  "audit:read",
])
const owner = new Set<Permission>([...admin, "project:delete", "security:write"])
const allowed: Record<Exclude<Role, "custom">, ReadonlySet<Permission>> = {
  viewer,
  editor,
  admin,
  owner,
}

/** Of the whole project, but without anything of its monitors. */
const aside = ["project:read", "members:read", "on_call:read"] as const

/** What limited access can include; everything else is the whole project's. */
const limitable: ReadonlySet<Permission> = new Set<Permission>([
  ...aside,
  ...scopes.filter((one) => /^(monitors|incidents|alerts|maintenances):/.test(one)),
])
export const isLimitable = (permission: Permission): boolean => limitable.has(permission)

const isAside = (permission: Permission) => (aside as readonly Permission[]).includes(permission)

/** What a role of a project's own may consist of, in a fixed order: all that admins have. */
export const grantable: readonly Permission[] = [...admin].filter((one) => one !== "project:read")

/** A role, and the permissions of one that the project defined. */
export type RoleGrant = { role: Role; customPermissions: readonly string[] | null }

/** What a member with this role may do. Every member sees the project's name, and a permission to write includes the one to read. */
export function permissionsOfRole({ role, customPermissions }: RoleGrant): ReadonlySet<Permission> {
  if (role !== "custom") return allowed[role]
  const chosen = new Set(customPermissions)
  return new Set<Permission>([
    "project:read",
    ...grantable.filter((one) => chosen.has(one) || chosen.has(one.replace(/:read$/, ":write"))),
  ])
}

export type Access = ReturnType<typeof createAccess>

/** What permissions in a project follow from; `role` is null for keys and the system. */
export type Grant = {
  role: Role | null
  /** Of a role that the project defined. */
  customPermissions?: readonly string[] | null
  /** Limits it to monitors with one of these labels; empty for no limit. */
  labelIds: readonly string[]
  plan: Plan
  /** Set if the project requires a second factor that this sign-in lacks. */
  needsTwoFactor?: boolean
}

/** A grant that was already looked up; null if the actor has no access. */
type Known = { projectId: string; grant: Grant | null }

/** A key was authenticated together with its project, so its grant is known. */
const grantOfKey = (actor: Actor): Known | null =>
  actor.kind === "key"
    ? {
        projectId: actor.projectId,
        grant: { role: null, plan: actor.plan, labelIds: actor.labelIds ?? [] },
      }
    : null

/** Checks what one actor may do; caches lookups until `clear`. */
export function createAccess(
  { database }: Pick<Services, "database">,
  actor: Actor,
  known = grantOfKey(actor),
) {
  const cache = new Map<string, Promise<Grant | null>>()
  /** Grants of the cache that have been looked up. */
  const arrived = new Map<string, Grant>()
  if (known !== null) {
    cache.set(known.projectId, Promise.resolve(known.grant))
    if (known.grant !== null) arrived.set(known.projectId, known.grant)
  }

  function grantIn(projectId: string): Promise<Grant | null> {
    const cached = cache.get(projectId)
    if (cached !== undefined) return cached
    const loading = lookUp(projectId)
    cache.set(projectId, loading)
    // Only grants are cached: a new membership or project counts at the next check.
    const drop = () => {
      if (cache.get(projectId) === loading) cache.delete(projectId)
    }
    loading.then((found) => {
      if (found === null) drop()
      else if (cache.get(projectId) === loading) arrived.set(projectId, found)
    }, drop)
    return loading
  }

  async function lookUp(projectId: string): Promise<Grant | null> {
    if (actor.kind === "user") {
      const found = await findGrant(database, { projectId, userId: actor.userId })
      if (found === null) return null
      const { requiresTwoFactor, ...grant } = found
      // A message that a person answers was sent to a channel of theirs and authenticates that action alone.
      const isStrong = actor.isStrong === true || actor.via !== undefined
      return { ...grant, needsTwoFactor: requiresTwoFactor && !isStrong }
    }
    // By its key alone: lookups of several projects at once then become one statement.
    const project = await database.prisma.project.findUnique({
      where: { id: projectId },
      select: { plan: true, deletedAt: true },
    })
    if (project === null || project.deletedAt !== null) return null
    return { role: null, labelIds: [], plan: project.plan }
  }

  /**
   * `require`, which returns at once where the grant is known and not limited: lists ask for each field of each row, and
   * promises would cost more than the fields.
   */
  function check(
    projectId: string,
    permission: Permission,
    noun = "project",
    about?: About,
  ): true | Promise<true> {
    if (actor.kind === "anonymous") {
      throw new DomainError("unauthorized", "Sign in or send an API key as a bearer token.")
    }
    if (actor.kind === "key" && actor.projectId !== projectId) throw notFound(noun)
    const judge = (found: Grant | null): true | Promise<true> => {
      if (found === null) throw notFound(noun)
      if (actor.kind === "system") return true
      const limit = limitIn(found)
      if (limit === null) return allows(found, permission)
      return requireWithin(limit, permission, noun, about).then(() => allows(found, permission))
    }
    const found = arrived.get(projectId)
    return found === undefined ? grantIn(projectId).then(judge) : judge(found)
  }

  function allows(found: Grant, permission: Permission): true {
    if (actor.kind === "key") {
      if (permission === "project:read") return true
      if (!(actor.scopes as Permission[]).includes(permission)) throw missingScope(permission)
      if (found.plan === "free" && !permission.endsWith(":read")) {
        throw new DomainError(
          "plan_required",
          "API keys of a project on the Free plan are read-only. Upgrade to the Pro plan to write.",
        )
      }
      return true
    }
    // The project's name is readable, for the page that asks for the second factor.
    if (found.needsTwoFactor === true && permission !== "project:read") throw twoFactorMissing()
    if (!ofGrant(found).has(permission)) {
      const role = found.role === "custom" ? "your role" : `the role ${found.role}`
      throw new DomainError(
        "insufficient_scope",
        `This requires the permission ${permission}, which ${role} does not have.`,
      )
    }
    return true
  }

  /**
   * @param noun what the caller requested; the error for a project that the actor cannot see says that it does not exist.
   * @param about what of the project it is about; without it, access that is limited to labels is refused.
   * @throws {DomainError} unauthorized, not_found, insufficient_scope or plan_required.
   */
  async function require(...asked: Parameters<typeof check>): Promise<void> {
    await check(...asked)
  }

  async function requireWithin(
    limit: readonly string[],
    permission: Permission,
    noun: string,
    about?: About,
  ) {
    if (typeof about === "object" && !(await isWithin(database, limit, about))) throw notFound(noun)
    if (!limitable.has(permission)) throw beyondLimit(`the permission ${permission}`)
    if (about === undefined && !isAside(permission)) throw beyondLimit("the whole project")
  }

  /** A message that a person answers was sent to them or to a channel of the project, so it is not limited. */
  const limitIn = ({ labelIds }: Grant): Limit =>
    actor.kind === "user" && actor.via !== undefined ? null : limitOf(labelIds)

  /** The labels that the actor is limited to in this project: none without access, null without a limit. */
  async function limit(projectId: string): Promise<Limit> {
    if (actor.kind === "system") return null
    if (actor.kind === "anonymous" || (actor.kind === "key" && actor.projectId !== projectId)) {
      return []
    }
    const found = await grantIn(projectId)
    return found === null ? [] : limitIn(found)
  }

  /** Whether a row of the project is within the actor's limit. */
  async function sees(projectId: string, subject: Subject): Promise<boolean> {
    const labels = await limit(projectId)
    return labels === null || isWithin(database, labels, subject)
  }

  /** The row if it is within the actor's limit, otherwise null. */
  async function seen<Row extends { id: string }>(
    projectId: string,
    type: Subject["type"],
    row: Row | null,
  ): Promise<Row | null> {
    if (row === null) return null
    return (await sees(projectId, { type, id: row.id })) ? row : null
  }

  /** The rows that are within the actor's limit. */
  async function allSeen<Row>(
    projectId: string,
    rows: Row[],
    subject: (row: Row) => Subject,
  ): Promise<Row[]> {
    if ((await limit(projectId)) === null) return rows
    const areSeen = await Promise.all(rows.map((row) => sees(projectId, subject(row))))
    return rows.filter((_row, at) => areSeen[at])
  }

  /** Every permission that `require` allows in this project, in a fixed order. */
  async function permissions(projectId: string): Promise<Permission[]> {
    if (actor.kind === "system") return [...owner]
    if (actor.kind === "anonymous") return []
    if (actor.kind === "key" && actor.projectId !== projectId) return []
    const found = await grantIn(projectId)
    if (found === null) return []
    if (found.needsTwoFactor === true) return ["project:read"]
    const isLimited = limitIn(found) !== null
    const usable: Permission[] =
      actor.kind === "user"
        ? [...ofGrant(found)]
        : [
            "project:read",
            ...actor.scopes.filter((one) => found.plan !== "free" || one.endsWith(":read")),
          ]
    return isLimited ? usable.filter((one) => limitable.has(one)) : usable
  }

  /** Whether the project requires a second factor that this sign-in lacks. */
  async function needsTwoFactor(projectId: string): Promise<boolean> {
    return actor.kind === "user" && (await grantIn(projectId))?.needsTwoFactor === true
  }

  return {
    check,
    require,
    permissions,
    limit,
    sees,
    seen,
    allSeen,
    needsTwoFactor,
    clear() {
      cache.clear()
      arrived.clear()
    },
  }
}

const nothing: ReadonlySet<Permission> = new Set()

const ofGrant = ({ role, customPermissions = null }: Grant): ReadonlySet<Permission> =>
  role === null ? nothing : permissionsOfRole({ role, customPermissions })

const missingScope = (permission: Permission) =>
  new DomainError("insufficient_scope", `This API key is missing the scope ${permission}.`)

const beyondLimit = (what: string) =>
  new DomainError(
    "insufficient_scope",
    `Your access is limited to monitors with certain labels, which does not include ${what}.`,
  )

const twoFactorMissing = () =>
  new DomainError(
    "insufficient_scope",
    "This project requires two-factor authentication. Set up one-time codes or a passkey under You, Security, or confirm the one that you have.",
  )

export const actorName = (actor: Actor): string =>
  actor.kind === "anonymous" ? "anonymous" : actor.name
