import { must, type Kind } from "./kind.ts"

export const tcp = {
  title: "TCP",
  hint: "An open port",
  description: "Opens a connection to a host and port.",
  aliases: ["port", "tcp_port", "tcp_connect", "socket", "service"],
  checkedBy: "prober",
  required: ["host", "port"],
  optional: ["assertions"],
  defaults: {},
  examples: { name: "Shop front page", host: "db.example.com" },
  assertions: ["response_time"],
  readTarget: (row, { assertions }) => ({
    kind: "tcp",
    host: must(row.host, "host"),
    port: must(row.port, "port"),
    assertions,
  }),
} satisfies Kind<"tcp">
