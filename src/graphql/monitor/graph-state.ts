import type { MonitorState } from "../../../prisma/generated/client.ts"
import { builder } from "../builder.ts"
import { MonitorStatus, PingKind } from "./graph-enum.ts"
import { statusColors } from "./status-color.ts"

const state = <K extends keyof MonitorState>(name: K) => ({
  select: { state: { select: { [name]: true } as { [P in K]: true } } },
})

builder.prismaObjectFields("Monitor", (t) => ({
  status: t.field({
    type: MonitorStatus,
    description: "How the target is.",
    ...state("status"),
    resolve: ({ state }) => state?.status ?? "unknown",
  }),
  statusColor: t.string({
    description: "The colour of the status, #rrggbb.",
    ...state("status"),
    resolve: ({ state }) => statusColors[state?.status ?? "unknown"],
  }),
  statusSince: t.field({
    type: "DateTime",
    description: "Since when it is so.",
    ...state("statusSince"),
    resolve: ({ state, createdAt }) => state?.statusSince ?? createdAt,
  }),
  lastCheckAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "When the last check began; null before the first.",
    ...state("lastCheckAt"),
    resolve: ({ state }) => state?.lastCheckAt ?? null,
  }),
  lastCheckStatus: t.field({
    type: MonitorStatus,
    nullable: true,
    description: "What the last check said by itself.",
    ...state("lastStatus"),
    resolve: ({ state }) => state?.lastStatus ?? null,
  }),
  lastCheckReason: t.string({
    nullable: true,
    description: "Why the last check was not fine; null where it was.",
    ...state("lastReason"),
    resolve: ({ state }) => state?.lastReason ?? null,
  }),
  lastCheckDurationMs: t.float({
    nullable: true,
    description: "How long the last check took, in milliseconds.",
    ...state("lastDurationMs"),
    resolve: ({ state }) => state?.lastDurationMs ?? null,
  }),
  lastPingAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "HEARTBEAT: when the job last called.",
    ...state("lastPingAt"),
    resolve: ({ state }) => state?.lastPingAt ?? null,
  }),
  lastPingKind: t.field({
    type: PingKind,
    nullable: true,
    description: "HEARTBEAT: what it said then.",
    ...state("lastPingKind"),
    resolve: ({ state }) => state?.lastPingKind ?? null,
  }),
  lastStartAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "HEARTBEAT: when the job last said that it began.",
    ...state("lastStartAt"),
    resolve: ({ state }) => state?.lastStartAt ?? null,
  }),
}))
