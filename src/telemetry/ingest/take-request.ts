import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http"
import type { Plan } from "../../../prisma/generated/enums.ts"
import { KeyRefusal } from "../../graphql/workspace/key/key-refusal.ts"
import { telemetryQuota } from "../../graphql/workspace/project/rules/project-limits.ts"
import { asRefusal } from "../../http/refusal.ts"
import type { Services } from "../../platform/services.ts"
import type { BrowserUse } from "../../graphql/kernel/access.ts"
import type { Encoding } from "../otlp/answer.ts"
import type { Signal } from "../otlp/otlp-error.ts"
import { createBrowserSenders } from "./browser-senders.ts"
import { createInFlight } from "./in-flight.ts"
import { createIngestLog } from "./ingest-log.ts"
import type { Counts } from "./job.ts"
import { quotaExcess } from "./quota-excess.ts"
import type { Receiver } from "./receiver.ts"
import { retentionDays } from "./retention-days.ts"
import { createSenderProfiles } from "./sender-profile.ts"

type Sender = {
  keyId: string
  projectId: string
  plan: Plan
  browser?: BrowserUse | null
}

/** The holder of an ingestion key. @throws {DomainError} unauthorized */
export type SenderOf = (req: { headers: IncomingHttpHeaders }, peer: string) => Promise<Sender>

export type OtlpRequest = {
  headers: IncomingHttpHeaders
  peer: string
  requestId: string
  signal: Signal
  encoding: Encoding
  /**
   * Asked after the key and the quota.
   *
   * @param onBytes called before bytes are kept; it may throw.
   * @throws {Refusal}
   */
  read(onBytes: (bytes: number) => void): Promise<{ body: Buffer[]; isZipped: boolean }>
}

/** `status` is that of OTLP over HTTP. */
export type Answer = {
  status: number
  message: string | null
  counts: Counts | null
  headers: OutgoingHttpHeaders
}

export const refuse = (
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): Answer => ({ status, message, counts: null, headers })

export type Intake = ReturnType<typeof createIntake>

/** Takes requests over any transport: key, quota, rules, spool; counts each and keeps the last ones of its key. */
export function createIntake(services: Services, receiver: Receiver, senderOf: SenderOf) {
  const { env, log } = services
  const ingestLog = createIngestLog(services)
  const profileOf = createSenderProfiles(services)
  const browsers = createBrowserSenders(services)
  const holdOf = createInFlight()

  async function store({ projectId, plan }: Sender, request: OtlpRequest): Promise<Answer> {
    const { signal, encoding } = request
    const { rules, used, secondsLeft } = await profileOf(projectId)
    const excess = quotaExcess(used, ingestLog.pending(projectId), telemetryQuota(plan, env))
    if (excess !== null) return refuse(429, excess, { "retry-after": String(secondsLeft) })
    const owner = { projectId, retentionDays: retentionDays(plan, env), rules: rules[signal] }
    const hold = holdOf(projectId)
    const outcome = await request
      .read(hold.add)
      .then((message) => receiver.take({ signal, encoding, ...message, owner }))
      .finally(hold.release)
    if (outcome.kind === "stored") {
      return { status: 200, message: outcome.remark, counts: outcome, headers: {} }
    }
    return outcome.kind === "refused"
      ? refuse(outcome.status, outcome.message)
      : refuse(503, outcome.message, { "retry-after": String(outcome.retrySeconds) })
  }

  async function take(request: OtlpRequest): Promise<Answer> {
    const { headers, peer, requestId, signal, encoding } = request
    let sender: Omit<Sender, "plan"> | null = null
    let answer: Answer
    try {
      const found = await senderOf({ headers }, peer)
      sender = found
      browsers.requireAllowed(found, headers, peer)
      answer = await store(found, request)
    } catch (error) {
      if (error instanceof KeyRefusal) {
        sender = { keyId: error.key.id, projectId: error.key.projectId }
      }
      const { status, message, headers: more } = asRefusal(error, { log, requestId })
      // Exporters give up at some statuses; 429 is for the quota alone.
      answer = refuse(status === 429 ? 503 : status, message, more)
    }
    if (sender !== null) {
      const { keyId, projectId } = sender
      const agent = headers["user-agent"] ?? null
      ingestLog.record({ keyId, projectId, signal, encoding, agent, ...answer })
    }
    return answer
  }

  const { corsOf, preflightOf } = browsers
  return { take, corsOf, preflightOf, stop: ingestLog.stop }
}
