import { say } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"
import { itsFindings, Finding } from "../../kernel/finding.graph.ts"
import { AssertionResult, Certificate } from "../check/check-detail.graph.ts"
import { FailureClass, MonitorStatus } from "../check/check-enums.graph.ts"
import { MonitorKind } from "../monitor/monitor-enums.graph.ts"
import { MonitorFields, readFields } from "../monitor/monitor-mutations.graph.ts"
import { testMonitor } from "./test-monitor.ts"
import type { TestResult } from "./rules/test-result.ts"

const Response = builder
  .objectRef<NonNullable<TestResult["response"]>>("MonitorTestResponse")
  .implement({
    description: "The last response that a test received.",
    fields: (t) => ({
      head: t.exposeString("head", { description: "Status line and headers." }),
      body: t.exposeString("body", {
        description: "The start of the decoded body as text, at most 64 KiB.",
      }),
      isTruncated: t.exposeBoolean("isTruncated", {
        description: "Whether the body may be longer than what is shown.",
      }),
    }),
  })

type Phase = keyof TestResult["phases"]

const MonitorTest = builder.objectRef<TestResult>("MonitorTest").implement({
  description: "The result of checking a monitor that is not saved.",
  fields: (t) => {
    const phase = (name: Phase, description: string) =>
      t.float({ nullable: true, description, resolve: ({ phases }) => phases[name] })
    return {
      status: t.expose("status", {
        type: MonitorStatus,
        description: "What the check says; a saved monitor confirms failures by further attempts.",
      }),
      failureClass: t.expose("failureClass", {
        type: FailureClass,
        nullable: true,
        description: "Why it failed; null if it did not.",
      }),
      ...t.explainedOrNull("reason", "The same in English.", itsFindings),
      warnings: t.stringList({
        description: "What is unusual without being a failure, in English.",
        resolve: ({ warnings }) => warnings.map((one) => say([one])),
      }),
      warningFindings: t.expose("warnings", { type: [Finding], description: "The same as data." }),
      durationMs: t.exposeFloat("durationMs", { description: "Duration in milliseconds." }),
      dnsMs: phase("dnsMs", "Name resolution."),
      connectMs: phase("connectMs", "Connecting, or a ping's round trip."),
      tlsMs: phase("tlsMs", "The TLS handshake."),
      firstByteMs: phase("firstByteMs", "From the request to the first byte of the response."),
      transferMs: phase("transferMs", "From the first byte to the end of the response."),
      httpStatus: t.exposeInt("httpStatus", {
        nullable: true,
        description: "The status code of the last response.",
      }),
      address: t.exposeString("address", {
        nullable: true,
        description: "The address that was reached.",
      }),
      certificate: t.expose("certificate", {
        type: Certificate,
        nullable: true,
        description: "The certificate that the target showed.",
      }),
      assertions: t.expose("assertions", {
        type: [AssertionResult],
        description: "The result of each assertion, and of the kind's own conditions.",
      }),
      response: t.expose("response", {
        type: Response,
        nullable: true,
        description: "HTTP: the last response; null if there was none.",
      }),
    }
  },
})

builder.mutationField("testMonitor", (t) =>
  t.field({
    type: MonitorTest,
    description:
      "Checks a monitor once without saving it, and stores nothing; at most 30 times a minute per project. Needs monitors:write, and for a condition on telemetry telemetry:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      kind: t.arg({ type: MonitorKind, required: true, description: "Any kind but HEARTBEAT." }),
      input: t.arg({
        type: MonitorFields,
        required: true,
        description: "Its fields; name, labels and parent do not matter.",
      }),
    },
    resolve: (_root, { projectId, kind, input }, ctx) =>
      testMonitor(ctx, { ...readFields(input), projectId, kind }),
  }),
)
