import { builder } from "../kernel/builder.ts"
import { containing } from "../kernel/containing.ts"
import { includeNodes, withTotal } from "../kernel/connection.graph.ts"
import { parse } from "../kernel/input.ts"
import { readsTelemetry } from "../kernel/reads-telemetry.ts"
import { byDecimal, byText, keysetOf, type Keyset } from "../kernel/prisma-keyset.ts"
import { filterOfPage, sloFilter } from "./slo-filter.ts"
import { SloType } from "./slo.graph.ts"
import { Status } from "./slo-enums.graph.ts"

const SloSort = builder.enumType("SloSort", {
  description: "The order of a list of SLOs.",
  values: {
    NAME_ASC: { description: "By name." },
    BUDGET_LEFT_ASC: {
      description:
        "The smallest share of the error budget first, those without data last; by name without telemetry:read.",
    },
  } as const,
})

const orders = {
  NAME_ASC: keysetOf("slos", { name: byText }),
  BUDGET_LEFT_ASC: keysetOf("slos by budget", { budgetLeft: byDecimal }),
}

builder.prismaObjectField("Project", "slos", (t) =>
  t.connection(
    {
      type: SloType,
      description:
        "SLOs, by name by default; none for access that is limited to labels. Needs monitors:read.",
      args: {
        search: t.arg.string({ description: "Matches the name or the service." }),
        statuses: t.arg({ type: [Status], description: "Only SLOs with these statuses." }),
        monitorIds: t.arg.idList({
          description: "Only SLOs that measure one of these monitors, at most 100.",
        }),
        sort: t.arg({ type: SloSort, description: "The order; by name by default." }),
      },
      resolve: async ({ id: projectId }, { sort, ...args }, context, info) => {
        await context.access.require(projectId, "monitors:read", "project", "within")
        const isLimited = (await context.access.limit(projectId)) !== null
        const { search, statuses, monitorIds } = parse(sloFilter, args)
        const words = search ? containing(search) : null
        const where = {
          AND: [
            // SLOs are the whole project's: limited access has none.
            isLimited ? { id: { in: [] } } : { projectId },
            words === null ? {} : { OR: [{ name: words }, { service: words }] },
            statuses ? { status: { in: statuses } } : {},
            monitorIds ? { monitors: { some: { monitorId: { in: monitorIds } } } } : {},
          ],
        }
        // A cursor contains the budget, which for a service came from telemetry.
        const isByBudget = sort === "BUDGET_LEFT_ASC" && (await readsTelemetry(context, projectId))
        const order: Keyset<"name" | "budgetLeft"> =
          orders[isByBudget ? "BUDGET_LEFT_ASC" : "NAME_ASC"]
        const rows = await context.database.prisma.slo.findMany({
          ...includeNodes(context, info),
          ...order.query(args, where),
        })
        return { ...order.page(args, rows), where }
      },
    },
    withTotal((page, { database }) => database.prisma.slo.count({ where: filterOfPage(page) })),
  ),
)
