import { builder } from "../builder.ts"
import { checkedPage, requireCursors } from "../cursor.ts"
import { createKey } from "./create.ts"
import type { CreatedKey } from "./create.ts"
import { revokeKey } from "./revoke.ts"

const keyClass = builder.enumType("KeyClass", {
  description: "What a key opens.",
  values: {
    PUBLIC: { value: "public", description: "/v1 and /graphql, within its scopes." },
    LEGACY: { value: "legacy", description: "/api/metrics and the MCP tools." },
    INGESTION: { value: "ingestion", description: "Sending telemetry." },
  } as const,
})

builder.prismaObject("ApiKey", {
  description: "A key of a project; the key itself was shown once, when it was made.",
  authScopes: ({ projectId }) => ({ may: { projectId, permission: "keys:read", noun: "key" } }),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    class: t.expose("class", { type: keyClass, description: "What it opens." }),
    name: t.exposeString("name", { description: "What it is for; 1 to 200 characters." }),
    hint: t.exposeString("hint", { description: "The first eight characters of its secret part." }),
    scopes: t.exposeStringList("scopes", {
      description: "What a public key may do, such as monitors:read; empty for other classes.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ends by itself; null for never.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null while it was not.",
    }),
    lastUsedAt: t.expose("lastUsedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last used, to the minute; null for never.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
  }),
})

const createdKey = builder.objectRef<CreatedKey>("CreatedKey").implement({
  description: "A new key, with the only copy of it.",
  fields: (t) => ({
    key: t.prismaField({
      type: "ApiKey",
      description: "What is kept of it.",
      resolve: (_query, created) => created.key,
    }),
    token: t.exposeString("token", {
      description: "The key itself; it is shown this once and stored only as a hash.",
    }),
  }),
})

builder.prismaObjectField("Project", "keys", (t) =>
  t.relatedConnection("keys", {
    cursor: "id",
    authScopes: async ({ id }, page, { database }) => {
      await requireCursors(page, (row) =>
        database.prisma.apiKey.count({ where: { id: row, projectId: id } }),
      )
      return { may: { projectId: id, permission: "keys:read", noun: "project" } }
    },
    description: "Its keys, newest first. Needs keys:read.",
    query: (args) => checkedPage(args, { orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  }),
)

builder.mutationField("createKey", (t) =>
  t.field({
    type: createdKey,
    description: "Makes a key. Needs keys:write, and every scope that the key is to have.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      class: t.arg({ type: keyClass, required: true, description: "What it opens." }),
      name: t.arg.string({ required: true, description: "What it is for; 1 to 200 characters." }),
      scopes: t.arg.stringList({
        description: "For a public key: scopes such as monitors:read, or the one word all.",
      }),
      expiresAt: t.arg({
        type: "DateTime",
        description: "A moment in the future when it ends by itself; never where absent.",
      }),
    },
    resolve: (_root, args, ctx) =>
      createKey(ctx, { ...args, scopes: (args.scopes ?? undefined) as never }),
  }),
)

builder.mutationField("revokeKey", (t) =>
  t.prismaField({
    type: "ApiKey",
    description: "Ends a key at once and for good. Needs keys:write.",
    args: { id: t.arg.id({ required: true, description: "The key." }) },
    resolve: (_query, _root, args, ctx) => revokeKey(ctx, args.id),
  }),
)
