import { builder } from "../../kernel/builder.ts"
import { userOf } from "../schedule/own-shift.ts"

const atMost = 50

builder.prismaObjectField("Project", "pendingSwaps", (t) =>
  t.prismaField({
    type: ["ShiftSwap"],
    description:
      "Open offers of shifts to and from the signed-in person that are not over, earliest window first, at most 50; none for keys. Needs on_call:read.",
    resolve: async (query, { id: projectId }, _args, ctx) => {
      await ctx.access.require(projectId, "on_call:read")
      const userId = userOf(ctx)
      if (userId === null) return []
      return ctx.database.prisma.shiftSwap.findMany({
        ...query,
        where: {
          rotation: { projectId },
          state: "pending",
          endsAt: { gt: ctx.clock.now() },
          OR: [{ takerId: userId }, { proposerId: userId }],
        },
        orderBy: [{ startsAt: "asc" }, { id: "asc" }],
        take: atMost,
      })
    },
  }),
)
