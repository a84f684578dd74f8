import { Duplex, Transform } from "node:stream"
import type { Socket } from "node:net"

const mostHead = 65_536

/**
 * The same connection with the response head repaired: fixes what browsers tolerate but Node's lenient parser does
 * not. A head beyond repair is passed on unchanged.
 */
export function patient(socket: Socket): Duplex {
  let held: Buffer | null = Buffer.alloc(0)
  const repairing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (held === null) return done(null, chunk)
      held = Buffer.concat([held, chunk])
      const end = endOfHead(held)
      if (end === null && held.length < mostHead) return done()
      const whole = held
      held = null
      const repaired =
        end === null ? whole : Buffer.concat([repair(whole.subarray(0, end)), whole.subarray(end)])
      return done(null, repaired)
    },
    flush: (done) => done(null, held),
  })
  socket.pipe(repairing)
  const both = Duplex.from({ readable: repairing, writable: socket })
  // The caller watches the socket itself; errors of these streams add nothing.
  for (const stream of [repairing, both]) stream.on("error", () => undefined)
  return both
}

function endOfHead(bytes: Buffer): number | null {
  const found = /\r?\n\r?\n/.exec(bytes.toString("latin1"))
  return found && found.index + found[0].length
}

/** One header per line; no spaces before colons, no control characters; one Content-Length, none with chunks. */
function repair(head: Buffer): Buffer {
  const [status = "", ...lines] = head
    .toString("latin1")
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
  const seen = new Set<string>()
  const kept = lines.flatMap((line) => {
    const [, name, value] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    const key = name.toLowerCase()
    const pair = `${key}:${value}`
    if (key === "content-length" && seen.has(pair)) return []
    seen.add(pair)
    return { key, line: `${name}: ${clean(value)}` }
  })
  const isChunked = [...seen].some((pair) => /^transfer-encoding:.*chunked/i.test(pair))
  const headers = kept.filter(({ key }) => !(isChunked && key === "content-length"))
  const text = [clean(status), ...headers.map(({ line }) => line)].join("\r\n")
  return Buffer.from(`${text}\r\n\r\n`, "latin1")
}

const clean = (text: string) =>
  text
    .split("")
    .map((letter) => (letter < " " && letter !== "\t" ? " " : letter))
    .join("")
