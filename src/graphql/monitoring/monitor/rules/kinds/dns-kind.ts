import { must, type Kind } from "./kind.ts"

export const dns = {
  title: "DNS",
  hint: "A record and its values",
  description: "Queries a name server for a record.",
  aliases: ["dns_record", "domain_name"],
  checkedBy: "prober",
  required: ["host", "dnsRecordType"],
  optional: ["resolver", "expectedValues", "assertions"],
  defaults: {},
  examples: { name: "Shop front page", host: "example.com" },
  assertions: ["response_time"],
  readTarget: (row, { resolver, expectedValues, assertions }) => ({
    kind: "dns",
    host: must(row.host, "host"),
    recordType: must(row.dns_record_type, "record type"),
    resolver,
    expectedValues,
    assertions,
  }),
} satisfies Kind<"dns">
