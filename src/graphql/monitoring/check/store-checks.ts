import { setImmediate } from "node:timers/promises"
import { storableJson, writeFindings } from "../../../findings/finding.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import type { Locked } from "./lock-states.ts"
import type { Certificate, CheckResult } from "./rules/check-result.ts"

type Writer = Pick<SqlTransaction, "query">

/** Rows per statement: while PostgreSQL runs one, the next is built. */
const rowsAtOnce = 2500

/**
 * Insert thousands of rows per statement: an ORM's insert costs many times more per row. Also records which rollups
 * they touch, so that a check committed long after its hour is counted.
 */
export async function storeChecks(tx: Writer, results: CheckResult[]): Promise<void> {
  if (results.length === 0) return
  const certificates = await storeCertificates(tx, results)
  const make = (from: number) => columnsOf(results.slice(from, from + rowsAtOnce), certificates)
  for (let from = 0, values = make(0); values.length > 0; from += rowsAtOnce) {
    const isLast = from + rowsAtOnce >= results.length
    const [, made] = await Promise.all([
      tx.query({ name: "store-checks", text: insertion, values }),
      // After the statement is sent.
      isLast ? [] : setImmediate().then(() => make(from + rowsAtOnce)),
    ])
    values = made
  }
}

/** When a row of `givenSql` started. */
export const startedSql = "to_timestamp(at / 1000)"

const columns = `monitor_seq, started_at, status, failure_class, findings, warning_findings, attempts, duration_ms, dns_ms,
         connect_ms, tls_ms, first_byte_ms, transfer_ms, http_status, address, certificate_id, detail, trace_id`
const valuesSql = (certificate: string) => `seq, ${startedSql}, status, class, findings::jsonb,
         warnings::jsonb, attempts, duration, dns, connect, tls, first_byte, transfer, http_status, address, ${certificate},
         detail::jsonb, trace`

/**
 * The parameters of `columnsOf` as a select list. `unnest` streams rows there; in the FROM clause each array would be
 * materialized first.
 */
export const givenSql = `
         unnest($1::text::int[]) as seq, unnest($2::text::float8[]) as at,
         unnest($3::text::monitor_status[]) as status, unnest($4::text::text[]) as class,
         unnest($5::text::text[]) as findings, unnest($6::text::text[]) as warnings,
         unnest($7::text::smallint[]) as attempts, unnest($8::text::real[]) as duration,
         unnest($9::text::real[]) as dns, unnest($10::text::real[]) as connect,
         unnest($11::text::real[]) as tls, unnest($12::text::real[]) as first_byte,
         unnest($13::text::real[]) as transfer, unnest($14::text::smallint[]) as http_status,
         unnest($15::text::text[]) as address, unnest($16::text::int[]) as certificate,
         unnest($17::text::text[]) as detail, unnest($20::text::uuid[]) as trace`

/**
 * Stores rows of `givenSql`; fails if one is already stored.
 *
 * @param certificate the column with its id.
 */
export const insertSql = (rows: string, certificate = "certificate"): string =>
  `insert into check_result (${columns}) select ${valuesSql(certificate)} from ${rows}`

const insertion = `
  with touched as (
    insert into rollup_touch (monitor_seqs, "from", "to")
    values ($1::text::int[], $18::timestamptz, $19::timestamptz))
  ${insertSql(`(select ${givenSql}) row`)} on conflict do nothing`

/** @param certificates their ids by fingerprint. */
export function columnsOf(results: CheckResult[], certificates: Map<string, number>): string[] {
  const numbers = (pick: (result: CheckResult) => number | null) => numberArray(results.map(pick))
  const texts = (pick: (result: CheckResult) => string | null) => textArray(results.map(pick))
  const times = results.map(({ startedAt }) => startedAt.getTime())
  return [
    numbers((result) => result.monitorSeq),
    numberArray(times),
    texts((result) => result.status),
    texts((result) => result.failureClass),
    texts(({ findings }) => writeFindings(findings)),
    texts(({ warnings }) => writeFindings(warnings)),
    numbers((result) => result.attempts),
    numbers((result) => result.durationMs),
    numbers((result) => result.phases.dnsMs),
    numbers((result) => result.phases.connectMs),
    numbers((result) => result.phases.tlsMs),
    numbers((result) => result.phases.firstByteMs),
    numbers((result) => result.phases.transferMs),
    numbers((result) => result.httpStatus),
    texts((result) => result.address),
    numbers(
      ({ certificate }) => certificate && (certificates.get(certificate.fingerprint256) ?? null),
    ),
    texts(detail),
    new Date(times.reduce((one, other) => Math.min(one, other))).toISOString(),
    new Date(times.reduce((one, other) => Math.max(one, other))).toISOString(),
    texts(({ traceId }) => traceId ?? null),
  ]
}

/**
 * Arrays in PostgreSQL's text form: the ORM and the driver would each walk every value again. An array of nulls is
 * written empty, since unnest pads it with null.
 */
const numberArray = (values: (number | null)[]): string =>
  values.every((value) => value === null)
    ? "{}"
    : `{${values.map((value) => value ?? "NULL").join(",")}}`

export const textArray = (values: (string | null)[]): string =>
  values.every((value) => value === null)
    ? "{}"
    : `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, "\\$&")}"`

type Stored = { id: number; fingerprint: string; isOld: boolean }

/** Store each certificate once, in a fixed order so that two recorders cannot deadlock. @returns ids by fingerprint. */
async function storeCertificates(tx: Writer, results: CheckResult[]): Promise<Map<string, number>> {
  const seen = new Map(
    results.flatMap(({ certificate }) =>
      certificate === null ? [] : [[certificate.fingerprint256, certificate] as const],
    ),
  )
  if (seen.size === 0) return new Map()
  const known = await findCertificates(tx, [...seen.keys()])
  const fresh = [...seen.values()].filter(({ fingerprint256 }) => !known.has(fingerprint256))
  if (fresh.length === 0) return known
  const column = <T>(pick: (certificate: Certificate) => T): T[] => fresh.map(pick)
  await tx.query({
    name: "store-certificates",
    text: `insert into certificate (fingerprint, subject, issuer, names, valid_from, expires_at)
     select fingerprint, subject, issuer, array(select jsonb_array_elements_text(names::jsonb)),
            valid_from::timestamptz, expires_at::timestamptz
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         as row (fingerprint, subject, issuer, names, valid_from, expires_at)
      order by fingerprint
     on conflict do nothing`,
    values: [
      column((certificate) => certificate.fingerprint256),
      column((certificate) => certificate.subject),
      column((certificate) => certificate.issuer),
      column((certificate) => JSON.stringify(certificate.names)),
      column((certificate) => certificate.validFrom),
      column((certificate) => certificate.expiresAt),
    ],
  })
  // Read again: another recorder may have stored them.
  return findCertificates(tx, [...seen.keys()])
}

async function findCertificates(tx: Writer, fingerprints: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<Stored>({
    name: "find-certificates",
    text: `select id, fingerprint, seen_at < now() - interval '1 day' as "isOld"
       from certificate where fingerprint = any($1::text[])`,
    values: [fingerprints],
  })
  const old = rows.flatMap(({ id, isOld }) => (isOld ? [id] : []))
  if (old.length > 0) {
    await tx.query({
      name: "see-certificates",
      text: `update certificate c set seen_at = now()
         from (select id from certificate where id = any($1::int[]) order by id for no key update) old
        where c.id = old.id`,
      values: [old],
    })
  }
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint, id]))
}

/** Omitted for a plain good check that nobody requested: its columns say everything. */
function detail(result: CheckResult): string | null {
  const { status, warnings, assertions, firstAttempt, egress } = result
  const isPlain = status === "operational" && firstAttempt === null && warnings.length === 0
  const { requestedAt, rows = null, measured = null, inRow = null } = result
  if (isPlain && requestedAt === null && rows === null) return null
  return storableJson({
    assertions,
    firstAttempt,
    egress,
    ...(rows !== null && { rows }),
    ...(measured !== null && { measured }),
    ...(inRow !== null && { inRow }),
  })
}

/** Write the states back and clear the check-now requests that these results answer. */
export async function storeStates(tx: Writer, states: Locked[]): Promise<void> {
  const changed = states.flatMap(({ lastResult, ...state }) =>
    lastResult === null ? [] : [{ ...state, lastResult }],
  )
  if (changed.length === 0) return
  const column = <T>(pick: (state: (typeof changed)[number]) => T): T[] => changed.map(pick)
  await tx.query({
    name: "store-states",
    text: `update monitor_state s
        set status = row.status::monitor_status, status_since = row.since::timestamptz,
            last_check_at = row.at::timestamptz, last_status = row.last_status::monitor_status,
            last_reason = null, last_findings = row.findings::jsonb, last_duration_ms = row.duration, machine = row.machine::jsonb
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::real[],
            $8::text[]) as row (id, status, since, at, last_status, findings, duration, machine)
      where s.monitor_id = row.id`,
    values: [
      column((state) => state.monitorId),
      column((state) => state.status),
      column((state) => state.statusSince.toISOString()),
      column((state) => state.lastResult.startedAt.toISOString()),
      column((state) => state.lastResult.status),
      column((state) => writeFindings(state.lastResult.findings)),
      column((state) => state.lastResult.durationMs),
      column((state) => storableJson(state.machine)),
    ],
  })
  const answered = changed.filter((state) => state.lastResult.requestedAt !== null)
  if (answered.length === 0) return
  await tx.query({
    name: "answer-requests",
    text: `update monitor m set check_requested_at = null
       from unnest($1::uuid[], $2::text[]) as row (id, at)
      where m.id = row.id and m.check_requested_at <= row.at::timestamptz`,
    values: [
      answered.map((state) => state.monitorId),
      answered.map((state) => state.lastResult.requestedAt?.toISOString() ?? null),
    ],
  })
}
