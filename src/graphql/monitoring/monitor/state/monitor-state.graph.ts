import type { MonitorState } from "../../../../../prisma/generated/client.ts"
import { readFindings, type Finding as FindingData } from "../../../../findings/finding.ts"
import { reasonOf } from "../../../../findings/say.ts"
import { builder } from "../../../kernel/builder.ts"
import { Finding } from "../../../kernel/finding.graph.ts"
import { PingKind } from "../monitor-enums.graph.ts"
import { MonitorStatus } from "../../check/check-enums.graph.ts"
import { listed } from "../row-columns.ts"
import { statusColors } from "../rules/status-color.ts"

const state = <K extends keyof MonitorState>(...names: K[]) => ({
  select: {
    state: { select: Object.fromEntries(names.map((name) => [name, true])) as { [P in K]: true } },
  },
})

type Last = Pick<MonitorState, "lastFindings" | "lastReason">
const findingsOf = ({ lastFindings, lastReason }: Last) => readFindings(lastFindings, lastReason)

/** Undefined for a row without them. */
const listedFindings = (show: (findings: FindingData[]) => unknown) =>
  listed(({ lastFindings, lastReason = null }) =>
    lastFindings === undefined ? undefined : show(findingsOf({ lastFindings, lastReason })),
  )

/** Every monitor is created with its state; if it is missing, it was not selected. */
function held<T>(state: T | null): T {
  if (!state) throw new Error("a monitor was read without its state")
  return state
}

builder.prismaObjectFields("Monitor", (t) => ({
  status: t.field({
    type: MonitorStatus,
    description: "Current status of the target.",
    ...state("status"),
    ...listed((row) => row.status),
    resolve: ({ state }) => held(state).status,
  }),
  statusColor: t.string({
    description: "Color of the status, #rrggbb.",
    ...state("status"),
    ...listed(({ status }) => status && statusColors[status]),
    resolve: ({ state }) => statusColors[held(state).status],
  }),
  statusSince: t.field({
    type: "DateTime",
    description: "When this status began.",
    ...state("statusSince"),
    ...listed((row) => row.statusSince),
    resolve: ({ state }) => held(state).statusSince,
  }),
  lastCheckAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "When the last check started; null before the first.",
    ...state("lastCheckAt"),
    ...listed((row) => row.lastCheckAt),
    resolve: ({ state }) => held(state).lastCheckAt,
  }),
  lastCheckStatus: t.field({
    type: MonitorStatus,
    nullable: true,
    description: "The result of the last check alone.",
    ...state("lastStatus"),
    resolve: ({ state }) => held(state).lastStatus,
  }),
  lastCheckReason: t.string({
    nullable: true,
    description: "Why the last check failed; null if it passed.",
    ...state("lastFindings", "lastReason"),
    ...listedFindings((findings) => reasonOf(findings)),
    resolve: ({ state }) => reasonOf(findingsOf(held(state))),
  }),
  lastCheckFindings: t.field({
    type: [Finding],
    description: "The same as data; empty if it passed.",
    ...state("lastFindings", "lastReason"),
    ...listedFindings((findings) => findings),
    resolve: ({ state }) => findingsOf(held(state)),
  }),
  lastCheckDurationMs: t.float({
    nullable: true,
    description: "Duration of the last check in milliseconds.",
    ...state("lastDurationMs"),
    ...listed((row) => row.lastDurationMs),
    resolve: ({ state }) => held(state).lastDurationMs,
  }),
  lastPingAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "HEARTBEAT: when the job last called.",
    ...state("lastPingAt"),
    ...listed((row) => row.lastPingAt),
    resolve: ({ state }) => held(state).lastPingAt,
  }),
  lastPingKind: t.field({
    type: PingKind,
    nullable: true,
    description: "HEARTBEAT: what the last ping reported.",
    ...state("lastPingKind"),
    resolve: ({ state }) => held(state).lastPingKind,
  }),
  lastStartAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "HEARTBEAT: when the job last reported a start.",
    ...state("lastStartAt"),
    resolve: ({ state }) => held(state).lastStartAt,
  }),
}))
