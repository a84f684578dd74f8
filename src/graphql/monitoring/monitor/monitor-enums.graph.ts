import type { MonitorKind as Kind } from "../../../../prisma/generated/enums.ts"
import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { kinds } from "./rules/monitor-kinds.ts"

export const MonitorKind = builder.enumType("MonitorKind", {
  description: "The kind of a monitor.",
  values: valuesOf<Kind>(kinds),
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
  values: valuesOf({
    start: "It started.",
    success: "It ended well.",
    fail: "It failed.",
    log: "A log message, which does not count as a ping.",
  }),
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
  values: valuesOf({
    status: "The status code: codes.",
    header: "A header: name, comparison, value.",
    body: "The text of the body: comparison, value.",
    regex: "A regular expression on the body: pattern, matches.",
    json_path: "A JSON value: path, comparison, value.",
    response_time: "The time of the whole check: maxMs.",
    certificate_days: "The days that the certificate is still valid: minDays.",
  }),
})

export const Comparison = builder.enumType("Comparison", {
  description: "How the actual value is compared.",
  values: valuesOf({
    contains: "It contains the value.",
    not_contains: "It does not contain the value.",
    equals: "It equals the value.",
    not_equals: "It does not equal the value.",
    exists: "It exists; JSON_PATH only.",
    not_exists: "It does not exist; JSON_PATH only.",
    less_than: "It is a smaller number; JSON_PATH only.",
    greater_than: "It is a greater number; JSON_PATH only.",
  }),
})

export const AssertionLevel = builder.enumType("AssertionLevel", {
  description: "The status of a monitor if an assertion fails.",
  values: valuesOf({
    offline: "The monitor becomes offline.",
    degraded: "The monitor becomes degraded.",
  }),
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
