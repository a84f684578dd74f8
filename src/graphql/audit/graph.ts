import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { auditFilter } from "./filter.ts"

const actorKind = builder.enumType("ActorKind", {
  description: "Who did something.",
  values: {
    USER: { value: "user", description: "A signed-in person." },
    KEY: { value: "key", description: "An API key." },
    SYSTEM: { value: "system", description: "Watchkeeper itself or its command line." },
  } as const,
})

builder.prismaObject("AuditEntry", {
  description: "Who did what to which thing.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "audit:read", noun: "audit entry" },
  }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    action: t.exposeString("action", { description: "Noun and deed, such as monitor.created." }),
    actorKind: t.expose("actorKind", { type: actorKind, description: "What did it." }),
    actorId: t.exposeID("actorId", {
      nullable: true,
      description: "The user or key; null for the system.",
    }),
    actorName: t.exposeString("actorName", { description: "The actor's name at that time." }),
    subjectId: t.exposeID("subjectId", {
      nullable: true,
      description: "What it was done to; it may be gone by now.",
    }),
    subjectName: t.exposeString("subjectName", {
      nullable: true,
      description: "The subject's name at that time.",
    }),
    changes: t.expose("changes", {
      type: "JSON",
      nullable: true,
      description:
        "An object with what changed, without secrets; its members depend on the action.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it was done." }),
  }),
})

builder.prismaObjectField("Project", "auditEntries", (t) =>
  t.relatedConnection("audits", {
    cursor: "id",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.auditEntry.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "audit:read", noun: "project" } }
    },
    description: "Its audit log, newest first. Needs audit:read.",
    args: {
      action: t.arg.string({ description: "How the action begins: key. or key.created." }),
      actorId: t.arg.id({ description: "Only what this user or key did." }),
      actorKind: t.arg({
        type: actorKind,
        description: "Only what people, keys or the system did.",
      }),
      since: t.arg({ type: "DateTime", description: "Only from this moment on." }),
      until: t.arg({ type: "DateTime", description: "Only before this moment." }),
    },
    query: (args) =>
      checkedPage(args, {
        where: auditFilter(args),
        orderBy: [{ at: "desc" }, { id: "desc" }],
      }),
  }),
)
