import type { MonitorKind as Kind } from "../../../../prisma/generated/enums.ts"
import { builder } from "../../kernel/builder.ts"
import { kinds } from "./rules/monitor-kinds.ts"

const kindValues = Object.fromEntries(
  Object.entries(kinds).map(([kind, { description }]) => [
    kind.toUpperCase(),
    { value: kind, description },
  ]),
) as { [K in Kind as Uppercase<K>]: { value: K; description: string } }

export const MonitorKind = builder.enumType("MonitorKind", {
  description: "The kind of a monitor.",
  values: kindValues,
})

export const DnsRecordType = builder.enumType("DnsRecordType", {
  description: "A type of DNS record.",
  values: {
    A: { description: "IPv4 address." },
    AAAA: { description: "IPv6 address." },
    CAA: { description: "Who may issue certificates." },
    CNAME: { description: "Another name." },
    MX: { description: "Mail server." },
    NS: { description: "Name server." },
    PTR: { description: "Name of an address." },
    SOA: { description: "Start of a zone." },
    SRV: { description: "Host and port of a service." },
    TXT: { description: "Free text." },
  } as const,
})

export const PingKind = builder.enumType("PingKind", {
  description: "What a job reported with a ping.",
  values: {
    START: { value: "start", description: "It started." },
    SUCCESS: { value: "success", description: "It ended well." },
    FAIL: { value: "fail", description: "It failed." },
    LOG: { value: "log", description: "A log message, which does not count as a ping." },
  } as const,
})

export const HttpMethod = builder.enumType("HttpMethod", {
  description: "The method of a request.",
  values: {
    GET: { description: "Fetches." },
    HEAD: { description: "Fetches the headers only." },
    POST: { description: "Sends." },
    PUT: { description: "Replaces." },
    PATCH: { description: "Changes a part." },
    DELETE: { description: "Deletes." },
    OPTIONS: { description: "Requests the supported methods." },
  } as const,
})

export const AssertionKind = builder.enumType("AssertionKind", {
  description: "What an assertion checks.",
  values: {
    STATUS: { value: "status", description: "The status code: codes." },
    HEADER: { value: "header", description: "A header: name, comparison, value." },
    BODY: { value: "body", description: "The text of the body: comparison, value." },
    REGEX: { value: "regex", description: "A regular expression on the body: pattern, matches." },
    JSON_PATH: { value: "json_path", description: "A JSON value: path, comparison, value." },
    RESPONSE_TIME: { value: "response_time", description: "The time of the whole check: maxMs." },
    CERTIFICATE_DAYS: {
      value: "certificate_days",
      description: "The days that the certificate is still valid: minDays.",
    },
  } as const,
})

export const Comparison = builder.enumType("Comparison", {
  description: "How the actual value is compared.",
  values: {
    CONTAINS: { value: "contains", description: "It contains the value." },
    NOT_CONTAINS: { value: "not_contains", description: "It does not contain the value." },
    EQUALS: { value: "equals", description: "It equals the value." },
    NOT_EQUALS: { value: "not_equals", description: "It does not equal the value." },
    EXISTS: { value: "exists", description: "It exists; JSON_PATH only." },
    NOT_EXISTS: { value: "not_exists", description: "It does not exist; JSON_PATH only." },
    LESS_THAN: { value: "less_than", description: "It is a smaller number; JSON_PATH only." },
    GREATER_THAN: { value: "greater_than", description: "It is a greater number; JSON_PATH only." },
  } as const,
})

export const AssertionLevel = builder.enumType("AssertionLevel", {
  description: "The status of a monitor if an assertion fails.",
  values: {
    OFFLINE: { value: "offline", description: "The monitor becomes offline." },
    DEGRADED: { value: "degraded", description: "The monitor becomes degraded." },
  } as const,
})

export const MonitorSort = builder.enumType("MonitorSort", {
  description: "The order of a list of monitors.",
  values: {
    NAME_ASC: { description: "By name, A first." },
    NAME_DESC: { description: "By name, Z first." },
    CREATED_AT_ASC: { description: "Oldest first." },
    CREATED_AT_DESC: { description: "Newest first." },
    STATUS_ASC: {
      description:
        "Most severe first: offline, degraded, unknown, operational, paused; then by name.",
    },
    STATUS_DESC: { description: "The reverse of STATUS_ASC." },
    STATUS_SINCE_ASC: { description: "The longest unchanged status first." },
    STATUS_SINCE_DESC: { description: "The latest change of status first." },
    LAST_CHECK_AT_ASC: { description: "Never checked first, then the least recently checked." },
    LAST_CHECK_AT_DESC: { description: "Most recently checked first." },
    RESPONSE_TIME_ASC: { description: "By the duration of the last check, shortest first." },
    RESPONSE_TIME_DESC: { description: "By the duration of the last check, longest first." },
    LABEL_ASC: {
      description: "By each monitor's first label, then by name; those without a label are last.",
    },
    LABEL_DESC: { description: "The reverse of LABEL_ASC." },
  } as const,
})
