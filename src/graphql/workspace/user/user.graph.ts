import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { includeNodes } from "../../kernel/connection.graph.ts"
import { byTime, keysetOf } from "../../kernel/prisma-keyset.ts"
import { Member } from "../member/member.graph.ts"
import { readProject } from "../project/read-project.ts"
import { isOperator } from "./operator.ts"
import { findViewer, hasTwoFactor, type Viewer } from "./viewer.ts"

const viewerKind = builder.enumType("ViewerKind", {
  description: "The kind of credential.",
  values: valuesOf({
    user: "A session: a signed-in person.",
    key: "A public API key.",
    system: "The installation's own command line.",
  }),
})

const oldest = keysetOf("memberships", { createdAt: byTime })

export const ViewerType = builder.objectRef<Viewer>("Viewer").implement({
  description: "The caller.",
  fields: (t) => ({
    kind: t.expose("kind", { type: viewerKind, description: "A person or a key." }),
    id: t.exposeID("id", { nullable: true, description: "The user or the key." }),
    name: t.exposeString("name", { description: "The person's or the key's name." }),
    email: t.exposeString("email", { nullable: true, description: "Null for a key." }),
    hasTwoFactor: t.boolean({
      description: "Whether two-factor authentication is enabled; false for a key.",
      resolve: (caller, _args, ctx) => hasTwoFactor(caller, ctx),
    }),
    isOperator: t.boolean({
      description:
        "Whether the caller operates the installation: the person with its first account, or the command line.",
      resolve: (_root, _args, ctx) => isOperator(ctx),
    }),
    scopes: t.exposeStringList("scopes", {
      description:
        "Scopes of a key; empty for a person, whose permissions depend on the role in each project.",
    }),
    project: t.prismaField({
      type: "Project",
      nullable: true,
      description: "The project that a key belongs to; null for a person.",
      resolve: (query, { projectId }, _args, { database }) =>
        projectId === null ? null : readProject(database, projectId, query),
    }),
    channels: t.prismaField({
      type: ["Channel"],
      description: "How a person is reached, oldest first, verified or not; empty for a key.",
      resolve: (query, { userId }, _args, { database }) =>
        userId === null
          ? []
          : database.prisma.channel.findMany({
              ...query,
              where: { userId },
              orderBy: [{ createdAt: "asc" }, { id: "asc" }],
            }),
    }),
    memberships: t.connection({
      type: Member,
      description: "A person's projects and roles, oldest first; empty for a key.",
      resolve: async ({ userId }, args, context, info) => {
        if (userId === null) return oldest.page(args, [])
        const rows = await context.database.prisma.member.findMany({
          ...includeNodes(context, info),
          ...oldest.query(args, { userId }),
        })
        return oldest.page(args, rows)
      },
    }),
  }),
})

builder.queryField("viewer", (t) =>
  t.field({
    type: ViewerType,
    nullable: true,
    description: "The caller; null without a session or a key.",
    resolve: (_root, _args, ctx) => findViewer(ctx),
  }),
)
