import { builder } from "../builder.ts"
import type { CheckDetail } from "./detail.ts"
import type { StoredEvidence } from "./evidence.ts"
import { FailureClass } from "./graph-enum.ts"
import type { Certificate as CertificateSeen } from "./result.ts"

type Present<T> = NonNullable<T>

export const Certificate = builder.objectRef<CertificateSeen>("Certificate").implement({
  description: "The certificate that the target showed.",
  fields: (t) => ({
    subject: t.exposeString("subject", { description: "Whom it names." }),
    issuer: t.exposeString("issuer", { description: "Who issued it." }),
    names: t.exposeStringList("names", { description: "Names and addresses it is valid for." }),
    validFrom: t.field({
      type: "DateTime",
      description: "From when it is valid.",
      resolve: ({ validFrom }) => new Date(validFrom),
    }),
    expiresAt: t.field({
      type: "DateTime",
      description: "Until when it is valid.",
      resolve: ({ expiresAt }) => new Date(expiresAt),
    }),
    fingerprint256: t.exposeString("fingerprint256", { description: "Its SHA-256 fingerprint." }),
  }),
})

export const AssertionResult = builder
  .objectRef<CheckDetail["assertions"][number]>("AssertionResult")
  .implement({
    description: "What one assertion saw.",
    fields: (t) => ({
      name: t.exposeString("name", { description: "What it looked at." }),
      passed: t.exposeBoolean("passed", { description: "Whether it held." }),
      expected: t.exposeString("expected", { description: "What it wanted." }),
      seen: t.exposeString("seen", { description: "What was there." }),
    }),
  })

export const FirstAttempt = builder
  .objectRef<Present<CheckDetail["firstAttempt"]>>("FirstAttempt")
  .implement({
    description: "What the first of two attempts said.",
    fields: (t) => ({
      failureClass: t.expose("failureClass", {
        type: FailureClass,
        nullable: true,
        description: "Why it was not fine.",
      }),
      reason: t.exposeString("reason", { nullable: true, description: "The same in a sentence." }),
      address: t.exposeString("address", {
        nullable: true,
        description: "The address that it reached; null where it reached none.",
      }),
      againAt: t.expose("againAt", {
        type: "DateTime",
        nullable: true,
        description: "When the second attempt began.",
      }),
    }),
  })

export const EgressSample = builder
  .objectRef<Present<CheckDetail["egress"]>[number]>("EgressSample")
  .implement({
    description: "Whether our own line reached an anchor just after the failure.",
    fields: (t) => ({
      anchor: t.exposeString("anchor", { description: "The address and port that was tried." }),
      isReachable: t.exposeBoolean("reachable", { description: "Whether it answered." }),
      durationMs: t.exposeFloat("durationMs", { description: "How long that took." }),
    }),
  })

export const Evidence = builder.objectRef<StoredEvidence>("Evidence").implement({
  description: "The first bytes of a failing answer.",
  fields: (t) => ({
    head: t.exposeString("head", { description: "Status line and headers, or a banner." }),
    body: t.string({
      description: "The body as text; bytes that are no UTF-8 are replaced.",
      resolve: ({ body }) => body.toString("utf8"),
    }),
    bodyBase64: t.string({
      description: "The same bytes in base64.",
      resolve: ({ body }) => body.toString("base64"),
    }),
  }),
})
