import { Finding } from "../../kernel/finding.graph.ts"
import { readFindings } from "../../../findings/finding.ts"
import { reasonOf } from "../../../findings/say.ts"
import { builder } from "../../kernel/builder.ts"

const AttemptOutcome = builder.enumType("AttemptOutcome", {
  description: "How an attempt ended.",
  values: {
    ACCEPTED: { value: "accepted", description: "The answer was a 2xx." },
    REJECTED: { value: "rejected", description: "The answer was another status." },
    REDIRECTED: {
      value: "redirected",
      description: "The answer was a redirect, which is not followed.",
    },
    GONE: { value: "gone", description: "The answer was 410, which disables the endpoint." },
    TIMED_OUT: { value: "timed_out", description: "No answer came within 15 seconds." },
    FORBIDDEN: {
      value: "forbidden",
      description: "The host resolves to a forbidden address; nothing was sent.",
    },
    UNRESOLVED: { value: "unresolved", description: "The host has no address." },
    UNREACHABLE: {
      value: "unreachable",
      description: "There was no connection, or it ended before an answer.",
    },
    UNTRUSTED: { value: "untrusted", description: "The certificate is not trusted." },
    FAILED: { value: "failed", description: "It was not sent; the error says why." },
    UNDELIVERED: {
      value: "undelivered",
      description: "The provider accepted it and later reported that it did not arrive.",
    },
    INTERRUPTED: {
      value: "interrupted",
      description: "The worker stopped before it recorded the outcome; it is sent again.",
    },
  } as const,
})

export const DeliveryAttempt = builder.prismaObject("DeliveryAttempt", {
  description: "One attempt to send a delivery.",
  fields: (t) => ({
    number: t.exposeInt("number", { description: "Counts from 1, including replays." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it began." }),
    durationMs: t.exposeInt("durationMs", { description: "Its duration in milliseconds." }),
    outcome: t.expose("outcome", { type: AttemptOutcome, description: "How it ended." }),
    responseStatus: t.exposeInt("responseStatus", {
      nullable: true,
      description: "The response status; null if there was none.",
    }),
    responseHeaders: t.exposeString("responseHeaders", {
      nullable: true,
      description: "The response headers, one per line; the first 4 KiB.",
    }),
    responseBody: t.exposeString("responseBody", {
      nullable: true,
      description: "The response body as text; the first 4 KiB.",
    }),
    error: t.string({
      nullable: true,
      description: "Why it failed, in English; null if it succeeded.",
      resolve: ({ findings, error }) => reasonOf(readFindings(findings, error)),
    }),
    findings: t.field({
      type: [Finding],
      description: "Why it failed; empty if it succeeded.",
      resolve: ({ findings, error }) => readFindings(findings, error),
    }),
  }),
})
