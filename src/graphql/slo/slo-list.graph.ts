import { builder } from "../kernel/builder.ts"
import { containing } from "../kernel/containing.ts"
import { includeNodes, withTotal } from "../kernel/connection.graph.ts"
import { parse } from "../kernel/input.ts"
import { byText, keysetOf } from "../kernel/prisma-keyset.ts"
import { filterOfPage, sloFilter } from "./slo-filter.ts"
import { SloType } from "./slo.graph.ts"
import { Status } from "./slo-enums.graph.ts"

const byName = keysetOf("slos", { name: byText })

builder.prismaObjectField("Project", "slos", (t) =>
  t.connection(
    {
      type: SloType,
      description: "SLOs by name. Needs monitors:read.",
      args: {
        search: t.arg.string({ description: "Matches the name or the service." }),
        statuses: t.arg({ type: [Status], description: "Only SLOs with these statuses." }),
        monitorIds: t.arg.idList({
          description: "Only SLOs that measure one of these monitors, at most 100.",
        }),
      },
      resolve: async ({ id: projectId }, args, context, info) => {
        await context.access.require(projectId, "monitors:read")
        const { search, statuses, monitorIds } = parse(sloFilter, args)
        const words = search ? containing(search) : null
        const where = {
          AND: [
            { projectId },
            words === null ? {} : { OR: [{ name: words }, { service: words }] },
            statuses ? { status: { in: statuses } } : {},
            monitorIds ? { monitors: { some: { monitorId: { in: monitorIds } } } } : {},
          ],
        }
        const rows = await context.database.prisma.slo.findMany({
          ...includeNodes(context, info),
          ...byName.query(args, where),
        })
        return { ...byName.page(args, rows), where }
      },
    },
    withTotal((page, { database }) => database.prisma.slo.count({ where: filterOfPage(page) })),
  ),
)
