import { builder } from "../../kernel/builder.ts"
import { mayOfRow } from "../../kernel/row-access.ts"

type Assignee = { id: string; name: string; alertId: string; projectId: string }

const AlertAssignee = builder.objectRef<Assignee>("AlertAssignee").implement({
  description: "The person who works on an alert.",
  authScopes: ({ alertId, projectId }) => mayOfRow("alert", alertId, projectId, "alerts:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "The user id, the same in every project." }),
    name: t.exposeString("name", { description: "The person's name." }),
  }),
})

const AlertNote = builder.prismaObject("AlertNote", {
  description: "What a person wrote about an alert.",
  include: { alert: { select: { projectId: true } } },
  authScopes: ({ alertId, alert: { projectId } }) =>
    mayOfRow("alert", alertId, projectId, "alerts:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    body: t.exposeString("body", { description: "The text." }),
    actorName: t.exposeString("actorName", { description: "Name of the person or key." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was written." }),
  }),
})

builder.prismaObjectFields("Alert", (t) => ({
  assignee: t.field({
    type: AlertAssignee,
    nullable: true,
    description: "The person who works on it; null for nobody.",
    // Prisma reads those of a list in one statement.
    resolve: async ({ id: alertId, projectId, assigneeId: id }, _args, { database }) => {
      if (id === null) return null
      const found = await database.prisma.user.findUnique({ where: { id }, select: { name: true } })
      return found && { id, name: found.name, alertId, projectId }
    },
  }),
  notes: t.relation("notes", {
    type: AlertNote,
    description: "Notes about it, oldest first; the latest 100.",
    query: { orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: -100 },
  }),
}))
