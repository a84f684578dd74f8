import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { omitNulls } from "../../kernel/input.ts"
import { keyClass } from "../../kernel/key-class.graph.ts"
import { relationPage } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { createKey, type CreatedKey } from "./create-key.ts"
import { revokeKey } from "./revoke.ts"

builder.prismaObject("ApiKey", {
  description: "An API key of a project. The key itself is shown only when it is created.",
  authScopes: ({ projectId }) => mayOf(projectId, "keys:read", "key"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    class: t.expose("class", { type: keyClass, description: "What it gives access to." }),
    name: t.exposeString("name", { description: "Name; 1 to 200 characters." }),
    hint: t.exposeString("hint", { description: "The first eight characters of its secret part." }),
    scopes: t.exposeStringList("scopes", {
      description:
        "What a public key may do, such as monitors:read; mcp:write for a legacy key that may change things over MCP.",
    }),
    labelIds: t.exposeIDList("labelIds", {
      description: "Labels of the monitors that it is limited to; empty if there is no limit.",
    }),
    allowedOrigins: t.exposeStringList("allowedOrigins", {
      description:
        "Of an ingestion key for browsers: origins of the pages that may send with it. Such a key is public, because visitors can read it. Empty for a secret key.",
    }),
    requestsPerMinute: t.exposeInt("requestsPerMinute", {
      nullable: true,
      description: "How many requests a key for browsers takes; null for others.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      nullable: true,
      description: "When it expires; null for never.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null if it was not.",
    }),
    lastUsedAt: t.expose("lastUsedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last used, to the minute; null for never.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was created." }),
    createdBy: t.exposeID("createdBy", {
      nullable: true,
      description:
        "The user who created it; null for the command line. It belongs to the project and outlives their membership.",
    }),
  }),
})

const createdKey = builder.objectRef<CreatedKey>("CreatedKey").implement({
  description: "A new API key with its secret.",
  fields: (t) => ({
    key: t.prismaField({
      type: "ApiKey",
      description: "The stored record.",
      resolve: (_query, created) => created.key,
    }),
    token: t.exposeString("token", {
      description: "The key itself; shown only once and stored as a hash.",
    }),
  }),
})

builder.prismaObjectField("Project", "keys", (t) =>
  relationPage(t, "keys", {
    order: keysetOf("keys", { createdAt: byTime }, { isDescending: true }),
    description: "API keys, newest first. Needs keys:read.",
    authScopes: ({ id }) => mayOf(id, "keys:read", "project"),
  }),
)

builder.mutationFields((t) => ({
  createKey: t.field({
    type: createdKey,
    description:
      "Creates an API key. Needs keys:write and everything that the key can do: the scopes of a public key with what they include, and what a legacy key reads, for mcp:write also what its tools change.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      class: t.arg({ type: keyClass, required: true, description: "What it gives access to." }),
      name: t.arg.string({ required: true, description: "Name; 1 to 200 characters." }),
      scopes: t.arg.stringList({
        description:
          "For a public key: scopes such as monitors:read, or all. For a legacy key: mcp:write, or none to read only.",
      }),
      expiresAt: t.arg({
        type: "DateTime",
        description: "When it expires; never by default.",
      }),
      allowedOrigins: t.arg.stringList({
        description:
          "Makes an ingestion key one for browsers: up to 20 origins such as https://shop.example, or https://*.shop.example for all hosts below.",
      }),
      requestsPerMinute: t.arg.int({
        description: "Limit of a key for browsers, at most 600,000; 6,000 by default.",
      }),
      labelIds: t.arg.idList({
        description:
          "Limits a public or legacy key to monitors with at least one of these labels, at most 50; no limit by default.",
      }),
    },
    resolve: (_root, args, ctx) => createKey(ctx, omitNulls(args)),
  }),
  revokeKey: t.prismaField({
    type: "ApiKey",
    description: "Revokes an API key immediately and permanently. Needs keys:write.",
    args: { id: t.arg.id({ required: true, description: "The key." }) },
    resolve: (_query, _root, args, ctx) => revokeKey(ctx, args.id),
  }),
}))
