import { gzipSync } from "node:zlib"
import { describe } from "vitest"
import { assertion } from "../../../src/graphql/monitoring/monitor/rules/monitor-settings.ts"
import { drip, examine, finish, flood, ok, send, sendThenReset, web, whole } from "./laboratory.ts"

const status = (line: string) => send(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`)
const redirect = (location: string) =>
  send(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
const contains = (value: string) => [
  assertion.parse({ kind: "body", comparison: "contains", value }),
]
const gibibyte = 1_073_741_824
const bomb = gzipSync(Buffer.alloc(200_000_000)).toString("latin1")
const bombed = send(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n${bomb}`)

describe("HTTP responses", () => {
  examine([
    {
      fault: "none: a plain answer",
      verdict: ["operational", null, 1],
      at: () => web(send(whole)),
    },
    {
      fault: "status 500",
      verdict: ["offline", "http_status", 2],
      says: /500/,
      at: () => web(status("500 Internal Server Error")),
    },
    {
      fault: "status 503 once, well on the second look",
      verdict: ["operational", null, 2],
      at: () => web((socket, index) => (index === 0 ? status("503 Busy") : send(whole))(socket)),
    },
    {
      fault: "status 404",
      verdict: ["offline", "http_status", 2],
      says: /404/,
      at: () => web(status("404 Not Found")),
    },
    {
      fault: "the right status and the wrong words",
      verdict: ["offline", "assertion", 2],
      at: async () => {
        const { target } = await web(send(`${ok}Content-Length: 5\r\n\r\nsorry`))
        return { target: { ...target, assertions: contains("welcome") } }
      },
    },
    {
      fault: "redirects in a circle",
      verdict: ["offline", "redirect", 2],
      says: /redirects loop/,
      at: () => web(redirect("/")),
    },
    {
      fault: "redirects without an end",
      verdict: ["offline", "redirect", 2],
      says: /More than 10 redirects/,
      at: () => web((socket, index) => redirect(`/${index}`)(socket)),
    },
    {
      fault: "a redirect to a private address",
      verdict: ["unknown", "forbidden_address", 1],
      says: /10\.0\.0\.1 is a private address/,
      at: () => web(redirect("http://10.0.0.1/admin")),
    },
    {
      fault: "a redirect to the metadata of a cloud",
      verdict: ["unknown", "forbidden_address", 1],
      says: /169\.254\.169\.254/,
      at: () => web(redirect("http://169.254.169.254/latest/meta-data/")),
    },
    {
      fault: "a redirect to a file",
      verdict: ["offline", "redirect", 2],
      says: /has the scheme file:/,
      at: () => web(redirect("file:///etc/passwd")),
    },
    {
      fault: "a Location that is no URL",
      verdict: ["offline", "redirect", 2],
      says: /is not a URL/,
      at: () => web(redirect("http://[broken/")),
    },
    {
      fault: "a redirect without a Location",
      verdict: ["offline", "redirect", 2],
      says: /without a Location/,
      at: () => web(status("302 Found")),
    },
    {
      fault: "HTTP/1.0, which has no length",
      verdict: ["operational", null, 1],
      at: () => web(finish("HTTP/1.0 200 OK\r\n\r\nok")),
    },
    {
      fault: "line feeds alone",
      verdict: ["operational", null, 1],
      warns: /not valid HTTP \(CR_EXPECTED\).* A lenient parser accepts it/,
      at: () => web(finish("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")),
    },
    {
      fault: "a blank before a colon, which only a strict parser minds",
      verdict: ["operational", null, 1],
      warns: /A lenient parser accepts it/,
      at: () => web(finish(`${ok}X-Odd : a\r\nContent-Length: 2\r\n\r\nok`)),
    },
    {
      fault: "a length and chunks at once",
      verdict: ["operational", null, 1],
      warns: /A lenient parser accepts it/,
      at: () =>
        web(
          finish(
            `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
          ),
        ),
    },
    {
      fault: "bytes after the body",
      verdict: ["operational", null, 1],
      warns: /extra bytes after the end of its response/,
      at: () => web(send(`${whole}garbage`)),
    },
    {
      fault: "an unasked 100 before the answer",
      verdict: ["operational", null, 1],
      warns: /unsolicited 100/,
      at: () => web(send(`HTTP/1.1 100 Continue\r\n\r\n${whole}`)),
    },
    {
      fault: "early hints before the answer",
      verdict: ["operational", null, 1],
      at: () => web(send(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${whole}`)),
    },
    {
      fault: "an unasked change of protocol",
      verdict: ["offline", "protocol", 2],
      says: /switched protocols \(101\)/,
      at: () => web(send("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")),
    },
    {
      fault: "another protocol on the port",
      verdict: ["offline", "protocol", 2],
      says: /starts with "220 mail\.fault\.test/,
      at: () => web(finish("220 mail.fault.test ESMTP ready\r\n")),
    },
    {
      fault: "an event stream, which never ends by its nature",
      verdict: ["operational", null, 1],
      at: () => web(send(`${ok}Content-Type: text/event-stream\r\n\r\ndata: 1\n\n`)),
    },
  ])
})

describe("responses that do not end properly", () => {
  examine([
    {
      fault: "a body shorter than its length",
      verdict: ["offline", "truncated", 2],
      says: /cut off after 4 of 500 bytes/,
      at: () => web(finish(`${ok}Content-Length: 500\r\n\r\nhalf`)),
    },
    {
      fault: "a reset in the middle of the body",
      verdict: ["offline", "truncated", 2],
      at: () => web(sendThenReset(`${ok}Content-Length: 500\r\n\r\nhalf`)),
    },
    {
      fault: "a reset in the middle of the head",
      verdict: ["offline", "truncated", 2],
      says: /middle of the response head/,
      at: () => web(sendThenReset(`${ok}Content-Le`)),
    },
    {
      fault: "chunks without the last, and a hang-up",
      verdict: ["offline", "truncated", 2],
      at: () => web(finish(`${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`)),
    },
    {
      fault: "chunks without the last, and silence",
      verdict: ["offline", "timeout", 2],
      says: /body was incomplete \(4 bytes\)/,
      timeoutSeconds: 0.5,
      at: () => web(send(`${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`)),
    },
    {
      fault: "a body that trickles",
      verdict: ["offline", "timeout", 2],
      says: /body was incomplete/,
      timeoutSeconds: 0.5,
      at: () =>
        web((socket) => {
          socket.write(`${ok}Content-Length: 1000\r\n\r\n`)
          drip("")(socket)
        }),
    },
    {
      fault: "a head that trickles",
      verdict: ["offline", "timeout", 2],
      says: /head was incomplete/,
      timeoutSeconds: 0.5,
      at: () => web(drip(`${ok}X-Slow: `)),
    },
    {
      fault: "silence after the request",
      verdict: ["offline", "timeout", 2],
      says: /No response was received/,
      timeoutSeconds: 0.5,
      at: () => web(() => undefined),
    },
    {
      fault: "early hints and then silence",
      verdict: ["offline", "timeout", 2],
      says: /Only interim responses/,
      timeoutSeconds: 0.5,
      at: () => web(send("HTTP/1.1 103 Early Hints\r\n\r\n")),
    },
    {
      fault: "a head of 60 kB, which browsers read",
      verdict: ["operational", null, 1],
      at: () => web(send(`${ok}X: ${"x".repeat(60_000)}\r\nContent-Length: 2\r\n\r\nok`)),
    },
    {
      fault: "a head of 100 kB",
      verdict: ["offline", "protocol", 2],
      says: /larger than the limit of 64 KiB/,
      at: () => web(send(`${ok}X: ${"x".repeat(100_000)}\r\nContent-Length: 2\r\n\r\nok`)),
    },
    {
      fault: "headers without an end",
      verdict: ["offline", "protocol", 2],
      says: /larger than the limit of 64 KiB/,
      at: () => web(flood(ok, "X-Again: and again\r\n")),
    },
    {
      fault: "early hints without an end",
      verdict: ["offline", "protocol", 2],
      says: /more than 100 interim responses/,
      at: () => web(flood("", "HTTP/1.1 103 Early Hints\r\n\r\n")),
    },
    {
      fault: "a gigabyte that nobody asked about",
      verdict: ["operational", null, 1],
      at: () => web(flood(`${ok}Content-Length: ${gibibyte}\r\n\r\n`, "x", gibibyte)),
    },
    {
      fault: "a gigabyte in which a word is looked for",
      verdict: ["unknown", "unread", 1],
      warns: /longer than 10 MiB/,
      at: async () => {
        const { target } = await web(
          flood(`${ok}Content-Length: ${gibibyte}\r\n\r\n`, "x", gibibyte),
        )
        return { target: { ...target, assertions: contains("needle") } }
      },
    },
    {
      fault: "200 kB that unpack to 200 MB, nobody asking about them",
      verdict: ["operational", null, 1],
      at: () => web(bombed),
    },
    {
      fault: "200 kB that unpack to 200 MB, in which a word is looked for",
      verdict: ["unknown", "unread", 1],
      warns: /longer than 10 MiB/,
      at: async () => {
        const { target } = await web(bombed)
        return { target: { ...target, assertions: contains("needle") } }
      },
    },
    {
      fault: "a body that is not packed as it says, in which a word is looked for",
      verdict: ["offline", "protocol", 2],
      says: /does not match its Content-Encoding "gzip"/,
      at: async () => {
        const { target } = await web(
          send(`${ok}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok`),
        )
        return { target: { ...target, assertions: contains("ok") } }
      },
    },
  ])
})
