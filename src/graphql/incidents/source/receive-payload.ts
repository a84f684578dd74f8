import type { Finding } from "../../../findings/finding.ts"
import type { Services } from "../../../platform/services.ts"
import { UnreadableEvent, type SenderEvent } from "../../../senders/sender-event.ts"
import type { Mapping, SenderRefusal } from "../../../senders/sender.ts"
import {
  query,
  transact,
  transactSql,
  type SqlTransaction,
  type Transaction,
} from "../../kernel/transaction.ts"
import type { RaisingSource } from "./raise-events.ts"
import { refusePayload } from "./refuse-payload.ts"
import { keyEvents, type KeyedEvent } from "./rules/dedup-keys.ts"
import { readWords } from "./rules/source-input.ts"
import { digestOf } from "./source-key.ts"
import { storeEvents, type Outcome } from "./store-events.ts"
import { storePayload } from "./store-payload.ts"

type Stores = Pick<Services, "database" | "bus">

/** A request of a sender, whose body was parsed. */
export type Payload = {
  kind: string
  key: string
  /** As received, without the key. */
  text: string
  bytes: number
  /** @throws {UnreadableEvent} */
  read(mapping: Mapping): SenderEvent[]
}

export type Received =
  | { isAccepted: true; outcomes: Outcome[] }
  | { isAccepted: false; refusal: SenderRefusal }

type FoundSource = RaisingSource & { mapping: unknown; isEnabled: boolean; isPrevious: boolean }

/**
 * Carries out what a sender reports: its events, their alerts, escalations and messages commit together, before it is
 * answered. Requests with one key are carried out one after another.
 */
export async function receivePayload(services: Stores, payload: Payload): Promise<Received> {
  const source = await findByKey(services, payload.kind, payload.key)
  if (source === null) return refused({ why: "unknown_key" })
  const refuse = async (refusal: SenderRefusal, finding: Finding) => {
    await refusePayload(services, source.id, finding, payload)
    return refused(refusal)
  }
  if (source.isPrevious) return refuse({ why: "unknown_key" }, refusalOf("previous_key"))
  if (!source.isEnabled) return refuse({ why: "disabled" }, refusalOf("disabled"))
  let events: SenderEvent[]
  try {
    events = payload.read(readWords(source.mapping))
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error
    const { errors } = error
    return refuse({ why: "unreadable", errors }, refusalOf("unreadable", errors))
  }
  const carryOut = (tx: SqlTransaction, orm: Transaction | null) =>
    carryOutEvents({ tx, orm }, source, events, payload)
  const outcomes = events.some(({ action }) => action === "acknowledge")
    ? await transact(services, (tx) => carryOut(tx, tx))
    : await transactSql(services, (tx) => carryOut(tx, null))
  return outcomes === null ? refused({ why: "unknown_key" }) : { isAccepted: true, outcomes }
}

const refused = (refusal: SenderRefusal): Received => ({ isAccepted: false, refusal })

type Refused = Extract<Finding, { code: "request_refused" }>["parameters"]["why"]

const refusalOf = (why: Refused, errors: string[] = []): Finding => ({
  code: "request_refused",
  parameters: { why, errors: errors.slice(0, 10).map((one) => one.slice(0, 500)) },
})

/** Also by the key before the last rotation, to tell its owner that a sender still uses it. */
async function findByKey(stores: Stores, kind: string, key: string): Promise<FoundSource | null> {
  const [source = null] = await query<FoundSource>(stores, {
    name: "source-of-key",
    text: `
      select source.id, source.project_id as "projectId", source.name, source.severity, source.labels, source.mapping,
             source.is_enabled as "isEnabled", source.key_hash <> decode($2::text, 'hex') as "isPrevious"
        from source join project on project.id = source.project_id
       where source.kind = $1::text and project.deleted_at is null
         and (source.key_hash = decode($2::text, 'hex') or source.previous_key_hash = decode($2::text, 'hex'))
       order by source.key_hash = decode($2::text, 'hex') desc limit 1`,
    values: [kind, digestOf(key)],
  })
  return source
}

/** Null if the source was deleted, disabled or got another key meanwhile. */
async function carryOutEvents(
  store: { tx: SqlTransaction; orm: Transaction | null },
  source: RaisingSource,
  events: SenderEvent[],
  { key, text, bytes }: Payload,
): Promise<Outcome[] | null> {
  const { tx } = store
  const [counted] = await tx.query<{ at: Date; slot: number }>({
    name: "count-received",
    text: `
      update source set received_count = received_count + 1, last_received_at = now()
       where id = $1::uuid and is_enabled and key_hash = decode($2::text, 'hex')
      returning now() as at, received_count + refused_count as slot`,
    values: [source.id, digestOf(key)],
  })
  if (counted === undefined) return null
  const keyed: KeyedEvent[] = keyEvents(events, text, counted.at, digestOf)
  const outcomes = await storeEvents(store, source, keyed, { now: counted.at })
  await storePayload(tx, source.id, { slot: counted.slot, text, bytes, outcomes })
  return outcomes
}

/** Counts what was refused before it could be read. */
export async function countRefused(
  stores: Stores,
  given: { kind: string; key: string; why: Refused },
): Promise<void> {
  const source = await findByKey(stores, given.kind, given.key)
  if (source === null) return
  await refusePayload(stores, source.id, refusalOf(given.why), null)
}
