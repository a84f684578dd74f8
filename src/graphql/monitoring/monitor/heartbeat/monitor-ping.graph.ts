import { z } from "zod"
import { PingKind as PingKindValue } from "../../../../../prisma/generated/enums.ts"
import { text } from "../../../../platform/text-schema.ts"
import { builder } from "../../../kernel/builder.ts"
import { relationPage } from "../../../kernel/connection.graph.ts"
import { containing } from "../../../kernel/containing.ts"
import { parse, wholeNumber } from "../../../kernel/input.ts"
import { byTime, keysetOf } from "../../../kernel/prisma-keyset.ts"
import { PingKind } from "../monitor-enums.graph.ts"
import { mayOfRow } from "../../../kernel/row-access.ts"

builder.prismaObject("HeartbeatPing", {
  description: "One call of a job.",
  include: { monitor: { select: { projectId: true } } },
  authScopes: ({ monitorId, monitor: { projectId } }) =>
    mayOfRow("monitor", monitorId, projectId, "monitors:read"),
  fields: (t) => ({
    id: t.exposeID("id", { description: "UUID version 7." }),
    kind: t.expose("kind", { type: PingKind, description: "What the job reported." }),
    exitCode: t.exposeInt("exitCode", {
      nullable: true,
      description: "The exit code that it reported, if any; 0 is success.",
    }),
    durationMs: t.exposeInt("durationMs", {
      nullable: true,
      description: "How long the run took in milliseconds, if the job reported it.",
    }),
    body: t.exposeString("body", { description: "The first 10 kB of the request body." }),
    sourceIp: t.exposeString("sourceIp", { description: "The address that called." }),
    userAgent: t.exposeString("userAgent", { description: "The caller's User-Agent." }),
    method: t.exposeString("method", { description: "GET, HEAD or POST." }),
    at: t.expose("at", { type: "DateTime", description: "When it called." }),
  }),
})

const filter = z.object({
  kinds: z.array(z.enum(PingKindValue)).nullish(),
  exitCode: wholeNumber(0, 255).nullish(),
  search: text(200).trim().nullish(),
  since: z.date().nullish(),
  until: z.date().nullish(),
})

builder.prismaObjectField("Monitor", "pings", (t) =>
  relationPage(t, "pings", {
    order: keysetOf("pings", { at: byTime }, { isDescending: true }),
    description: "HEARTBEAT: at least the last 100 pings, newest first.",
    args: {
      kinds: t.arg({ type: [PingKind], description: "Only pings of these kinds." }),
      exitCode: t.arg.int({ description: "Only pings with this exit code, 0 to 255." }),
      search: t.arg.string({
        description: "Matches the body, the source address or the user agent.",
      }),
      since: t.arg({ type: "DateTime", description: "Only pings at this time or later." }),
      until: t.arg({ type: "DateTime", description: "Only pings before this time." }),
    },
    where: (args) => {
      const { kinds, exitCode, search, since, until } = parse(filter, args)
      const words = search ? containing(search) : null
      return {
        ...(kinds ? { kind: { in: kinds } } : {}),
        ...(exitCode === null || exitCode === undefined ? {} : { exitCode }),
        ...(words ? { OR: [{ body: words }, { sourceIp: words }, { userAgent: words }] } : {}),
        at: { ...(since ? { gte: since } : {}), ...(until ? { lt: until } : {}) },
      }
    },
  }),
)
