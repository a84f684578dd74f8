import { connect } from "node:net"
import { answerWith } from "./listeners.ts"

type Options = {
  /** As user:password; required of every request. */
  credentials?: string
  /** Where names of tests are, as host:port. */
  places?: Record<string, number>
  /** A status for everything, or for one authority, in place of a tunnel. */
  refuse?: (authority: string) => number | null
}

/** A forward proxy on loopback that knows CONNECT alone and records what it was asked. */
export async function startForwardProxy({ credentials, places = {}, refuse }: Options = {}) {
  const asked: string[] = []
  const expected =
    credentials === undefined
      ? null
      : `basic ${Buffer.from(credentials).toString("base64")}`.toLowerCase()
  const { port } = await answerWith((socket, head) => {
    const [line = ""] = head.split("\r\n")
    const [method, authority = ""] = line.split(" ")
    asked.push(`${method} ${authority}`)
    const given = /^proxy-authorization: (.*)$/im.exec(head)?.[1]?.trim().toLowerCase() ?? null
    const status = expected === null || given === expected ? refuse?.(authority) : 407
    if (method !== "CONNECT" || (status ?? null) !== null) {
      socket.end(`HTTP/1.1 ${status ?? 405} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const [, host = "", to] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? []
    const place = places[authority]
    const far = connect(place === undefined ? { host, port: Number(to) } : { port: place })
    for (const one of [socket, far]) one.on("error", () => far.destroy())
    far.once("connect", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
      far.pipe(socket).pipe(far)
    })
    far.once("close", () => socket.destroy())
  })
  const at = `127.0.0.1:${port}`
  return { asked, at, url: `http://${credentials === undefined ? "" : `${credentials}@`}${at}` }
}
