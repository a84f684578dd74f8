import type { BurnSpeed } from "../../../prisma/generated/enums.ts"
import { builder } from "../kernel/builder.ts"
import { pairs, speeds } from "./rules/burn-pairs.ts"
import type { Rates } from "./rules/judge-burn.ts"
import { shownFigures } from "./shown-figures.ts"
import { Speed } from "./slo-enums.graph.ts"

type Burn = {
  speed: BurnSpeed
  rates: Rates
  factor: number | null
  state: { isFiring: boolean; isSilenced: boolean; since: Date; alertId: string | null } | null
}

const BurnType = builder.objectRef<Burn>("SloBurn").implement({
  description:
    "One of the alerts of an SLO. It fires when the burn rates of both windows exceed the factor, and clears when that of the short window falls below it.",
  fields: (t) => ({
    speed: t.expose("speed", { type: Speed, description: "Which alert." }),
    shortMinutes: t.int({
      description: "Length of the short window.",
      resolve: ({ speed }) => pairs[speed].shortMinutes,
    }),
    longMinutes: t.int({
      description: "Length of the long window.",
      resolve: ({ speed }) => pairs[speed].longMinutes,
    }),
    factor: t.exposeFloat("factor", { nullable: true, description: "Null for no alert." }),
    shortRate: t.float({
      nullable: true,
      description: "Burn rate of the short window; null with too little data.",
      resolve: ({ rates }) => rates.short,
    }),
    longRate: t.float({
      nullable: true,
      description:
        "Burn rate of the long window; null with too little data, which for a service is fewer than 20 requests.",
      resolve: ({ rates }) => rates.long,
    }),
    isFiring: t.boolean({
      description: "Whether it has fired and not cleared yet.",
      resolve: ({ state }) => state?.isFiring ?? false,
    }),
    isSilenced: t.boolean({
      description: "Whether it would have fired but for a mute or maintenance.",
      resolve: ({ state }) => state?.isSilenced ?? false,
    }),
    since: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it last fired or cleared; null if it never fired.",
      resolve: ({ state }) => state?.since ?? null,
    }),
    alert: t.prismaField({
      type: "Alert",
      nullable: true,
      description: "The alert that is open for it. Needs alerts:read.",
      resolve: (query, { state }, _args, { database }) =>
        state?.isFiring && state.alertId !== null
          ? database.prisma.alert.findUnique({ ...query, where: { id: state.alertId } })
          : null,
    }),
  }),
})

const unknown: Rates = { short: null, long: null }

builder.prismaObjectField("Slo", "burns", (t) =>
  t.field({
    type: [BurnType],
    description: "Its fast and its slow alert.",
    select: {
      projectId: true,
      indicator: true,
      figures: true,
      fastFactor: true,
      slowFactor: true,
      burns: true,
    },
    // A row that its resolver read without them is read again.
    extensions: {
      pothosPrismaLoaded: ({ burns }: { burns?: unknown }) => burns !== undefined,
    },
    resolve: async ({ burns, ...slo }, _args, ctx) => {
      const found = await shownFigures(ctx, slo)
      return speeds.map((speed) => ({
        speed,
        rates: found?.[speed] ?? unknown,
        factor: speed === "fast" ? slo.fastFactor : slo.slowFactor,
        state: burns.find((burn) => burn.speed === speed) ?? null,
      }))
    },
  }),
)
