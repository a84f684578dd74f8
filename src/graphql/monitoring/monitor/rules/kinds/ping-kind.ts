import { must, type Kind } from "./kind.ts"

export const ping = {
  title: "Ping",
  hint: "A host that responds to ICMP",
  description: "Sends an ICMP echo to a host.",
  aliases: ["icmp", "ip", "icmp_ping"],
  checkedBy: "prober",
  required: ["host"],
  optional: ["assertions"],
  defaults: {},
  examples: { name: "Shop front page", host: "db.example.com" },
  assertions: ["response_time"],
  readTarget: (row, { assertions }) => ({
    kind: "ping",
    host: must(row.host, "host"),
    assertions,
  }),
} satisfies Kind<"ping">
