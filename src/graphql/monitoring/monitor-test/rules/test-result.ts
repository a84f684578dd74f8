import { z } from "zod"
import { storedFinding } from "../../../../findings/finding.ts"
import { MonitorStatus } from "../../../../../prisma/generated/enums.ts"
import { failureClasses } from "../../check/rules/check-result.ts"

const ms = z.number().nullable()

/** What a prober saw when it tested a monitor, as it is handed to the API server. */
export const testResult = z.object({
  status: z.enum(MonitorStatus),
  failureClass: z.enum(failureClasses).nullable(),
  findings: z.array(storedFinding),
  warnings: z.array(storedFinding),
  durationMs: z.number(),
  phases: z.object({
    dnsMs: ms,
    connectMs: ms,
    tlsMs: ms,
    firstByteMs: ms,
    transferMs: ms,
  }),
  httpStatus: z.number().nullable(),
  address: z.string().nullable(),
  certificate: z
    .object({
      subject: z.string(),
      issuer: z.string(),
      names: z.array(z.string()),
      validFrom: z.string(),
      expiresAt: z.string(),
      fingerprint256: z.string(),
    })
    .nullable(),
  assertions: z.array(
    z.object({
      name: z.string(),
      passed: z.boolean(),
      expected: storedFinding,
      seen: storedFinding,
      isKnown: z.boolean().default(true),
    }),
  ),
  response: z
    .object({
      /** Status line and headers. */
      head: z.string(),
      /** At most `mostShown` bytes, decoded. */
      body: z.string(),
      isTruncated: z.boolean(),
    })
    .nullable(),
})
export type TestResult = z.output<typeof testResult>

/** Bytes of a body that a test shows. */
export const mostShown = 65_536
