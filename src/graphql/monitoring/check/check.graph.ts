import { reasonOf, say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { readDetail } from "./rules/check-detail.ts"
import { readEvidence } from "./check-evidence.ts"
import { AssertionResult, Certificate, Evidence, FirstAttempt } from "./check-detail.graph.ts"
import { FailureClass, MonitorStatus } from "./check-enums.graph.ts"
import { EgressSample } from "../verdict/verdict-step.graph.ts"
import { checkCursor, listChecks, type MonitorCheck } from "./list-checks.ts"
import { shownCheck } from "./shown-check.ts"
import { failureClasses, type FailureClass as Class } from "./rules/check-result.ts"

const known = (name: string | null): Class | null =>
  failureClasses.find((one) => one === name) ?? (name === null ? null : "internal")

export const Check = builder.objectRef<MonitorCheck>("Check").implement({
  description:
    "One check of a target. A failure is confirmed by a second attempt before it counts.",
  authScopes: ({ projectId }) => ({
    // Reached only through its monitor, or an alert of that.
    may: { projectId, permission: "monitors:read", noun: "monitor", about: "within" },
  }),
  fields: (t) => ({
    id: t.id({
      description: "Opaque identifier.",
      resolve: ({ row }) => `${row.monitor_seq}-${row.started_at.getTime()}`,
    }),
    startedAt: t.field({
      type: "DateTime",
      description: "When it started.",
      resolve: ({ row }) => row.started_at,
    }),
    status: t.field({
      type: MonitorStatus,
      description: "The result of this check alone.",
      resolve: ({ row }) => row.status,
    }),
    failureClass: t.field({
      type: FailureClass,
      nullable: true,
      description: "The failure class; null if it passed.",
      resolve: ({ row }) => known(row.failure_class),
    }),
    reason: t.string({
      nullable: true,
      description:
        "The failure in one sentence, with expected and actual values; without those of telemetry for readers without telemetry:read.",
      resolve: async ({ row, projectId }, _args, ctx) =>
        reasonOf((await shownCheck(ctx, projectId, row)).findings),
    }),
    findings: t.field({
      type: [Finding],
      description:
        "The same as data; empty if it passed. Without the values of telemetry for readers without telemetry:read.",
      resolve: async ({ row, projectId }, _args, ctx) =>
        (await shownCheck(ctx, projectId, row)).findings,
    }),
    warnings: t.stringList({
      description: "Warnings that do not affect the result, in English.",
      resolve: ({ row }) => row.warnings.map((one) => say([one])),
    }),
    warningFindings: t.field({
      type: [Finding],
      description: "The same as data.",
      resolve: ({ row }) => row.warnings,
    }),
    attempts: t.int({
      description:
        "Number of attempts: 1; 2 if a failure was confirmed; 3 if IPv4 and IPv6 disagreed.",
      resolve: ({ row }) => row.attempts,
    }),
    durationMs: t.float({
      description: "Duration in milliseconds.",
      resolve: ({ row }) => row.duration_ms,
    }),
    dnsMs: t.float({
      nullable: true,
      description: "Time to resolve the name; null if that did not happen. The same applies below.",
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
      description: "Time from the request to the first byte of the response.",
      resolve: ({ row }) => row.first_byte_ms,
    }),
    transferMs: t.float({
      nullable: true,
      description: "Time from the first byte to the last.",
      resolve: ({ row }) => row.transfer_ms,
    }),
    httpStatus: t.int({
      nullable: true,
      description: "The status code of the response.",
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
      description: "The result of each assertion.",
      resolve: async ({ row, projectId }, _args, ctx) =>
        (await shownCheck(ctx, projectId, row)).assertions,
    }),
    firstAttempt: t.field({
      type: FirstAttempt,
      nullable: true,
      description: "The result of the first attempt, if there were two.",
      resolve: ({ row }) => readDetail(row.detail).firstAttempt,
    }),
    rows: t.int({
      nullable: true,
      description:
        "Log records, spans or data points that were evaluated; null for kinds that do not read telemetry.",
      resolve: ({ row }) => readDetail(row.detail).rows,
    }),
    egress: t.field({
      type: [EgressSample],
      nullable: true,
      description: "Whether our own network was up; null if the failure could not be caused by it.",
      resolve: ({ row }) => readDetail(row.detail).egress,
    }),
    traceId: t.string({
      nullable: true,
      description:
        "The trace that its request began in the target, in 32 hexadecimal digits; null if the target was not asked to keep one.",
      resolve: ({ row }) => row.trace_id,
    }),
    evidence: t.field({
      type: Evidence,
      nullable: true,
      description: "The first bytes of a failing response; null if none were stored.",
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
      first: t.arg.int({ description: "Number of checks, at most 100; 25 by default." }),
      after: t.arg.string({ description: "Only checks after this cursor." }),
      from: t.arg({
        type: "DateTime",
        description: "Only checks that started at this time or later.",
      }),
      to: t.arg({ type: "DateTime", description: "Only checks that started before this time." }),
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
