import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { keyClass } from "../../kernel/key-class.graph.ts"
import { listEntries } from "./list-entries.ts"

const actorKind = builder.enumType("ActorKind", {
  description: "Kind of actor.",
  values: valuesOf({
    user: "A signed-in person.",
    key: "An API key.",
    system: "Watchkeeper itself or its command line.",
  }),
})

const AuditEntry = builder.prismaObject("AuditEntry", {
  description: "Audit log entry.",
  authScopes: ({ projectId }) => mayOf(projectId, "audit:read", "audit entry"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    action: t.exposeString("action", { description: "Noun and action, such as monitor.created." }),
    actorKind: t.expose("actorKind", { type: actorKind, description: "Kind of actor." }),
    actorId: t.exposeID("actorId", {
      nullable: true,
      description: "The user or key; null for the system.",
    }),
    actorName: t.exposeString("actorName", { description: "Name of the actor at that time." }),
    keyClass: t.expose("keyClass", {
      type: keyClass,
      nullable: true,
      description:
        "Class of the key that acted; null for people and the system, and for a program that a person authorized.",
    }),
    subjectId: t.exposeID("subjectId", {
      nullable: true,
      description: "Id of the object, which may no longer exist.",
    }),
    subjectName: t.exposeString("subjectName", {
      nullable: true,
      description: "Name of the object at that time.",
    }),
    changes: t.expose("changes", {
      type: "JSON",
      nullable: true,
      description: "The changes as an object, without secrets; its members depend on the action.",
    }),
    via: t.expose("via", {
      type: "JSON",
      nullable: true,
      description:
        "{client, tool}: the agent's program and the MCP tool, or the message that a person answered, such as an SMS; null for all else.",
    }),
    at: t.expose("at", { type: "DateTime", description: "When it happened." }),
    seq: t.exposeInt("seq", {
      nullable: true,
      description: "Position in the project's chain, from 1; null for about a second.",
    }),
    hash: t.string({
      nullable: true,
      description:
        "SHA-256 of the entry and the hash before it, in hexadecimal; null while `seq` is null.",
      resolve: ({ hash }) => (hash === null ? null : Buffer.from(hash).toString("hex")),
    }),
  }),
})

builder.prismaObjectField("Project", "auditEntries", (t) =>
  t.connection({
    type: AuditEntry,
    description: "Audit log, newest first. Needs audit:read.",
    authScopes: ({ id }) => mayOf(id, "audit:read", "project"),
    args: {
      action: t.arg.string({ description: "Prefix of the action: key. or key.created." }),
      actorId: t.arg.id({ description: "Only entries of this user or key." }),
      subjectId: t.arg.id({ description: "Only entries about this object." }),
      actorKind: t.arg({
        type: actorKind,
        description: "Only entries of this kind of actor.",
      }),
      search: t.arg.string({
        description:
          "Only entries with this text in the actor's or the object's name, the action or the start of the changes; up to 200 characters.",
      }),
      since: t.arg({ type: "DateTime", description: "Only entries at or after this time." }),
      until: t.arg({ type: "DateTime", description: "Only entries before this time." }),
    },
    resolve: ({ id }, args, ctx) => listEntries(ctx, id, args),
  }),
)
