import { builder } from "../../kernel/builder.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import type { CheckDetail } from "./rules/check-detail.ts"
import { evidenceText, type StoredEvidence } from "./check-evidence.ts"
import { FailureClass } from "./check-enums.graph.ts"
import type { Certificate as CertificateSeen } from "./rules/check-result.ts"

type Present<T> = NonNullable<T>

export const Certificate = builder.objectRef<CertificateSeen>("Certificate").implement({
  description: "The certificate that the target showed.",
  fields: (t) => ({
    subject: t.exposeString("subject", { description: "The subject of the certificate." }),
    issuer: t.exposeString("issuer", { description: "Who issued it." }),
    names: t.exposeStringList("names", { description: "Names and addresses it is valid for." }),
    validFrom: t.field({
      type: "DateTime",
      description: "When its validity begins.",
      resolve: ({ validFrom }) => new Date(validFrom),
    }),
    expiresAt: t.field({
      type: "DateTime",
      description: "When its validity ends.",
      resolve: ({ expiresAt }) => new Date(expiresAt),
    }),
    fingerprint256: t.exposeString("fingerprint256", { description: "Its SHA-256 fingerprint." }),
  }),
})

export const AssertionResult = builder
  .objectRef<CheckDetail["assertions"][number]>("AssertionResult")
  .implement({
    description: "The result of one assertion.",
    fields: (t) => ({
      name: t.exposeString("name", { description: "What it checked." }),
      passed: t.exposeBoolean("passed", { description: "Whether it passed." }),
      isKnown: t.exposeBoolean("isKnown", {
        description:
          "False if it neither passed nor failed, because a part of the response that was not read decides.",
      }),
      ...t.explainedByOne(
        "expected",
        "The expected value, in English.",
        ({ expected }) => expected,
        { data: "expectedFinding" },
      ),
      ...t.explainedByOne("seen", "The actual value, in English.", ({ seen }) => seen, {
        data: "seenFinding",
      }),
    }),
  })

export const FirstAttempt = builder
  .objectRef<Present<CheckDetail["firstAttempt"]>>("FirstAttempt")
  .implement({
    description: "The result of the first of two attempts.",
    fields: (t) => ({
      failureClass: t.expose("failureClass", {
        type: FailureClass,
        nullable: true,
        description: "Why it failed.",
      }),
      ...t.explainedOrNull("reason", "The same in a sentence.", itsFindings),
      address: t.exposeString("address", {
        nullable: true,
        description: "The address it reached; null if none.",
      }),
      againAt: t.expose("againAt", {
        type: "DateTime",
        nullable: true,
        description: "When the second attempt started.",
      }),
    }),
  })

export const Evidence = builder.objectRef<StoredEvidence>("Evidence").implement({
  description: "The first bytes of a failing response.",
  fields: (t) => ({
    head: t.exposeString("head", { description: "Status line and headers, or a banner." }),
    body: t.string({
      description:
        "The body as text in the charset that it declares; a character cut off at its end is left out.",
      resolve: evidenceText,
    }),
    bodyBase64: t.string({
      description: "The same bytes in base64.",
      resolve: ({ body }) => body.toString("base64"),
    }),
  }),
})
