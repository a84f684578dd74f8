import { must, type Kind } from "./kind.ts"

const defaults = { port: 443 }

export const tls = {
  title: "TLS",
  hint: "A certificate and its expiry",
  description: "Checks the certificate of a host and port.",
  aliases: ["ssl", "certificate", "ssl_certificate", "tls_certificate", "x509"],
  checkedBy: "prober",
  required: ["host"],
  optional: ["port", "serverName", "assertions"],
  defaults,
  examples: { name: "Shop front page", host: "db.example.com" },
  assertions: ["response_time", "certificate_days"],
  readTarget: (row, { serverName, assertions }) => ({
    kind: "tls",
    host: must(row.host, "host"),
    port: row.port ?? defaults.port,
    serverName,
    assertions,
  }),
} satisfies Kind<"tls">
