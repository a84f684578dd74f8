import { builder } from "../builder.ts"
import { MonitorStatus } from "../monitor/graph-enum.ts"
import type { Watched } from "../watch.ts"
import { readDetail } from "./detail.ts"
import { readEvidence } from "./evidence.ts"
import {
  AssertionResult,
  Certificate,
  EgressSample,
  Evidence,
  FirstAttempt,
} from "./graph-detail.ts"
import { FailureClass } from "./graph-enum.ts"
import { checkCursor, listChecks } from "./list.ts"
import type { FailureClass as Class } from "./result.ts"
import { failureClasses } from "./result.ts"
import type { MonitorChecks } from "./watch.ts"
import { watchChecks } from "./watch.ts"

const known = (name: string | null): Class | null =>
  failureClasses.find((one) => one === name) ?? (name === null ? null : "internal")

export const Check = builder.objectRef<MonitorChecks>("Check").implement({
  description: "One look at a target. A failure is looked at twice before it counts.",
  authScopes: ({ projectId }) => ({
    may: { projectId, permission: "monitors:read", noun: "monitor" },
  }),
  fields: (t) => ({
    id: t.id({
      description: "Tells it from every other check; opaque.",
      resolve: ({ row }) => `${row.monitor_seq}-${row.started_at.getTime()}`,
    }),
    startedAt: t.field({
      type: "DateTime",
      description: "When it began.",
      resolve: ({ row }) => row.started_at,
    }),
    status: t.field({
      type: MonitorStatus,
      description: "What it found by itself.",
      resolve: ({ row }) => row.status,
    }),
    failureClass: t.field({
      type: FailureClass,
      nullable: true,
      description: "Why it was not fine; null where it was.",
      resolve: ({ row }) => known(row.failure_class),
    }),
    reason: t.string({
      nullable: true,
      description: "The same in a sentence, with what was expected and seen.",
      resolve: ({ row }) => row.reason,
    }),
    warnings: t.stringList({
      description: "What is worth knowing but changes nothing.",
      resolve: ({ row }) => row.warnings,
    }),
    attempts: t.int({
      description: "1; 2 where a failure was looked at again; 3 where IPv4 and IPv6 disagreed.",
      resolve: ({ row }) => row.attempts,
    }),
    durationMs: t.float({
      description: "How long it took, in milliseconds.",
      resolve: ({ row }) => row.duration_ms,
    }),
    dnsMs: t.float({
      nullable: true,
      description: "Time to resolve the name; null where that did not take place, as below.",
      resolve: ({ row }) => row.dns_ms,
    }),
    connectMs: t.float({
      nullable: true,
      description: "Time to connect.",
      resolve: ({ row }) => row.connect_ms,
    }),
    tlsMs: t.float({
      nullable: true,
      description: "Time of the TLS handshake.",
      resolve: ({ row }) => row.tls_ms,
    }),
    firstByteMs: t.float({
      nullable: true,
      description: "Time from the request to the first byte of the answer.",
      resolve: ({ row }) => row.first_byte_ms,
    }),
    transferMs: t.float({
      nullable: true,
      description: "Time from the first byte to the last.",
      resolve: ({ row }) => row.transfer_ms,
    }),
    httpStatus: t.int({
      nullable: true,
      description: "The status code of the answer.",
      resolve: ({ row }) => row.http_status,
    }),
    address: t.string({
      nullable: true,
      description: "The address that was reached.",
      resolve: ({ row }) => row.address,
    }),
    certificateExpiresAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when the certificate is valid.",
      resolve: ({ row }) => row.certificate && new Date(row.certificate.expiresAt),
    }),
    certificate: t.field({
      type: Certificate,
      nullable: true,
      description: "The certificate that the target showed.",
      resolve: ({ row }) => row.certificate,
    }),
    assertions: t.field({
      type: [AssertionResult],
      description: "What each assertion saw.",
      resolve: ({ row }) => readDetail(row.detail).assertions,
    }),
    firstAttempt: t.field({
      type: FirstAttempt,
      nullable: true,
      description: "What the first attempt said, where there were two.",
      resolve: ({ row }) => readDetail(row.detail).firstAttempt,
    }),
    egress: t.field({
      type: [EgressSample],
      nullable: true,
      description: "Whether our own line was alive; null where the failure left no doubt of it.",
      resolve: ({ row }) => readDetail(row.detail).egress,
    }),
    evidence: t.field({
      type: Evidence,
      nullable: true,
      description: "The first bytes of a failing answer; null where none were kept.",
      resolve: ({ row }, _args, ctx) =>
        row.failure_class === null && row.attempts === 1
          ? null
          : readEvidence(ctx, row.monitor_seq, row.started_at),
    }),
  }),
})

const CheckEdge = builder.edgeObject({ type: Check, name: "CheckEdge" })
const CheckConnection = builder.connectionObject(
  { type: Check, name: "CheckConnection" },
  CheckEdge,
)

builder.prismaObjectField("Monitor", "checks", (t) =>
  t.field({
    type: CheckConnection,
    description: "Its checks, newest first.",
    args: {
      first: t.arg.int({ description: "How many, at most 100; 25 where absent." }),
      after: t.arg.string({ description: "The cursor after which the page begins." }),
      from: t.arg({ type: "DateTime", description: "Only those that began then or later." }),
      to: t.arg({ type: "DateTime", description: "Only those that began before." }),
      statuses: t.arg({ type: [MonitorStatus], description: "Only those that found this." }),
    },
    resolve: async ({ seq, projectId }, args, ctx) => {
      const { rows, hasNext } = await listChecks(ctx, seq, args)
      const edges = rows.map((row) => ({ cursor: checkCursor(row), node: { row, projectId } }))
      return {
        edges,
        pageInfo: {
          hasNextPage: hasNext,
          hasPreviousPage: args.after !== undefined && args.after !== null,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      }
    },
  }),
)

const CheckEvent = builder.objectRef<Watched<MonitorChecks>>("CheckEvent").implement({
  description: "A check that was recorded.",
  fields: (t) => ({
    isSnapshot: t.exposeBoolean("isSnapshot", {
      description: "True for the last check, with which the stream opens.",
    }),
    check: t.field({
      type: Check,
      description: "The check.",
      resolve: ({ row }) => row,
    }),
  }),
})

builder.subscriptionField("checkRecorded", (t) =>
  t.field({
    type: CheckEvent,
    description: "Opens with the last check, then brings each that is made. Needs monitors:read.",
    args: { monitorId: t.arg.id({ required: true, description: "The monitor." }) },
    subscribe: (_root, { monitorId }, ctx) => watchChecks(ctx, monitorId),
    resolve: (event) => event,
  }),
)
