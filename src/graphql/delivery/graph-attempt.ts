import { builder } from "../builder.ts"

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
      description: "The host leads to an address that must not be reached; nothing was sent.",
    },
    UNRESOLVED: { value: "unresolved", description: "The host has no address." },
    UNREACHABLE: {
      value: "unreachable",
      description: "There was no connection, or it ended before an answer.",
    },
    UNTRUSTED: { value: "untrusted", description: "The certificate is not to be trusted." },
    FAILED: { value: "failed", description: "It was not sent; the error says why." },
    UNDELIVERED: {
      value: "undelivered",
      description: "The provider took it on, and reported later that it did not arrive.",
    },
    INTERRUPTED: {
      value: "interrupted",
      description:
        "Whoever sent it was gone before it could say what became of it; it is sent again.",
    },
  } as const,
})

builder.prismaObject("DeliveryAttempt", {
  description: "One try to hand a delivery over.",
  fields: (t) => ({
    number: t.exposeInt("number", { description: "Counts from 1, over replays too." }),
    startedAt: t.expose("startedAt", { type: "DateTime", description: "When it began." }),
    durationMs: t.exposeInt("durationMs", { description: "How long it took." }),
    outcome: t.expose("outcome", { type: AttemptOutcome, description: "How it ended." }),
    responseStatus: t.exposeInt("responseStatus", {
      nullable: true,
      description: "The status that was answered; null where there was none.",
    }),
    responseHeaders: t.exposeString("responseHeaders", {
      nullable: true,
      description: "The answer's headers, one a line; the first 4 KiB.",
    }),
    responseBody: t.exposeString("responseBody", {
      nullable: true,
      description: "The answer's body as text; the first 4 KiB.",
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why it failed, in words; null where it did not.",
    }),
  }),
})
