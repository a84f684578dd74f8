import { readFindings } from "../../../findings/finding.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"

const AttemptOutcome = builder.enumType("AttemptOutcome", {
  description: "How an attempt ended.",
  values: valuesOf({
    accepted: "The answer was a 2xx.",
    rejected: "The answer was another status.",
    redirected: "The answer was a redirect, which is not followed.",
    gone: "The answer was 410, which disables the endpoint.",
    timed_out: "No answer came within 15 seconds.",
    forbidden: "The host resolves to a forbidden address; nothing was sent.",
    unresolved: "The host has no address.",
    unreachable: "There was no connection, or it ended before an answer.",
    untrusted: "The certificate is not trusted.",
    failed: "It was not sent; the error says why.",
    undelivered: "The provider accepted it and later reported that it did not arrive.",
    interrupted: "The worker stopped before it recorded the outcome; it is sent again.",
  }),
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
    ...t.explainedOrNull(
      "error",
      "Why it failed, in English; null if it succeeded.",
      ({ findings, error }) => readFindings(findings, error),
    ),
  }),
})
