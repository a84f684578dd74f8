import { z } from "zod"
import { builder } from "../../kernel/builder.ts"
import { mayOf } from "../../kernel/row-access.ts"
import { id, parse } from "../../kernel/input.ts"
import { PublicIncidentRef } from "./public-page.graph.ts"
import { readAudience, readShown, type Audience } from "./read-audience.ts"

const IncidentAudience = builder.objectRef<Audience>("IncidentAudience").implement({
  description: "A status page that shows an incident.",
  fields: (t) => ({
    statusPage: t.prismaField({
      type: "StatusPage",
      description: "The page.",
      resolve: (query, { pageId }, _args, { database }) =>
        database.prisma.statusPage.findUniqueOrThrow({ ...query, where: { id: pageId } }),
    }),
    isAdded: t.exposeBoolean("isAdded", {
      description: "Whether it was added with showIncidentOnStatusPage.",
    }),
    isAutomatic: t.exposeBoolean("isAutomatic", {
      description: "Whether the page shows it because it shows an affected monitor.",
    }),
    components: t.exposeStringList("components", {
      description: "Names of the affected components on this page, in order.",
    }),
    subscribers: t.exposeInt("subscribers", {
      description: "Number of subscribers who are notified of its public updates.",
    }),
    shown: t.field({
      type: PublicIncidentRef,
      nullable: true,
      description: "What visitors of the page read of it now.",
      resolve: (audience, _args, { database }) => readShown(database, audience),
    }),
  }),
})

builder.prismaObjectField("Incident", "audience", (t) =>
  t.field({
    type: [IncidentAudience],
    description: "Status pages that show it, by name; at most 100. Needs status_pages:read.",
    authScopes: ({ projectId }) => mayOf(projectId, "status_pages:read", "incident"),
    resolve: ({ id, projectId }, _args, { database }) =>
      readAudience(database, { projectId, incidentId: id }),
  }),
)

const affected = z.array(id).max(100, "must name at most 100 monitors")

builder.prismaObjectField("Project", "incidentAudience", (t) =>
  t.field({
    type: [IncidentAudience],
    description:
      "Status pages that would show an incident declared now about these monitors, by name; at most 100. Needs status_pages:read.",
    authScopes: ({ id: projectId }) => mayOf(projectId, "status_pages:read", "project"),
    args: {
      monitorIds: t.arg.idList({
        required: true,
        description: "Affected monitors of the project, at most 100.",
      }),
    },
    resolve: ({ id: projectId }, { monitorIds }, { database }) =>
      readAudience(database, {
        projectId,
        incidentId: null,
        monitorIds: parse(affected, monitorIds),
      }),
  }),
)
