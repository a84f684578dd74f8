import type { Transaction } from "../transaction.ts"
import type { Locked } from "./lock-states.ts"
import type { Certificate, CheckResult } from "./result.ts"

/**
 * One statement for all rows: an ORM's insert costs twenty times as much a row. It also says which rollups they
 * touch, so that a check that commits long after its hour is found there.
 */
export async function storeChecks({ db }: Transaction, results: CheckResult[]): Promise<void> {
  if (results.length === 0) return
  await storeCertificates(db, results)
  const numbers = (pick: (result: CheckResult) => number | null) => numberArray(results.map(pick))
  const texts = (pick: (result: CheckResult) => string | null) => textArray(results.map(pick))
  const times = results.map(({ startedAt }) => startedAt.getTime())
  await db.$executeRawUnsafe(
    `with touched as (
       insert into rollup_touch (monitor_seqs, "from", "to")
       values ($1::text::int[], $18::timestamptz, $19::timestamptz))
     insert into check_result (monitor_seq, started_at, status, failure_class, reason, warnings, attempts,
            duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, transfer_ms, http_status, address,
            certificate_id, detail)
     select seq, 'epoch'::timestamptz + at * interval '1 ms', status, class, reason,
            case when warnings is null then '{}'
                 else array(select jsonb_array_elements_text(warnings::jsonb)) end,
            attempts, duration, dns, connect, tls, first_byte, transfer, http_status, address, c.id, detail::jsonb
       from unnest($1::text::int[], $2::text::float8[], $3::text::monitor_status[], $4::text::text[],
            $5::text::text[], $6::text::text[], $7::text::smallint[], $8::text::real[], $9::text::real[],
            $10::text::real[], $11::text::real[], $12::text::real[], $13::text::real[], $14::text::smallint[],
            $15::text::text[], $16::text::text[], $17::text::text[])
         as row (seq, at, status, class, reason, warnings, attempts, duration, dns, connect, tls,
            first_byte, transfer, http_status, address, fingerprint, detail)
       left join certificate c using (fingerprint)
     on conflict do nothing`,
    numbers((result) => result.monitorSeq),
    numberArray(times),
    texts((result) => result.status),
    texts((result) => result.failureClass),
    texts((result) => result.reason),
    texts(({ warnings }) => (warnings.length === 0 ? null : JSON.stringify(warnings))),
    numbers((result) => result.attempts),
    numbers((result) => result.durationMs),
    numbers((result) => result.phases.dnsMs),
    numbers((result) => result.phases.connectMs),
    numbers((result) => result.phases.tlsMs),
    numbers((result) => result.phases.firstByteMs),
    numbers((result) => result.phases.transferMs),
    numbers((result) => result.httpStatus),
    texts((result) => result.address),
    texts((result) => result.certificate?.fingerprint256 ?? null),
    texts(detail),
    new Date(times.reduce((one, other) => Math.min(one, other))).toISOString(),
    new Date(times.reduce((one, other) => Math.max(one, other))).toISOString(),
  )
  const evidence = results.flatMap(({ monitorSeq, startedAt, evidence }) =>
    evidence === null ? [] : [{ monitorSeq, startedAt, ...evidence }],
  )
  if (evidence.length > 0) {
    await db.checkEvidence.createMany({ data: evidence, skipDuplicates: true })
  }
}

/**
 * Arrays as PostgreSQL writes them: the ORM and the driver would each walk every value once more. One without a
 * value is written empty, for unnest fills it up with null.
 */
const numberArray = (values: (number | null)[]): string =>
  values.every((value) => value === null)
    ? "{}"
    : `{${values.map((value) => value ?? "NULL").join(",")}}`

const textArray = (values: (string | null)[]): string =>
  values.every((value) => value === null)
    ? "{}"
    : `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, "\\$&")}"`

/** Each certificate once; in one order, so that two recorders cannot wait for each other. */
async function storeCertificates(db: Transaction["db"], results: CheckResult[]): Promise<void> {
  const seen = new Map(
    results.flatMap(({ certificate }) =>
      certificate === null ? [] : [[certificate.fingerprint256, certificate] as const],
    ),
  )
  if (seen.size === 0) return
  const certificates = [...seen.values()]
  const column = <T>(pick: (certificate: Certificate) => T): T[] => certificates.map(pick)
  // Those that are known are left out first: a conflict would use up a number all the same.
  await db.$executeRawUnsafe(
    `insert into certificate (fingerprint, subject, issuer, names, valid_from, expires_at)
     select fingerprint, subject, issuer, array(select jsonb_array_elements_text(names::jsonb)),
            valid_from::timestamptz, expires_at::timestamptz
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         as row (fingerprint, subject, issuer, names, valid_from, expires_at)
      where not exists (select from certificate known where known.fingerprint = row.fingerprint)
      order by fingerprint
     on conflict do nothing`,
    column((certificate) => certificate.fingerprint256),
    column((certificate) => certificate.subject),
    column((certificate) => certificate.issuer),
    column((certificate) => JSON.stringify(certificate.names)),
    column((certificate) => certificate.validFrom),
    column((certificate) => certificate.expiresAt),
  )
}

/** Kept only where somebody will look: a plain good check that nobody asked for is told by its columns. */
function detail(result: CheckResult): string | null {
  const { status, warnings, assertions, firstAttempt, egress } = result
  const isPlain = status === "operational" && firstAttempt === null && warnings.length === 0
  if (isPlain && result.requestedAt === null) return null
  return JSON.stringify({ assertions, firstAttempt, egress })
}

/** Writes the machines back and strikes the requests for a check that these results answer. */
export async function storeStates({ db }: Transaction, states: Locked[]): Promise<void> {
  const moved = states.flatMap(({ lastResult, ...state }) =>
    lastResult === null ? [] : [{ ...state, lastResult }],
  )
  if (moved.length === 0) return
  const column = <T>(pick: (state: (typeof moved)[number]) => T): T[] => moved.map(pick)
  await db.$executeRawUnsafe(
    `update monitor_state s
        set status = row.status::monitor_status, status_since = row.since::timestamptz,
            last_check_at = row.at::timestamptz, last_status = row.last_status::monitor_status,
            last_reason = row.reason, last_duration_ms = row.duration, machine = row.machine::jsonb
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::real[],
            $8::text[]) as row (id, status, since, at, last_status, reason, duration, machine)
      where s.monitor_id = row.id`,
    column((state) => state.monitorId),
    column((state) => state.status),
    column((state) => state.statusSince.toISOString()),
    column((state) => state.lastResult.startedAt.toISOString()),
    column((state) => state.lastResult.status),
    column((state) => state.lastResult.reason),
    column((state) => state.lastResult.durationMs),
    column((state) => JSON.stringify(state.machine)),
  )
  const answered = moved.filter((state) => state.lastResult.requestedAt !== null)
  if (answered.length === 0) return
  await db.$executeRawUnsafe(
    `update monitor m set check_requested_at = null
       from unnest($1::uuid[], $2::text[]) as row (id, at)
      where m.id = row.id and m.check_requested_at <= row.at::timestamptz`,
    answered.map((state) => state.monitorId),
    answered.map((state) => state.lastResult.requestedAt?.toISOString()),
  )
}
